"""What one has done in a game: when it is asked for, and how it is said."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from msgspec.structs import replace as replace_struct

from client.commands.verbs.context import VerbArguments
from client.commands.verbs.game import read_stats
from client.state.defaults import REF
from client.state.habits import Habits
from client.state.phrases.records import (
    StatsRequest,
    deal_of,
    describe_solution,
    duration_text,
    known_stats,
    rows,
    sentences,
    stats_request,
)
from client.state.store import FollowedTable, Link, Store
from client.state.table_view import read_table
from protocol import messages as m
from tests.support.builders.sheets import sheet
from tests.support.builders.stores import WAR, rating, records, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games import pegs
from tests.support.games.street_tables import STREET, seen, street_table
from tests.support.games.streets import race
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import for_each, golden_test

PEGS = sheet("pegs", "Pegs", 1)
TOLD = records(
    "pegs", played=11, won=4, streak=2, longest=3, best_moves=118, average_moves=131.25, best_s=134.6,
    average_s=185.0, deal="7", deal_moves=112, deal_by="ben",
)  # fmt: skip
BEN = m.Opponent(kind="person", name="ben", played=3, won=2, lost=0)
COMPUTER = m.Opponent(kind="computer", name="wise-4", played=1, won=0, lost=1)


@pytest.fixture(autouse=True)
def known_pegs() -> Iterator[None]:
    with pegs.known():
        yield


def at_pegs(**changes) -> Store:
    return table_store(msgspec.structs.replace(pegs.pegs_table(), **changes), games=(PEGS,))


# When.


def test_a_table_is_an_occasion_until_its_game_is_over_and_then_another():
    recall = m.GetStats(ref=REF, game="pegs", deal="7")
    assert (
        stats_request(at_pegs())
        == stats_request(at_pegs(seq=9, ply=5))
        == StatsRequest("KQFM", 1, is_over=False, recall=recall)
    )
    assert stats_request(at_pegs(phase="over")) == StatsRequest("KQFM", 1, is_over=True, recall=recall)
    assert stats_request(at_pegs(number=2)) == StatsRequest("KQFM", 2, is_over=False, recall=recall)


@pytest.mark.parametrize(
    "store",
    [Store(), table_store(), table_store(war_table(war_view(), game="chess"))],
    ids=["at no table", "deals without names", "an unknown game"],
)
def test_there_is_no_occasion(store):
    assert stats_request(store) is None
    assert deal_of(store.seated) is None


@pytest.mark.parametrize("changes", [{"seat": None}, {"view": None}], ids=["watching", "before the game"])
def test_there_is_no_occasion_at_a_table_where_one_does_not_play(changes):
    assert stats_request(at_pegs(**changes)) is None


def test_the_end_of_a_game_that_may_be_rated_is_an_occasion_and_no_other_moment_of_it():
    over = war_table(war_view(), game="tower_blaster", phase="over", turn=())
    recall = m.GetStats(ref=REF, game="tower_blaster", deal=None)
    store = table_store(over, games=(TOWER,))
    assert stats_request(store) == StatsRequest("KQFM", 1, is_over=True, recall=recall)
    for changes in ({"phase": "playing"}, {"chairs": over.chairs[:1]}, {"game": "war"}):
        assert stats_request(table_store(replace_struct(over, **changes), games=(TOWER, WAR))) is None


def test_there_is_no_occasion_without_a_connection():
    assert stats_request(replace(at_pegs(), link=Link("down"))) is None


def test_who_asks_at_the_table_asks_for_its_deal_too():
    assert read_stats(VerbArguments((), at_pegs(), Habits())) == m.GetStats(ref=REF, game="pegs", deal="7")


# What.


def test_what_is_known_of_another_deal_is_not_said_of_this_one():
    assert known_stats(replace(at_pegs(), records={"pegs": TOLD})) == TOLD
    other = known_stats(replace(at_pegs(), records={"pegs": msgspec.structs.replace(TOLD, deal="8")}))
    assert other is not None
    assert (other.won, other.best_moves, other.deal, other.deal_moves, other.deal_by) == (4, 118, None, None, None)
    assert known_stats(at_pegs()) is None
    assert known_stats(Store(records={"pegs": TOLD})) is None


# How.


def test_a_deal_solved_alone_is_told_with_the_best_that_anybody_did():
    ending = m.Ending(scores=(52,), winners=(0,), reason="All cards are on the foundations.")
    table = street_table(seen(race(STREET)), phase="over", turn=(), ending=ending, lasted_s=134.6)
    solved = read_table(FollowedTable(table, 0.0))
    assert describe_solution(solved, None) == ("3/52  0 moves  2 min 14 s",)
    told = records(played=1, won=1, deal="48213", deal_moves=112, deal_by="ben")
    assert describe_solution(solved, told)[1:] == ("Deal 48213: best 112 moves by ben",)
    assert describe_solution(read_table(FollowedTable(replace_struct(table, ending=None), 0.0)), told) == ()


SAID = {
    "a rating and opponents are told with the rest": lambda: [
        row
        for row in rows(records("blocky", played=4, won=2, rating=rating(), opponents=(BEN, COMPUTER)))
        if row[0].startswith(("Rat", "Against"))
    ],
    "everything is said in rows and in sentences": lambda: (tuple(rows(TOLD)), sentences(TOLD, "Pegs")),
    "who has won nothing has no best": lambda: [about for about, _ in rows(records(played=3))],
    "who has played nothing hears of the deal alone": lambda: sentences(records("pegs", deal="7"), "Pegs"),
    "a time is said as exactly as anybody wants to know": lambda: for_each(
        duration_text, [0.0, 59.9, 60.0, 3599.0, 7320.0]
    ),
}

test_said = golden_test(__name__, SAID)
