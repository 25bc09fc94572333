"""Computer players measured: alone, against each other, and against players that only measure others."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from bench.computers.alone import Solo, play_alone
from bench.computers.deals import somewhere
from bench.computers.references import REFERENCES, player
from bench.computers.soak import Soaked
from bench.computers.tower_players import expect, sort_plainly
from bench.computers.towers import PATIENCE, is_finished
from bench.computers.towers import build_alone as build
from bench.server.beside import LEVEL, Passer
from bench.strength import blocky, soak, streets_and_alleys, tower_blaster, war
from bench.strength.contests import ladder
from bench.strength.run import Run, Section
from engines import catalog
from engines.chance import Chance, derive_key
from engines.streets_and_alleys.view import legal
from engines.tower_blaster import rules
from engines.tower_blaster import view as bricks
from server.tools.offline.self_play import Choose, make_local_player, play
from tests.support.games import towers

CHANCE = Chance(bytes(32))
TOWER = catalog.find("tower_blaster").bots
ONE_WRONG = "2 7 13 20 26 31 38 44 50 1"
"""Bricks from 51 up finish it in slot 10."""
SORTED_BACK = "60 9 48 42 36 30 24 18 12 6"
EVERY = [(game, name) for game, names in REFERENCES.items() for name in names]


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


def test_games_alone_can_be_played_again_and_every_decision_is_counted(executor):
    solo = Solo(
        "blocky", {"depth": 2, "moves": 3, "goal": "blob"}, make_local_player(catalog.find("blocky"), "smart-2")
    )
    found = play_alone(solo, 12, bytes(32), executor)
    assert (len(found.scores), len(found.seconds)) == (12, 12 * 3)
    assert found.scores[:5] == play_alone(solo, 5, bytes(32), executor).scores


def test_a_tower_built_alone_is_seen_before_each_turn_and_ends_where_patience_does():
    *seen, end = build(TOWER["careful"], bytes(32))
    assert [view.turns for view in seen] == list(range(0, 2 * len(seen), 2))
    assert is_finished(end)
    assert not any(map(is_finished, seen))
    *seen, end = build(lambda view, chance: bricks.legal(view)[-1], bytes(32))
    assert (len(seen), is_finished(end)) == (PATIENCE // 2, False)


def test_a_passer_may_always_pass_and_leave_the_thinking_to_the_computer():
    game = catalog.find(Passer.game)
    state = game.setup(game.Options(**Passer.options), 2, CHANCE)
    assert Passer.move in map(game.text, game.legal(game.view(state, game.turn(state)[0])))
    assert LEVEL in game.bots


@pytest.mark.slow
def test_hints_are_asked_for_in_the_same_positions_of_a_game_that_goes_on():
    places = [somewhere(number) for number in range(2, 9)]
    assert places == [somewhere(number) for number in range(2, 9)]
    assert any(view.moves[0] for view in places)
    assert all(next(legal(view), None) for view in places)


@pytest.mark.parametrize(("name", "reference"), EVERY)
def test_a_reference_is_no_level_plays_by_the_rules_and_can_be_sent_to_another_process(name, reference):
    game = catalog.find(name)
    assert reference not in game.bots
    measured = pickle.loads(pickle.dumps(player(name, reference)))
    course = play(game, game.Options(), [measured, measured], bytes(32))
    assert course.outcome is not None
    assert course.gave_up == ()


def chosen(choose: Choose, discard: str = "3", pile: str = "", tower: str = ONE_WRONG, take: str = "") -> str:
    """What a player does at a tower, once it has taken a brick from where `take` says."""
    state = towers.table(tower, discard=discard, **({"pile": pile} if pile else {}))
    state = towers.play(state, f"take {take}") if take else state
    return bricks.text(choose(rules.view(state, state.mover), CHANCE))


def test_the_sorter_takes_what_belongs_in_a_slot_that_holds_no_brick_of_its_zone():
    state = towers.table(discard="3 8")
    assert bricks.text(sort_plainly(rules.view(state, 0), CHANCE)) == "take discard"
    assert chosen(sort_plainly, "3 8", tower=SORTED_BACK) == "take pile"
    assert chosen(sort_plainly, pile="8 10", tower=SORTED_BACK, take="pile") == "reject"
    # 53 would win in slot 10, but it belongs in slot 9, which holds 50 of that zone.
    assert chosen(sort_plainly, "3 53") == "take pile"


def test_who_expects_takes_what_wins_rejects_what_saves_nothing_and_counts_on_no_buried_brick():
    assert chosen(expect, "3 53") == "take discard"
    assert chosen(expect, "3 53", take="discard") == "place 10"
    assert chosen(expect, pile="8 10", take="pile") == "reject"
    tower = "4 9 17 20 24 31 40 38 52 57"
    assert chosen(expect, pile="35 1", tower=tower, take="pile") == "place 7"
    # With 32 to 37 buried, nothing will come between 31 and 38.
    assert chosen(expect, "32 33 34 36 37 3", "41 1", tower, "pile") == "place 8"


@pytest.mark.slow
@pytest.mark.parametrize(("choose", "most"), [(sort_plainly, 18), (expect, 11)])
def test_a_tower_is_finished_in_about_as_many_turns_as_is_said(choose: Choose, most: int):
    games = [build(choose, derive_key(bytes(32), str(number))) for number in range(40)]
    assert all(is_finished(game[-1]) for game in games)
    assert sum(len(game) - 1 for game in games) / 40 < most


def test_a_ladder_lets_every_level_play_the_one_below():
    steps, levels = ladder("blocky", {"planner": 10}, 40), list(catalog.find("blocky").bots)
    assert [(step.first, step.second) for step in steps] == list(zip(levels[1:], levels, strict=False))
    assert [step.games for step in steps] == [40, 40, 40, 10]


# Every section of the page, with as few games as may be.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("section", "part", "titles", "first", "aims"),
    [
        (tower_blaster, 0.002, 2, [*TOWER, "sorting", "expecting"], ["9.7 turns or less: ", "85% or more: "]),
        (blocky, 0.004, 6, [*catalog.find("blocky").bots, "smart-100", "honest"], [" or more: "]),
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
def test_streets_and_alleys_measures_the_solver(executor):
    verdicts, spreads, hints = cells(streets_and_alleys.SECTION, executor, 0.01).values()
    assert verdicts[1][3].startswith("40% or more: ")
    assert (sum(int(row[1]) for row in verdicts[2:]), spreads[-1][0]) == (2, "seconds of all")
    assert hints[1][4].startswith("1 s or less: ")


def cells(section: Section, executor: Executor, share: float) -> dict[str, list[list[str]]]:
    """The rows of each table, by its title."""
    tables: dict[str, list[list[str]]] = {}
    for line in section.make(Run(executor, share)):
        if line.startswith("### "):
            rows = tables.setdefault(line.removeprefix("### "), [])
        if line.startswith("| ") and "---" not in line:
            rows.append(line.strip("| ").split(" | "))
    return tables


def test_the_soak_says_of_every_level_whether_anything_went_wrong(executor, monkeypatch):
    monkeypatch.setattr(soak, "levels", lambda names: [("war", "flipper")])
    monkeypatch.setattr(soak, "soak_level", lambda *_: Soaked(games=4, illegal=1))
    ((_, row),) = cells(soak.SECTION, executor, 0.002).values()
    assert (row[:3], row[-1]) == (["war", "flipper", "4"], "nothing goes wrong: **missed**")
