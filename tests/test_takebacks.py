"""What rooms show of moves taken back, as clients understand it: from every seat, and from none."""

from __future__ import annotations

import pytest

from client.store import Sent, Store, fold
from client.tables import names
from client.takebacks import outcome
from engines import catalog
from protocol import messages as m
from server.inputs import Answer, Leave, Play, Resign, TakeBack, Tick
from server.sitting import REQUEST_S
from server.tables import table
from tests.support.climb import GAME
from tests.support.rooms import ANN, BEN, CLEO, after, climbing, play

YES, NO = True, False
PEOPLE = (ANN, BEN, CLEO)
ASKED = [ANN, TakeBack(ANN)]
"""ann goes up a step, and asks to take that back."""


@pytest.fixture(autouse=True)
def climb(monkeypatch):
    hosted = {**catalog.games(), GAME.name: GAME}
    monkeypatch.setattr(catalog, "games", lambda: hosted)


def told(*events, players=PEOPLE, computers=0, **options):
    """What ann, the others in turn and a spectator read at last; a player among the events stands for their move."""
    room, now = climbing(*players, computers=computers, **options), 0.0
    seats = (*range(len(players)), None)
    stores = {seat: fold(Store(), table(room, seat, now), now) for seat in seats}
    for event in events:
        done = play(room, event, "1") if isinstance(event, int) else event
        now += REQUEST_S if isinstance(done, Tick) else 1.0
        if isinstance(done, Play):
            seat = room.seat_of(done.player)
            sent = m.Play(room=room.setting.code, number=done.number, ply=done.ply, move=done.move)
            stores[seat] = fold(stores[seat], Sent(sent), now)
        room = after(room, done, at=now)
        stores = {seat: fold(stores[seat], table(room, seat, now), now) for seat in seats}
    return [outcome(seated, names(seated.table)) for store in stores.values() for seated in store.rooms.values()]


def test_a_move_that_all_agree_to_take_back_is_taken_back_before_everybody():
    theirs = "ann took back their last move."
    assert told(*ASKED, Answer(BEN, YES), Answer(CLEO, YES)) == ["You took back your last move.", *[theirs] * 3]
    assert told(ANN, BEN, CLEO, TakeBack(CLEO), Answer(ANN, YES), Answer(BEN, YES)) == [
        *["cleo took back their last move."] * 2, "You took back your last move.", "cleo took back their last move.",
    ]  # fmt: skip


def test_one_person_alone_or_against_computers_takes_back_at_once():
    for computers in (0, 1):
        assert told(*ASKED, players=(ANN,), computers=computers) == [
            "You took back your last move.", "ann took back their last move.",
        ]  # fmt: skip


def test_a_move_that_somebody_will_not_let_go_stands():
    stands = ["The last move of ann stands."] * 3
    assert told(*ASKED, Answer(BEN, NO)) == ["ben or cleo declined.", *stands]
    assert told(*ASKED, Answer(BEN, YES), Answer(CLEO, NO)) == ["cleo declined.", *stands]
    assert told(*ASKED, Tick()) == ["Not everybody answered in time.", *stands]


def test_a_move_of_the_next_ends_the_question():
    assert told(*ASKED, BEN) == ["ben moved on.", "", "", ""]


def test_nothing_has_come_of_it_before_everybody_has_answered():
    assert told(*ASKED, Answer(BEN, YES)) == ["", "", "", ""]


@pytest.mark.parametrize("event", [Leave(CLEO), Resign(CLEO)], ids=["left", "resigned"])
def test_a_departure_ends_the_question_without_a_word_of_refusal(event):
    assert set(told(*ASKED, event)) == {""}


def test_moves_that_everybody_makes_at_once_are_none_taken_back():
    assert told(ANN, CLEO, BEN, ANN, together=True) == ["", "", "", ""]


def test_moves_that_the_clock_makes_are_none_taken_back():
    assert told(Tick(), Tick(), players=(ANN,), move_s=int(REQUEST_S)) == ["", ""]
    assert told(Tick(), Tick(), players=(ANN, BEN), move_s=int(REQUEST_S)) == ["", "", ""]
