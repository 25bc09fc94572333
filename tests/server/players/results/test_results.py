"""What people did in a game: given a room before and after an input, these are their records."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.players.results import results
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.records import ResultRow
from server.players.results.results import GameEnd, finishers
from server.room import step as rooms
from server.room.inputs import (
    AnswerOffer,
    Away,
    Back,
    Claim,
    CloseDeserted,
    CloseTable,
    EndTable,
    Expel,
    Input,
    Leave,
    OfferDraw,
    Rematch,
    Resign,
    TakeBack,
    Tick,
)
from server.room.match.occupants import Computer
from server.room.step import Room
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    DORA,
    after,
    begun,
    choose,
    climb,
    climbing,
    flip,
    flipped,
    person,
    play,
    playing,
)

pytestmark = pytest.mark.usefixtures("climb")

FOUR = (ANN, BEN, CLEO, DORA)
NAME = "KQFM-1"


def peak(*players: int, computers: int = 0, **options) -> Room:
    return climbing(*players, computers=computers, game="peak", **options)


def made(room: Room, event: Input, at: float = 9.0) -> list[ResultRow]:
    """The records that an input makes."""
    return list(results.result_rows(GameEnd(NAME, room, after(room, event, at=at), at)))


def brief(records: list[ResultRow]) -> list[tuple[int, bool, int]]:
    return [(record.player, record.won, record.moves) for record in records]


# Who has finished.


def test_nobody_has_finished_while_the_game_goes_on():
    room = peak(*FOUR)
    later = after(room, play(room, ANN, "1"))
    assert finishers(room, later) == ()
    assert finishers(later, after(later, TakeBack(ANN))) == ()
    assert finishers(begun(), playing()) == ()


def test_what_happens_when_a_game_is_over_finishes_nothing():
    room = after(playing(), Resign(ANN))
    for event in (Rematch(BEN), Leave(BEN), CloseDeserted()):
        assert finishers(room, after(room, event)) == ()


def test_a_room_that_the_house_or_its_owner_closes_finishes_nothing():
    room = playing()
    for event in (CloseDeserted(), EndTable("It ends.")):
        assert finishers(room, after(room, event)) == ()


# What they did.


def test_a_record_says_all_that_there_is_to_say():
    room = peak(ANN, BEN, steps=3, at=100.0)
    room = after(room, play(room, ANN, "1"), at=101.0)
    room = after(room, play(room, BEN, "1"), at=102.0)
    assert made(room, play(room, ANN, "2"), at=107.5) == [
        ResultRow(NAME, 1, 0, ANN, "ann", "peak", "3", 2, 7.5, won=True, solved=True, line="12"),
        ResultRow(NAME, 1, 1, BEN, "ben", "peak", "3", 1, 7.5, won=False, solved=False, line=""),
    ]


def test_without_feats_a_record_says_what_the_room_knows():
    room = climbing(ANN, BEN, steps=3)
    room = after(room, play(room, ANN, "1"), play(room, BEN, "1"))
    assert made(room, play(room, ANN, "2")) == [
        ResultRow(NAME, 1, 0, ANN, "ann", "climb", "", 2, 9.0, won=True, solved=True, line=""),
        ResultRow(NAME, 1, 1, BEN, "ben", "climb", "", 1, 9.0, won=False, solved=False, line=""),
    ]


def test_the_next_game_has_its_own_number_and_its_own_time():
    room = after(playing(), flip(playing(), ANN), Resign(ANN), Rematch(ANN), Rematch(BEN), at=50.0)
    assert room.sitting.number == 2
    room = after(room, flip(room, ANN), at=51.0)
    assert [
        (record.number, record.seat, record.player, record.seconds) for record in made(room, Resign(ANN), 60.0)
    ] == [
        (2, 0, BEN, 10.0),
        (2, 1, ANN, 10.0),
    ]


def test_a_game_that_nobody_moved_in_leaves_no_record_of_one_alone_or_against_computers():
    assert made(peak(ANN, computers=1), Resign(ANN)) == []
    assert made(peak(ANN), Leave(ANN)) == []


@pytest.mark.parametrize("event", [Resign(ANN), Leave(ANN), CloseTable(ANN)], ids=["resigns", "leaves", "closes it"])
def test_who_gives_up_a_dealt_game_against_a_person_has_lost_before_anybody_has_moved(event):
    assert brief(made(peak(ANN, BEN), event)) == [(ANN, False, 0), (BEN, True, 0)]


def test_at_a_table_of_an_older_server_a_game_counts_as_it_did_there():
    assert made(peak(ANN, BEN, chain=1), Resign(ANN)) == []
    room = climb(peak(ANN, BEN, chain=1), ANN)
    assert [ended(room, Resign(player)).rated for player in (ANN, BEN)] == [False, True]


def test_who_gives_up_a_dealt_game_of_several_has_lost_and_the_others_play_on():
    assert brief(made(peak(*FOUR), Leave(ANN))) == [(ANN, False, 0)]
    assert brief(made(peak(ANN, BEN, computers=1), Resign(ANN))) == [(ANN, False, 0)]


def test_a_game_in_which_a_move_was_taken_back_was_played():
    room = peak(ANN)
    room = after(room, play(room, ANN, "1"), TakeBack(ANN))
    assert brief(made(room, Resign(ANN))) == [(ANN, False, 0)]


def test_who_never_moved_has_played_where_another_did():
    room = peak(ANN, BEN, steps=2)
    assert brief(made(room, play(room, ANN, "2"))) == [(ANN, True, 1), (BEN, False, 0)]


def test_computers_have_no_records():
    room = peak(ANN, computers=1, steps=2)
    room = after(room, play(room, ANN, "1"))
    assert brief(made(room, choose(room, 1, "2"))) == [(ANN, False, 1)]


def test_all_who_share_a_victory_have_won():
    room = peak(ANN, BEN, game_s=60)
    room = after(room, play(room, ANN, "1"), play(room, BEN, "1"))
    records = made(room, Tick(), at=60.0)
    assert brief(records) == [(ANN, True, 1), (BEN, True, 1)]
    assert [(record.solved, record.line) for record in records] == [(False, "")] * 2


@pytest.mark.parametrize("event", [Resign(ANN), Leave(ANN)], ids=["resigns", "leaves"])
def test_who_gives_up_has_not_won_and_the_last_one_left_has(event):
    room = peak(ANN, BEN)
    room = after(room, play(room, ANN, "1"))
    records = made(room, event)
    assert brief(records) == [(ANN, False, 1), (BEN, True, 0)]
    assert not any(record.solved for record in records)


def test_who_gives_up_before_the_others_has_played_until_then_and_has_one_record():
    room = peak(*FOUR, steps=2)
    room = after(room, play(room, ANN, "1"), at=1.0)
    (record,) = made(room, Leave(BEN), at=4.0)
    assert (record.player, record.won, record.seconds) == (BEN, False, 4.0)
    room = after(room, Leave(BEN), at=4.0)
    room = after(room, play(room, CLEO, "1"), play(room, DORA, "1"))
    assert brief(made(room, play(room, ANN, "1"))) == [(ANN, True, 2), (CLEO, False, 1), (DORA, False, 1)]


def test_one_alone_has_won_by_what_the_game_is_about():
    room = peak(ANN, steps=3, game_s=60)
    room = after(room, play(room, ANN, "2"))
    (timed_up,) = made(room, Tick(), at=60.0)
    assert (timed_up.won, timed_up.solved, timed_up.line) == (False, False, "")
    (solved,) = made(room, play(room, ANN, "1"))
    assert (solved.won, solved.solved, solved.line) == (True, True, "21")


def test_one_alone_has_won_a_game_without_feats_by_its_ending():
    room = climbing(ANN, steps=3)
    room = after(room, play(room, ANN, "2"))
    assert brief(made(room, play(room, ANN, "1"))) == [(ANN, True, 2)]
    assert brief(made(room, Resign(ANN))) == [(ANN, False, 1)]


def test_a_clock_that_plays_to_the_end_leaves_records_like_people():
    room = begun(person(ANN), Computer("plodder"), game="climb", steps=1, move_s=5)
    (record,) = made(room, Tick(), at=5.0)
    assert (record.won, record.moves, record.seconds) == (True, 1, 5.0)


def test_what_a_room_makes_of_every_input_has_a_record_at_most_once():
    room, kept = peak(*FOUR, steps=4), []
    events = [play(room, ANN, "1"), Resign(CLEO), Leave(ANN), play(room, BEN, "2"), play(room, DORA, "1"), Leave(CLEO)]
    for event in events:
        kept += made(room, event)
        room = rooms.step(room, 9.0, event).room
    kept += made(room, play(room, BEN, "2"))
    assert sorted(record.player for record in kept) == list(FOUR)


# The game as a whole.


def ended(room: Room, event: Input, at: float = 9.0) -> GameRecord | None:
    """The game that an input ends."""
    return results.game_record(GameEnd(NAME, room, after(room, event, at=at), at))


def pair(**changes) -> Room:
    """Ann and ben, who have both moved."""
    room = peak(ANN, BEN, **changes)
    return after(room, play(room, ANN, "1"), play(after(room, play(room, ANN, "1")), BEN, "1"))


def beside_a_computer(*, serious: bool) -> Room:
    """Ann and a computer, who have both moved."""
    room = peak(ANN, computers=1, serious=serious)
    room = after(room, play(room, ANN, "1"))
    return after(room, choose(room, 1))


def test_a_game_says_all_that_there_is_to_say():
    room = pair(steps=3, at=100.0)
    past = ended(room, play(room, ANN, "2"), at=107.5)
    assert (past.room, past.number, past.code, past.game) == (NAME, 1, "KQFM", "peak")
    assert (past.rivals, [player.name for player in past.players]) == (
        (RatedPlayer(ANN), RatedPlayer(BEN)),
        ["ann", "ben"],
    )
    assert (past.ending.winners, past.ending.scores, past.moves, past.seconds) == ((0,), (3, 1), 3, 7.5)
    assert past.options["steps"] == 3
    assert past.commitment == room.deal.commitment.hex()


def test_a_game_is_over_when_it_is_so_for_everybody():
    room = peak(*FOUR, steps=2)
    room = after(room, play(room, ANN, "1"))
    assert ended(room, Leave(BEN)) is None
    room = after(room, Leave(BEN))
    past = ended(room, play(room, CLEO, "2"))
    assert [player.name for player in past.players] == ["ann", "ben", "cleo", "dora"]


def test_a_game_that_nobody_moved_in_against_a_computer_is_none_to_look_back_at():
    assert ended(peak(ANN, computers=1), Resign(ANN)) is None


def alone_at_a_serious_table() -> Room:
    return peak(ANN, computers=1, serious=True)


@pytest.mark.parametrize("dealt", [alone_at_a_serious_table, lambda: peak(ANN, BEN)], ids=["a computer", "a person"])
def test_a_dealt_game_that_somebody_gives_up_is_lost_for_ratings_before_anybody_has_moved(dealt):
    room = dealt()
    for event in (Resign(ANN), CloseTable(ANN)):
        past = ended(room, event)
        assert (past.rated, past.ending.winners, past.moves) == (True, (1,), 0)
    assert brief(made(room, Resign(ANN)))[0] == (ANN, False, 0)


def test_a_rated_game_against_a_computer_is_lost_once_its_time_is_up_with_nobody_there():
    room = alone_at_a_serious_table()
    past = ended(room, CloseDeserted(is_lost=True))
    assert (past.rated, past.ending.winners, past.moves) == (True, (1,), 0)
    assert ended(room, CloseDeserted()) is None, "it was closed early, to make room"


def test_any_other_game_is_nobodys_loss_when_its_time_is_up():
    for room in (peak(ANN, computers=1), peak(ANN, BEN), peak(ANN, BEN, serious=True)):
        assert ended(room, CloseDeserted(is_lost=True)) is None


def test_moves_that_were_taken_back_were_made():
    room = after(pair(), TakeBack(BEN), AnswerOffer(ANN, agree=True))
    past = ended(room, Resign(ANN))
    assert past.moves == 2


def taken_back() -> Room:
    room = after(pair(), TakeBack(BEN), AnswerOffer(ANN, agree=True))
    return after(room, play(room, BEN, "2"))


def moved_once() -> Room:
    return climb(peak(ANN, BEN), ANN)


def played_on_by_a_computer() -> Room:
    room = after(after(pair(), Away(BEN)), Tick(), at=120.0)
    return after(room, Claim(ANN, "computer", "plodder"), at=121.0)


def of_three() -> Room:
    room = peak(ANN, BEN, CLEO)
    for player in (ANN, BEN, CLEO):
        room = climb(room, player)
    return after(room, Leave(CLEO))


def of_luck() -> Room:
    return flipped(playing(), ANN, BEN)


RATED = {
    "one resigns": (pair, Resign(ANN), True),
    "one leaves": (pair, Leave(BEN), True),
    "the host closes the table": (pair, CloseTable(ANN), True),
    "a draw is agreed": (lambda: after(pair(), OfferDraw(ANN)), AnswerOffer(BEN, agree=True), True),
    "a computer lost where nobody is helped": (lambda: beside_a_computer(serious=True), Resign(ANN), True),
    "a computer lost where one is helped": (lambda: beside_a_computer(serious=False), Resign(ANN), False),
    "a move was taken back": (taken_back, Resign(BEN), False),
    "one gives up before their first move": (moved_once, Resign(BEN), True),
    "one who has moved gives up before the other has": (moved_once, Resign(ANN), True),
    "one has not moved when the time is up": (
        lambda: climb(peak(ANN, BEN, game_s=60), ANN),
        Tick(),
        False,
    ),
    "the other was sent away": (pair, Expel(ANN, "ben"), True),
    "a computer played on": (played_on_by_a_computer, Resign(ANN), False),
    "a computer played for a while": (lambda: after(played_on_by_a_computer(), Back(BEN)), Resign(ANN), False),
    "three played": (of_three, Resign(ANN), False),
    "the game is luck": (of_luck, Resign(ANN), False),
}


@pytest.mark.parametrize(("room", "event", "rated"), RATED.values(), ids=RATED)
def test_a_game_between_two_who_played_it_by_themselves_is_rated(room, event, rated):
    assert ended(room(), event, at=122.0).rated is rated


def test_a_host_who_sends_the_other_away_has_lost():
    past = ended(pair(), Expel(ANN, "ben"))
    assert past.ending.winners == (1,)


def test_a_win_that_a_computer_helped_to_is_nobodys_own():
    room = after(played_on_by_a_computer(), Back(BEN))
    won = {row.player: row.won for row in made(room, Resign(ANN), at=122.0)}
    assert won == {ANN: False, BEN: False}


def test_a_draw_that_is_agreed_is_half_a_win_for_both():
    assert ended(after(pair(), OfferDraw(ANN)), AnswerOffer(BEN, agree=True)).score(0, 1) == 0.5


def test_a_computer_goes_by_its_level_and_the_rating_that_is_fixed_for_it():
    past = ended(beside_a_computer(serious=True), Resign(ANN))
    assert past.rivals == (RatedPlayer(ANN), RatedPlayer(COMPUTER, "plodder"))
    assert past.computer_rating == 1400.0


@pytest.mark.parametrize(("homes", "shared"), [(("a", "a"), True), (("a", "b"), False), (("", ""), False)])
def test_it_is_told_whether_two_came_to_the_table_from_one_address(homes, shared):
    people = [replace(person(player), home=home) for player, home in zip((ANN, BEN), homes, strict=True)]
    room = begun(*people, game="peak")
    room = after(room, play(room, ANN, "1"))
    past = ended(room, Resign(BEN))
    assert (past.rated, past.shares_address) == (True, shared)


def test_a_tie_and_a_draw_that_is_agreed_are_told_from_a_win():
    room = after(pair(), OfferDraw(ANN))
    assert [(record.won, record.tied) for record in made(room, AnswerOffer(BEN, agree=True))] == [(False, True)] * 2
    resigned = made(pair(), Resign(ANN))
    assert {(record.player, record.won, record.tied) for record in resigned} == {
        (ANN, False, False),
        (BEN, True, False),
    }


# What leaves no trace.


def traces(room: Room, event: Input) -> tuple[int, bool]:
    """How many records an input makes, and whether the game is kept."""
    end = GameEnd(NAME, room, after(room, event, at=9.0), 9.0)
    return len(list(results.result_rows(end))), results.game_record(end) is not None


@pytest.mark.parametrize("event", [Resign(ANN), Leave(ANN), CloseTable(ANN)], ids=str)
def test_a_game_alone_or_against_computers_that_one_has_not_touched_leaves_no_trace(event):
    together = climbing(ANN, computers=2, together=True)
    for room in (peak(ANN), peak(ANN, computers=1), after(together, choose(together, 1), choose(together, 2))):
        assert traces(room, event) == (0, False)
        assert traces(climb(room, ANN), event) == (1, True)


def test_at_a_serious_table_against_a_computer_it_does():
    assert traces(climbing(ANN, computers=1, serious=True), Resign(ANN)) == (1, True)
