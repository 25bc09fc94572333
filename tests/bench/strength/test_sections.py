"""Every section of the page can be made, here with as few games as may be."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from bench.soak import Soaked
from bench.strength import blocky, soak, streets_and_alleys, tower_blaster, war
from bench.strength.run import Run, Section
from engines import catalog

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


def cells(section: Section, executor: Executor, share: float) -> dict[str, list[list[str]]]:
    """The rows of each table, by its title."""
    tables: dict[str, list[list[str]]] = {}
    for line in section.make(Run(executor, share)):
        if line.startswith("### "):
            rows = tables.setdefault(line.removeprefix("### "), [])
        if line.startswith("| ") and "---" not in line:
            rows.append(line.strip("| ").split(" | "))
    return tables


def test_tower_blaster_measures_every_level_and_both_references(executor: Executor) -> None:
    towers, races = cells(tower_blaster.SECTION, executor, 0.002).values()
    levels = list(catalog.find("tower_blaster").bots)
    assert [row[0] for row in towers[1:]] == [*levels, "sorting", "expecting"]
    assert [row[0] for row in races[1:]] == [*levels[1:], "foreseeing", "foreseeing"]
    assert [row[1] for row in races[1:]] == [*levels[:-1], "sorting", "expecting"]
    assert towers[levels.index("foreseeing") + 1][5].startswith("9.7 turns or less: ")
    assert races[-2][7].startswith("85% or more: ")


def test_blocky_measures_both_goals_alone_and_at_two_depths(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocky, "MOVES", 1)
    tables = cells(blocky.SECTION, executor, 0.004)
    assert len(tables) == 6
    alone = next(iter(tables.values()))
    assert [row[0] for row in alone[1:]] == [*catalog.find("blocky").bots, "smart-100", "honest"]
    against = [rows[-1] for title, rows in tables.items() if title.startswith("Two seats")]
    assert [row[:2] for row in against] == [["planner", "smart-100"]] * 4
    assert sum("or more: " in row[7] for row in against) == 2


def test_war_judges_what_chance_must_do(executor: Executor) -> None:
    first, winners, scores = cells(war.SECTION, executor, 0.02).values()
    assert [row[0] for row in first[1:]] == ["normal", "suits", "scouts"]
    assert first[1][3].startswith("3/51 = 5.9%: ")
    assert first[2][3].startswith("12/51 = 23.5%: ")
    assert all(row[5].startswith("50.0%: ") for row in winners[1:])
    assert [26 - float(row[1].split()[0]) < 3 for row in scores[1:]] == [True] * 3


def test_streets_and_alleys_measures_the_solver(executor: Executor) -> None:
    verdicts, spreads, hints = cells(streets_and_alleys.SECTION, executor, 0.01).values()
    assert verdicts[1][3].startswith("40% or more: ")
    assert sum(int(row[1]) for row in verdicts[2:]) == 2
    assert spreads[-1][0] == "seconds of all"
    assert hints[1][4].startswith("1 s or less: ")


def test_the_soak_says_of_every_level_whether_anything_went_wrong(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "levels", lambda names: [("war", "flipper")])
    ((_, row),) = cells(soak.SECTION, executor, 0.002).values()
    assert (row[:3], row[-1]) == (["war", "flipper", "4"], "nothing goes wrong: met")
    monkeypatch.setattr(soak, "soaked", lambda *_: Soaked(games=4, illegal=1))
    ((_, row),) = cells(soak.SECTION, executor, 0.002).values()
    assert row[-1] == "nothing goes wrong: **missed**"
