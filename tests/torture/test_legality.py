"""Where a room and the independent oracle judge a move differently, the comparison notices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import catalog
from engines.game import IllegalMoveError, UnreadableMoveError
from server.room import model
from server.room.match import match
from tests.support import facts
from torture.robustness.legality import StateBatch, try_states

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", catalog.games())
def test_every_game_has_an_oracle(game):
    assert facts.oracle(game).states > 0


@pytest.mark.parametrize("game", [name for name, known in facts.games().items() if known.oracle])
def test_a_move_that_is_wrongly_refused_or_accepted_is_noticed(game, monkeypatch):
    """An oracle that is wrong about one seat stands for a room that is."""
    right = facts.oracle(game)
    wrong = replace(right, allows=lambda state, seat, text: right.allows(state, 1 - seat, text))
    monkeypatch.setattr(facts, "oracle", lambda _: wrong)
    assert try_states(StateBatch(game, 10, seed=7)).wrong


def test_a_room_that_takes_moves_about_another_position_is_noticed(monkeypatch):
    monkeypatch.setattr("server.room.step._move", careless)
    assert any("another position" in wrong for wrong in try_states(StateBatch("war", 10, seed=7)).wrong)


def careless(room, now, seat, play):
    """A room's move that does not look at what position the move is about."""
    try:
        after = match.play_move(room.setting, room.sitting, seat, play.move, now)
    except (IllegalMoveError, UnreadableMoveError) as error:
        return model.refuse(room, "illegal", f"That cannot be done: {error}.")
    return model.show_game(model.with_game(room, after))
