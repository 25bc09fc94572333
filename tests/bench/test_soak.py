"""Every level plays games of every kind, and what goes wrong in them is found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from bench import soak
from bench.soak import Soaked, levels, once, soaked
from bench.soak_tables import NUMBERS, company, options
from engines import catalog
from engines.chance import Chance
from engines.game import Game

pytestmark = pytest.mark.slow

TOWER = catalog.find("tower_blaster")
EVERY = list(levels([]))
GAMES = {"tower_blaster": 20, "blocky": 20, "war": 20, "streets_and_alleys": 4}


def wrong(choose: Callable[..., Any], at_number: int = 10) -> Game[Any, Any, Any]:
    """Tower Blaster with a level that goes wrong somewhere in the middle of a game."""

    def level(view: Any, chance: Chance) -> Any:
        return choose(view) if view.turns > at_number else TOWER.bots["careful"](view, chance)

    return replace(TOWER, bots={"wrong": level})


@pytest.mark.parametrize(("name", "level"), EVERY)
def test_nothing_goes_wrong_in_a_quick_slice(name: str, level: str) -> None:
    games = [once(catalog.find(name), level, number) for number in range(GAMES[name])]
    found = sum(games, Soaked())
    assert found.troubles == ()
    assert found.is_clean
    assert found.games == GAMES[name]
    assert found.moves > 0


def test_an_illegal_move_is_found() -> None:
    found = once(wrong(lambda view: TOWER.read("reject" if view.source is None else "take pile")), "wrong", 0)
    assert (found.illegal, found.broken, found.is_clean) == (1, 0, False)
    assert "number 0, wrong, wrong under Options(" in found.troubles[0]


def test_an_exception_is_found() -> None:
    found = once(wrong(lambda view: view.towers[2]), "wrong", 0)
    assert (found.illegal, found.broken, found.is_clean) == (0, 1, False)
    assert "IndexError" in found.troubles[0]


def test_a_move_that_is_none_is_found() -> None:
    assert not once(wrong(lambda view: "take pile"), "wrong", 0).is_clean


def test_a_game_that_nobody_ends_is_found() -> None:
    endless = replace(wrong(TOWER.default), Options=lambda **options: TOWER.Options())
    found = once(endless, "wrong", 0)
    assert (found.unfinished, found.is_clean) == (1, False)


def test_to_give_up_is_no_mistake() -> None:
    found = once(wrong(lambda view: None), "wrong", 0)
    assert (found.given_up, found.is_clean) == (1, True)


def test_everything_wrong_is_told_with_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "soaked", lambda *_: Soaked(games=3, illegal=1, troubles=("  number 2: no",)))
    assert soak.main(["war", "--processes", "1"]) == soak.EXIT_FAILURE
    out = capsys.readouterr().out
    assert out.splitlines()[1].split() == ["war", "flipper", "3", "0", "1", "0", "0", "0"]
    assert "  number 2: no" in out


def test_a_clean_soak_is_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["war", "--games", "10", "--processes", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["war", "flipper", "10"]


def test_games_that_follow_are_those_one_would_have_played_at_once() -> None:
    with ThreadPoolExecutor(1) as executor:
        first, second, both = (
            soaked("war", "flipper", numbers, executor) for numbers in (range(5), range(5, 12), range(12))
        )
    assert first + second == both


def test_no_game_begins_when_the_time_is_up() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert soaked("war", "flipper", range(10), executor, -1).games == 0


@pytest.mark.parametrize("game", catalog.games().values(), ids=lambda game: game.name)
def test_every_option_and_number_of_seats_comes_up(game: Game[Any, Any, Any]) -> None:
    tables = [options(game, Chance(bytes(32), number)) for number in range(400)]
    for name in NUMBERS[game.name]:
        assert len({getattr(table, name) for table in tables}) > 3
    companies = [company(game, next(iter(game.bots)), Chance(bytes(32), number)) for number in range(400)]
    assert {len(each) for each in companies} == set(game.seats)
    assert {level for each in companies for level in each} == set(game.bots)


def test_the_level_sits_at_every_table_and_in_every_seat() -> None:
    blocky = catalog.find("blocky")
    companies = [company(blocky, "wise-20", Chance(bytes(32), number)) for number in range(200)]
    assert all("wise-20" in each for each in companies)
    assert {each.index("wise-20") for each in companies} == {0, 1, 2, 3}


def test_every_depth_of_a_board_and_every_choice_comes_up() -> None:
    tables = [options(catalog.find("blocky"), Chance(bytes(32), number)) for number in range(600)]
    assert {table.depth for table in tables} == {2, 3, 4, 5}
    assert {table.goal for table in tables} == {"random", "blob", "perimeter"}
    assert max(table.moves for table in tables) > 20
