from dataclasses import replace

import pytest

from client.commands import actions
from client.commands.actions import FULL_PACE
from client.fullscreen.ui.state import FIRST_PACE, Desk, Pilot, elsewhere, painted, piloted, shown, switched
from client.fullscreen.ui.text_input import Typing


def test_another_screen_starts_afresh_and_keeps_the_switches():
    desk = Desk(
        pane=2, row=3, scroll=4, panel="help", typing=Typing("command"), pilot=Pilot(3, "over"), hint="x",
        sound=False, past=("play war",), filter="ben",
    )  # fmt: skip
    assert elsewhere(desk) == Desk(sound=False, past=("play war",), filter="ben")


def test_moves_by_themselves_start_at_the_last_pace_and_stop_again():
    flying = piloted(Desk(), actions.AutoPlay(None, "over"))
    assert flying.pilot == Pilot(FIRST_PACE, "over")
    assert piloted(flying, actions.AutoPlay(None, "over")).pilot is None
    assert piloted(flying, actions.AutoPlay(0, "stopped")).pilot is None


def test_a_pace_is_remembered_but_not_a_hurry():
    fast = piloted(Desk(), actions.AutoPlay(5, "over"))
    assert (fast.pilot, fast.pace) == (Pilot(5, "over"), 5)
    hurrying = piloted(fast, actions.AutoPlay(FULL_PACE, "moment"))
    assert (hurrying.pilot, hurrying.pace) == (Pilot(FULL_PACE, "moment"), 5)


def test_each_switch_is_turned_on_off_and_over():
    for what in ("mouse", "sound", "motion"):
        off = switched(Desk(), actions.Switch(what, None))
        assert off == replace(Desk(), **{what: False})
        assert switched(off, actions.Switch(what, on=True)) == Desk()
        assert switched(off, actions.Switch(what, on=False)) == off


def test_the_palettes_are_gone_through_one_after_the_other():
    assert painted(Desk(), None).palette == "original"
    assert painted(Desk(), "texture").palette == "texture"
    with pytest.raises(ValueError, match=r"textures\.$"):
        painted(Desk(palette="texture", has_colour=False), None)


def test_a_panel_opens_at_its_top_and_closes_when_asked_for_again():
    opened = shown(Desk(scroll=9), "help")
    assert (opened.panel, opened.scroll) == ("help", 0)
    assert shown(opened, "help").panel == ""
    assert shown(opened, "invite").panel == "invite"
