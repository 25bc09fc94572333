"""Every level plays games of every kind, and what goes wrong in them is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bench.computers.soak import Soaked, levels, play_once
from bench.computers.soak_tables import company, options
from engines import catalog
from engines.chance import Chance
from engines.game import Game
from tests.support import facts
from tests.support.builders.changed_games import with_bots

pytestmark = pytest.mark.slow

TOWER = catalog.find("tower_blaster")
EVERY = list(levels([]))


def wrong(choose: Callable[..., Any], at_number: int = 10) -> Game[Any, Any, Any]:
    """Tower Blaster with a level that goes wrong somewhere in the middle of a game."""

    def level(view: Any, chance: Chance) -> Any:
        return choose(view) if view.turns > at_number else TOWER.bots["careful"].choose(view, chance)

    return with_bots(TOWER, wrong=level)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=pytest.mark.thorough if level in facts.find(name).soak.patient else ())
        for name, level in EVERY
        if name in facts.games()
    ],
)
def test_nothing_goes_wrong_in_a_quick_slice(name: str, level: str) -> None:
    count = facts.find(name).soak.games
    found = sum((play_once(catalog.find(name), level, number) for number in range(count)), Soaked())
    assert found.troubles == ()
    assert found.is_clean
    assert found.games == count
    assert found.moves > 0


@pytest.mark.parametrize(
    ("choose", "illegal", "trouble"),
    [
        (
            lambda view: TOWER.rules.read("reject" if view.source is None else "take pile"),
            1,
            "number 0, wrong, wrong under",
        ),
        (lambda view: view.towers[2], 0, "IndexError"),
    ],
    ids=["an illegal move", "an exception"],
)
def test_what_goes_wrong_is_found(choose: Callable[..., Any], illegal: int, trouble: str) -> None:
    found = play_once(wrong(choose), "wrong", 0)
    assert (found.illegal, found.broken, found.is_clean) == (illegal, 1 - illegal, False)
    assert trouble in found.troubles[0]


@pytest.mark.parametrize("game", [catalog.find(name) for name in facts.games()], ids=lambda game: game.name)
def test_every_option_and_number_of_seats_comes_up(game: Game[Any, Any, Any]) -> None:
    tables = [options(game, Chance(bytes(32), number)) for number in range(400)]
    for name in facts.find(game.name).soak.numbers:
        assert len({getattr(table, name) for table in tables}) > 3
    level = game.bots.names[0]
    companies = [company(game, level, Chance(bytes(32), number)) for number in range(400)]
    assert {seat for each in companies for seat, who in enumerate(each) if who == level} == set(range(game.seats[-1]))
    assert {len(each) for each in companies} == set(game.seats)
    assert {level for each in companies for level in each} == set(game.bots.names)
