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
from tests.support.builders.lobbies import SIZES
from tests.support.builders.scenes import lines
from tests.support.builders.stores import challenged, lobby_store, seeking, table_store
from tests.support.golden.sentences import for_each, golden_test

LOOKING = UiState(is_new=False)


def drawing(store, ui=LOOKING, size=(80, 24), now=0.0):
    return page.draw(store, ui, size, now)


def at_each_size(store, now):
    """The lower part of the screen, and what can be clicked there to answer."""
    return for_each(
        lambda columns, rows: (
            lines(shown := drawing(store, size=(columns, rows), now=now))[-9:],
            [region.command for region in shown.regions if region.command in ("accept", "refuse", "withdraw")],
            f"drawn again after {shown.again_s} s",
        ),
        SIZES,
    )


def test_who_waits_can_stop():
    store = fold(lobby_store(), seeking("war"), 0.0)
    assert press(store, LOOKING, "escape").effects == (m.Withdraw(),)


@pytest.mark.parametrize("size", SIZES)
def test_at_a_table_a_challenge_stands_below_the_board_and_changes_nothing_else(size):
    store = fold(table_store(), challenged(), 0.0)
    before, after = drawing(table_store(), size=size).lines, drawing(store, size=size).lines
    changed = [row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    strip = [size[1] - 4, size[1] - 3] if size[0] < 80 else [size[1] - 3]  # a long question takes two rows
    assert changed in (strip, [*strip, size[1] - 1])


@pytest.mark.parametrize("store", [lobby_store(), table_store()], ids=["lobby", "table"])
@pytest.mark.parametrize(("key", "agree"), [("Y", True), ("N", False)])
def test_two_keys_answer_a_challenge_wherever_one_is(store, key, agree):
    asked = fold(store, challenged(number=9), 0.0)
    assert press(asked, LOOKING, key).effects == (m.Respond(ref=0, challenge=9, agree=agree),)
    assert Keymap(store, LOOKING).resolve(key) is None


def test_a_challenge_of_somebody_who_is_muted_is_not_seen():
    muted = UiState(is_new=False, habits=Habits(muted=frozenset({MutedPlayer("ben")})))
    asked = fold(lobby_store(), challenged(), 0.0)
    assert drawing(asked, muted).lines == drawing(lobby_store()).lines != drawing(asked).lines


def test_a_person_in_the_list_is_challenged_to_the_game_played_last():
    lobby = m.Lobby(open=(), live=(), people=("ana", "ben"), ratings=(), bots=(), rooms=0, online=2, moves=0)
    store = lobby_store(lobby=lobby)
    (sent,) = run(store, UiState(pane=4), "choose").effects
    assert (sent.whom, sent.game) == ("ben", "war")


SAID = {
    "who waits sees how long in the lobby": lambda: at_each_size(fold(lobby_store(), seeking("war"), 0.0), 6.2),
    "a challenge stands in the lobby with what answers it": lambda: at_each_size(
        fold(lobby_store(), challenged(), 0.0), 20.0
    ),
    "a challenge stands below the board with what answers it": lambda: at_each_size(
        fold(table_store(), challenged(), 0.0), 20.0
    ),
}

test_said = golden_test(__name__, SAID)
