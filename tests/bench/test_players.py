"""Computer players measured: alone, against each other, and against players that only measure others."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise

import pytest

from bench.computers.references import REFERENCES, player
from bench.computers.tower_players import expect, sort_plainly
from bench.computers.towers import build_alone as build
from bench.computers.towers import is_finished
from bench.strength import blocky, numbered, sections, tower_blaster, war
from bench.strength.run import Run, Section
from engines import catalog
from engines.chance import derive_key
from server.tools.offline.self_play import Choose, play

TOWER = catalog.find("tower_blaster").bots.names


EVERY = [(game, name) for game, names in REFERENCES.items() for name in names]


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.mark.parametrize(("name", "reference"), EVERY)
def test_a_reference_is_no_level_plays_by_the_rules_and_can_be_sent_to_another_process(name, reference):
    game = catalog.find(name)
    assert game.bots.find(reference) is None
    measured = pickle.loads(pickle.dumps(player(name, reference)))
    course = play(game, game.rules.Options(), [measured, measured], bytes(32))
    assert course.outcome is not None
    assert course.gave_up == ()


@pytest.mark.slow
@pytest.mark.parametrize(("choose", "most"), [(sort_plainly, 18), (expect, 11)])
def test_a_tower_is_finished_in_about_as_many_turns_as_is_said(choose: Choose, most: int):
    games = [build(choose, derive_key(bytes(32), str(number))) for number in range(40)]
    assert all(is_finished(game[-1]) for game in games)
    assert sum(len(game) - 1 for game in games) / 40 < most


# Every section of the page, with as few games as may be.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("section", "part", "titles", "first", "aims"),
    [
        (tower_blaster, 0.002, 2, [*TOWER, "sorting", "expecting"], ["9.7 turns or less: ", "85% or more: "]),
        (blocky, 0.004, 6, [*catalog.find("blocky").bots.names, blocky.MEASURE, "honest"], [" or more: "]),
        (war, 0.02, 3, ["normal", "suits", "scouts"], ["3/51 = 5.9%: ", "12/51 = 23.5%: ", "50.0%: "]),
    ],
    ids=["tower_blaster", "blocky", "war"],
)
def test_a_section_measures_every_level_and_reference_and_judges(
    executor, monkeypatch, section, part, titles, first, aims
):
    monkeypatch.setattr(blocky, "MOVES", 1)
    tables = [*cells(section.SECTION, executor, part).values()]
    assert len(tables) == titles
    assert [row[0] for row in tables[0][1:]] == first
    assert all(any(aim in cell for rows in tables for row in rows for cell in row) for aim in aims)


@pytest.mark.slow
def test_a_game_without_a_section_of_its_own_has_the_ladder_of_its_levels(executor, monkeypatch):
    monkeypatch.setattr(sections, "find_spec", lambda _: None)
    (rows,) = cells(sections._section("tower_blaster"), executor, 0.002).values()
    assert [tuple(row[:2]) for row in rows[1:]] == [(above, below) for below, above in pairwise(TOWER)]


@pytest.mark.slow
def test_levels_with_a_number_are_measured_against_a_listed_one(executor, monkeypatch):
    monkeypatch.setattr(numbered, "sample", lambda numbers: numbers[:2])
    tables = cells(numbered.SECTION, executor, 0.002)
    assert [row[:3] for row in tables["Blocky: smart"][1:]] == [["smart-1", "wise-4", "2"], ["smart-2", "wise-4", "2"]]
    assert len(tables) == sum(len(game.bots.numbered) for game in catalog.games().values())


def test_every_game_has_a_section_and_the_soak_is_the_last():
    assert [*sections.sections()] == [*catalog.games(), "numbered", "soak"]


def cells(section: Section, executor: Executor, share: float) -> dict[str, list[list[str]]]:
    """The rows of each table, by its title."""
    tables: dict[str, list[list[str]]] = {}
    for line in section.make(Run(executor, share)):
        if line.startswith("### "):
            rows = tables.setdefault(line.removeprefix("### "), [])
        if line.startswith("| ") and "---" not in line:
            rows.append(line.strip("| ").split(" | "))
    return tables


@pytest.mark.parametrize(
    ("numbers", "taken"),
    [
        (range(1, 1000), (1, 5, 25, 125, 625, 999)),
        (range(7), (0, 5, 6)),
        (range(2, 12, 2), (2, 10)),
        (range(3, 4), (3,)),
    ],
)
def test_of_levels_with_a_number_the_first_the_last_and_some_between_are_measured(numbers, taken):
    assert numbered.sample(numbers) == taken
