"""What rooms show of moves taken back and of giving up, as clients say it: from every seat, and from none."""

from __future__ import annotations

import pytest

from client.state.phrases.offers import outcome
from client.state.phrases.players import describe_arrivals
from client.state.reading import names
from engines import catalog
from server.room.inputs import AnswerOffer, Leave, Resign, TakeBack, Tick
from server.room.match.offers import OFFER_S
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, after, climbing, play
from tests.support.games.climb import GAME

YES, NO = True, False
PEOPLE = (ANN, BEN, CLEO)
ASKED = [ANN, TakeBack(ANN)]
"""ann goes up a step, and asks to take that back."""


@pytest.fixture(autouse=True)
def climb(monkeypatch):
    hosted = {**catalog.games(), GAME.name: GAME}
    monkeypatch.setattr(catalog, "games", lambda: hosted)


def rooms(*events, players=PEOPLE, computers=0, **options):
    """The room before the last of these events and after it; a player among them stands for their move."""
    room, now = climbing(*players, computers=computers, **options), 0.0
    for event in events:
        now += OFFER_S if isinstance(event, Tick) else 1.0
        before, room = room, after(room, play(room, event, "1") if isinstance(event, int) else event, at=now)
    return before, room


def seen(room, players=PEOPLE):
    """What ann, the others in turn and a spectator are shown."""
    return [table(room, seat, 0.0) for seat in (*range(len(players)), None)]


def told(*events, players=PEOPLE, **options):
    """What each of them reads of a takeback at last."""
    _, room = rooms(*events, players=players, **options)
    return [outcome(each, names(each)) for each in seen(room, players)]


def test_a_move_that_all_agree_to_take_back_is_taken_back_before_everybody():
    theirs = "ann took back their last move."
    assert told(*ASKED, AnswerOffer(BEN, YES), AnswerOffer(CLEO, YES)) == [
        "You took back your last move.",
        *[theirs] * 3,
    ]
    assert told(ANN, BEN, CLEO, TakeBack(CLEO), AnswerOffer(ANN, YES), AnswerOffer(BEN, YES)) == [
        *["cleo took back their last move."] * 2, "You took back your last move.", "cleo took back their last move.",
    ]  # fmt: skip


def test_one_person_alone_or_against_computers_takes_back_at_once():
    for computers in (0, 1):
        assert told(*ASKED, players=(ANN,), computers=computers) == [
            "You took back your last move.", "ann took back their last move.",
        ]  # fmt: skip


def test_a_move_that_somebody_will_not_let_go_stands():
    stands = ["The last move of ann stands."] * 3
    assert told(*ASKED, AnswerOffer(BEN, NO)) == ["ben declined.", *stands]
    assert told(*ASKED, AnswerOffer(BEN, YES), AnswerOffer(CLEO, NO)) == ["cleo declined.", *stands]
    assert told(*ASKED, Tick()) == ["The time to answer ran out.", *stands]
    assert told(*ASKED, Tick(), move_s=20) == ["The time to answer ran out.", *stands]


def test_a_move_of_the_next_ends_the_question():
    assert told(*ASKED, BEN) == ["ben moved on.", "", "", ""]


def test_what_became_of_it_is_told_once():
    assert set(told(*ASKED, AnswerOffer(BEN, NO), BEN)) == {""}
    assert set(told(*ASKED, AnswerOffer(BEN, YES), AnswerOffer(CLEO, YES), Resign(BEN))) == {""}
    assert set(told(Resign(CLEO), *ASKED, AnswerOffer(BEN, NO), Leave(CLEO))) == {""}


def test_nothing_has_come_of_it_before_everybody_has_answered():
    assert told(*ASKED, AnswerOffer(BEN, YES)) == ["", "", "", ""]


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (Leave(CLEO), ["cleo left the table."] * 3),
        (Resign(CLEO), ["cleo resigned.", "cleo resigned.", "You gave up.", "cleo resigned."]),
    ],
    ids=["left", "resigned"],
)
def test_a_departure_ends_the_question_without_a_word_of_refusal(event, sentences):
    assert set(told(*ASKED, event)) == {""}
    before, later = (seen(room) for room in rooms(*ASKED, event))
    assert [sentence for each in zip(before, later, strict=True) for sentence in describe_arrivals(*each)] == sentences


def test_moves_that_everybody_makes_at_once_are_none_taken_back():
    assert told(ANN, CLEO, BEN, ANN, together=True) == ["", "", "", ""]


def test_moves_that_the_clock_makes_are_none_taken_back():
    assert told(Tick(), Tick(), players=(ANN,), move_s=int(OFFER_S)) == ["", ""]
    assert told(Tick(), Tick(), players=(ANN, BEN), move_s=int(OFFER_S)) == ["", "", ""]
