from dataclasses import replace

from client.commands import actions
from client.commands.actions import FULL_PACE
from client.fullscreen.ui.state import (
    FIRST_PACE,
    AutoPilot,
    UiState,
    leave_screen,
    set_autopilot,
    toggle,
)
from client.fullscreen.ui.text_input import TextInput


def test_another_screen_starts_afresh_and_keeps_the_switches():
    ui = UiState(
        pane=2, row=3, scroll=4, panel="help", typing=TextInput("command"), pilot=AutoPilot(3, "over"), hint="x",
        sound=False, past=("play war",), filter="ben",
    )  # fmt: skip
    assert leave_screen(ui) == UiState(sound=False, past=("play war",), filter="ben")


def test_moves_by_themselves_start_at_the_last_pace_and_stop_again():
    flying = set_autopilot(UiState(), actions.AutoPlay(None, "over"))
    assert flying.pilot == AutoPilot(FIRST_PACE, "over")
    assert set_autopilot(flying, actions.AutoPlay(None, "over")).pilot is None
    assert set_autopilot(flying, actions.AutoPlay(0, "stopped")).pilot is None


def test_a_pace_is_remembered_but_not_a_hurry():
    fast = set_autopilot(UiState(), actions.AutoPlay(5, "over"))
    assert (fast.pilot, fast.pace) == (AutoPilot(5, "over"), 5)
    hurrying = set_autopilot(fast, actions.AutoPlay(FULL_PACE, "moment"))
    assert (hurrying.pilot, hurrying.pace) == (AutoPilot(FULL_PACE, "moment"), 5)


def test_each_switch_is_turned_on_off_and_over():
    for what in ("mouse", "sound", "motion"):
        off = toggle(UiState(), actions.Toggle(what, None))
        assert off == replace(UiState(), **{what: False})
        assert toggle(off, actions.Toggle(what, on=True)) == UiState()
        assert toggle(off, actions.Toggle(what, on=False)) == off
