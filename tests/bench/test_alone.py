"""Computer players that play alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench.alone import Reached, Solo, alone
from engines import catalog
from server.playing import of_level

SMALL = Solo("blocky", {"depth": 2, "moves": 3, "goal": "blob"}, of_level(catalog.find("blocky"), "smart-2"))


def reached(solo: Solo, games: int) -> Reached:
    with ThreadPoolExecutor(1) as executor:
        return alone(solo, games, bytes(32), executor)


def test_every_game_and_every_decision_is_counted() -> None:
    found = reached(SMALL, 12)
    assert len(found.scores) == 12
    assert len(found.seconds) == 12 * 3


def test_games_alone_can_be_played_again() -> None:
    assert reached(SMALL, 4).scores == reached(SMALL, 4).scores


def test_more_games_are_the_same_ones_and_more() -> None:
    assert reached(SMALL, 12).scores[:5] == reached(SMALL, 5).scores
