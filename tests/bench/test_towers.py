"""Towers built alone."""

from __future__ import annotations

from bench.towers import PATIENCE, alone, finished
from engines.chance import Chance
from engines.tower_blaster.bots import BOTS
from engines.tower_blaster.view import Move, View, legal


def idle(view: View, chance: Chance) -> Move:
    return legal(view)[-1]


def test_a_game_alone_is_seen_before_each_turn_and_at_its_end() -> None:
    *seen, end = alone(BOTS["careful"], bytes(32))
    assert [view.turns for view in seen] == list(range(0, 2 * len(seen), 2))
    assert finished(end)
    assert not any(map(finished, seen))


def test_a_game_alone_can_be_played_again() -> None:
    assert alone(BOTS["careful"], bytes(32)) == alone(BOTS["careful"], bytes(32))


def test_a_player_who_never_finishes_is_called_frozen() -> None:
    *seen, end = alone(idle, bytes(32))
    assert (len(seen), finished(end)) == (PATIENCE // 2, False)
