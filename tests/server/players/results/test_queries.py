"""What a player is told who asks what has become of games."""

from __future__ import annotations

import msgspec

from protocol import messages as m
from server.players.results import queries
from server.players.results.game_record import RatedPlayer
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import PAGE_GAMES, HeadToHead, PlayerRating, StoredGame
from server.players.results.records import PlayerStats, ResultRow, Solution
from tests.support.builders.game_records import ANN, BEN, PLODDER, between

ASKED = m.GetStats(ref=7, game="peak", deal="48213")
SURE = PlayerRating(GlickoRating(1650.0, 80.0), "ann", 12, 8.5, "KQFM", 3)
UNSURE = PlayerRating(GlickoRating(1700.0, 250.0), "ben", 2, 90.0, "KQFM", 4)


def record(moves=110, seconds=90.5, *, won=True, solved=True):
    return ResultRow("KQFM-1", 1, 0, ANN, "ann", "peak", "48213", moves, seconds, won=won, solved=solved, line="")


# Records.


def test_averages_are_over_the_games_solved():
    standing = PlayerStats()
    for each in (record(), record(won=False, solved=False), record(131, 60.0), record(solved=False)):
        standing = standing.after(each)
    told = queries.stats_answer(ASKED, standing, Solution(99, "ben", "bb"), None, ())
    assert told == m.Stats(
        ref=7, game="peak", played=4, won=3, streak=2, longest=2, best_moves=110, average_moves=120.5, best_s=60.0,
        average_s=75.25, deal="48213", deal_moves=99, deal_by="ben", deal_line="bb", rating=None, opponents=(),
    )  # fmt: skip


def test_where_nothing_is_known_nothing_is_told():
    told = queries.stats_answer(m.GetStats(ref=7, game="war", deal=None), PlayerStats(), None, None, ())
    assert (told.played, told.won, told.streak, told.longest, told.opponents) == (0, 0, 0, 0, ())
    others = set(m.Stats.__struct_fields__) - {"ref", "game", "played", "won", "streak", "longest", "opponents"}
    assert {getattr(told, name) for name in others} == {None}


def test_a_solution_that_may_not_be_read_is_told_without_its_line():
    told = queries.stats_answer(ASKED, PlayerStats(), Solution(99, "ben", ""), None, ())
    assert (told.deal_moves, told.deal_by, told.deal_line) == (99, "ben", None)


def test_ratings_and_opponents_are_told_with_records():
    met = [(RatedPlayer(BEN), HeadToHead("ben", 3, 2, 1)), (PLODDER, HeadToHead("plodder", 1, 0, 0))]
    told = queries.stats_answer(ASKED, PlayerStats(), None, SURE, met)
    assert told.rating == m.Rating(
        rating=1650.0, deviation=80.0, provisional=False, games=12, change=8.5, room="KQFM", number=3
    )
    assert [(each.kind, each.name, each.played, each.won, each.lost) for each in told.opponents] == [
        ("person", "ben", 3, 2, 1),
        ("computer", "plodder", 1, 0, 0),
    ]


# Past games.


def test_a_page_of_games_says_whether_there_are_more():
    asked = m.GetHistory(ref=3, game=None, room=None, before=None)
    found = [StoredGame(past, 1_000, between(BEN, ANN), 1) for past in range(PAGE_GAMES + 1, 0, -1)]
    for kept, more in ((found, True), (found[1:], False), ([], False)):
        told = queries.history_answer(asked, kept)
        assert (told.ref, len(told.games), told.more) == (3, min(len(kept), PAGE_GAMES), more)


def test_a_game_is_told_whole():
    (told,) = queries.history_answer(m.GetHistory(ref=3, game=None, room=None, before=None), [
        StoredGame(5, 1_000, between(BEN, ANN, serious=True), 1)
    ]).games  # fmt: skip
    assert (told.past, told.ended, told.seat, told.room, told.serious, told.rated) == (5, 1_000, 1, "KQFM", True, True)
    assert [player.name for player in told.players] == ["ben", "ann"]


# Leaders.


def test_leaders_have_places_but_for_provisional_ones_and_one_knows_oneself():
    told = queries.leaders_answer(
        m.GetLeaders(ref=2, game="peak"), [(RatedPlayer(ANN), SURE), (RatedPlayer(BEN), UNSURE)], ANN
    )
    assert [(each.rank, each.name, each.yours) for each in told.leaders] == [(1, "ann", True), (None, "ben", False)]
    computer = queries.leaders_answer(m.GetLeaders(ref=2, game="peak"), [(PLODDER, SURE)], ANN).leaders[0]
    assert (computer.kind, computer.yours) == ("computer", False)


def test_the_longest_page_fits_into_a_frame():
    asked = m.GetHistory(ref=3, game=None, room=None, before=None)
    game = between(ANN, BEN, options={f"option_{number}": "x" * 20 for number in range(8)})
    told = queries.history_answer(asked, [StoredGame(2**40, 2**40, game, 0)] * PAGE_GAMES)
    assert len(msgspec.msgpack.encode(told)) < 64 * 1024
