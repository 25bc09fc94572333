"""Waiting and challenges as they are seen: never over a board, and with what answers them."""

import pytest

from client.fullscreen.screens import page
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.update import press, run
from client.state.chat import MutedPlayer
from client.state.fold import fold
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.stores import challenged, lobby_store, seeking, table_store

SIZES = [(100, 32), (80, 24), (60, 20)]
LOOKING = UiState(is_new=False)


def drawing(store, ui=LOOKING, size=(80, 24), now=0.0):
    return page.draw(store, ui, size, now)


def text(shown) -> str:
    return "\n".join("".join(part for _, part in line) for line in shown.lines)


@pytest.mark.parametrize("size", SIZES)
def test_who_waits_sees_how_long_in_the_lobby_and_can_stop(size):
    store = fold(lobby_store(), seeking("war"), 0.0)
    shown = drawing(store, size=size, now=6.2)
    assert "Quick match" in text(shown)
    assert "14 s" in text(shown)
    assert shown.again_s is not None
    assert press(store, LOOKING, "escape").effects == (m.Withdraw(),)


@pytest.mark.parametrize("size", SIZES)
def test_a_challenge_stands_in_the_lobby_with_the_keys_that_answer_it(size):
    shown = drawing(fold(lobby_store(), challenged(), 0.0), size=size, now=20.0)
    assert "ben challenges you to War" in text(shown)
    assert "40 s to answer" in text(shown)
    assert {"accept", "refuse"} <= {region.command for region in shown.regions}


@pytest.mark.parametrize("size", SIZES)
def test_at_a_table_a_challenge_stands_below_the_board_and_changes_nothing_else(size):
    store = fold(table_store(), challenged(), 0.0)
    before, after = drawing(table_store(), size=size).lines, drawing(store, size=size).lines
    changed = [row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert changed in ([size[1] - 3], [size[1] - 3, size[1] - 1])
    assert "Y accept   N decline" in text(drawing(store, size=size))


@pytest.mark.parametrize("store", [lobby_store(), table_store()], ids=["lobby", "table"])
@pytest.mark.parametrize(("key", "agree"), [("Y", True), ("N", False)])
def test_two_keys_answer_a_challenge_wherever_one_is(store, key, agree):
    asked = fold(store, challenged(number=9), 0.0)
    assert press(asked, LOOKING, key).effects == (m.Respond(ref=0, challenge=9, agree=agree),)
    assert Keymap(store, LOOKING).resolve(key) is None


def test_a_challenge_of_somebody_who_is_muted_is_not_seen():
    muted = UiState(is_new=False, habits=Habits(muted=frozenset({MutedPlayer("ben")})))
    assert "challenges you" not in text(drawing(fold(lobby_store(), challenged(), 0.0), muted))


def test_a_person_in_the_list_is_challenged_to_the_game_played_last():
    lobby = m.Lobby(open=(), live=(), people=("ana", "ben"), ratings=(), bots=(), rooms=0, online=2, moves=0)
    store = lobby_store(lobby=lobby)
    (sent,) = run(store, UiState(pane=4), "choose").effects
    assert (sent.whom, sent.game) == ("ben", "war")
