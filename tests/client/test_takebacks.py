"""Tables of Sums, in which moves can be taken back: ana begins, then ben, then cleo."""

import pytest

from client.store import Sent, fold
from client.takebacks import agreements, asks_me, awaited, outcome, question, waiting
from protocol import messages as m
from tests.support.stores import table_store
from tests.support.sums import NAMES, after, sums_table
from tests.support.tables import person

COMPUTER = m.Chair(kind="computer", name="one", won=0)
ROOM = "KQFM"


def asked(seat=0, *agreed, left=30.0):
    return m.Request(kind="takeback", seat=seat, agreed=agreed, time_left_s=left)


def followed(*tables, seat, seats=2, sent=None):
    """The room after Tables given as a state and changes, a second after each other, and what is said of a takeback."""
    store = table_store(sums_table(after(seats), seat, seq=1))
    for at, (state, changes) in enumerate(tables, 1):
        if sent is not None and at == len(tables):
            store = fold(store, Sent(m.Play(room=ROOM, number=1, ply=store.seated.table.ply, move=sent)), float(at))
        chairs = tuple(map(person, NAMES[:seats]))
        store = fold(store, sums_table(state, seat, **{"chairs": chairs, "seq": 1 + at, **changes}), float(at))
    return store.seated


def said(*tables, seat, seats=2, sent=None):
    seated = followed(*tables, seat=seat, seats=seats, sent=sent)
    return seated.verdict, outcome(seated, NAMES[:seats])


MOVED = (after(2, 1), {"ply": 1})
ASKED = (after(2, 1), {"ply": 1, "request": asked()})
BENS_MOVED, BENS_ASKED = (after(2, 1), {"ply": 0}), (after(2, 1), {"ply": 0, "request": asked()})
SEEN, SEEN_ASKED = (after(2, 1), {}), (after(2, 1), {"request": asked()})


def test_every_other_person_is_asked():
    table = sums_table(after(4, 1), 1, request=asked(0, 2), chairs=(*map(person, ("ana", "ben", "cleo")), COMPUTER))
    assert awaited(table) == (1,)
    assert asks_me(table)
    assert awaited(sums_table(after(2))) == ()


@pytest.mark.parametrize("seat", [0, 2, None])
def test_who_asked_or_agreed_or_watches_is_not_asked(seat):
    assert not asks_me(sums_table(after(3, 1), seat, request=asked(0, 2)))


def test_what_is_asked_is_said_to_each_in_their_own_terms():
    def lines(seat, *agreed):
        table = sums_table(after(3, 1), seat, request=asked(0, *agreed))
        return question(table, NAMES), waiting(table, NAMES)

    assert lines(0) == ("You ask to take back your last move.", "Waiting for ben and cleo")
    assert lines(1) == ("ana asks to take back their last move.", "Waiting for you and cleo")
    assert lines(None, 1) == ("ana asks to take back their last move.", "Waiting for cleo")
    assert question(sums_table(after(3)), NAMES) == ""


@pytest.mark.parametrize(
    ("seat", "moved", "ask", "ply", "sentence"),
    [
        (0, MOVED, ASKED, 2, "You took back your last move."),
        (1, BENS_MOVED, BENS_ASKED, 1, "ana took back their last move."),
        (None, SEEN, SEEN_ASKED, 0, "ana took back their last move."),
    ],
)
def test_a_move_taken_back_is_known_to_everybody(seat, moved, ask, ply, sentence):
    assert said(moved, ask, (after(2), {"ply": ply}), seat=seat) == ("granted", sentence)


def test_a_move_taken_back_alone_is_known_without_a_question():
    assert said((after(1, 1), {"ply": 1}), (after(1), {"ply": 2}), seat=0, seats=1) == (
        "granted", "You took back your last move.",
    )  # fmt: skip
    chairs = {"chairs": (person("ana"), COMPUTER)}
    assert said((after(2, 1), {"ply": 1, **chairs}), (after(2), {"ply": 2, **chairs}), seat=0)[0] == "granted"
    assert said((after(1, 1), {}), (after(1), {}), seat=None, seats=1) == ("granted", "ana took back their last move.")


def test_ever_more_moves_may_be_taken_back_alone():
    states = [after(1, 1, 1), after(1, 1), after(1)]
    tables = [(state, {"ply": 2 + at}) for at, state in enumerate(states)]
    assert followed((after(1, 1), {"ply": 1}), *tables, seat=0, seats=1).verdict == "granted"


def test_a_move_made_is_none_taken_back():
    assert said((after(1, 1), {"ply": 1}), seat=0, seats=1, sent="add 1") == ("", "")
    assert said((after(1, 1), {}), seat=None, seats=1) == ("", "")
    assert said((after(2, 1), {"ply": 1, "time_left_s": 5.0}), seat=0) == ("", "")


def test_a_move_that_the_clock_made_is_none_taken_back():
    first = (after(1, 1), {"ply": 1, "time_left_s": 1.0})
    assert said(first, (after(1, 1, 1), {"ply": 2}), seat=0, seats=1) == ("", "")


@pytest.mark.parametrize(
    ("seat", "moved", "ask", "sentence"),
    [
        (0, MOVED, ASKED, "ben declined."),
        (1, BENS_MOVED, BENS_ASKED, "The last move of ana stands."),
        (None, SEEN, SEEN_ASKED, "The last move of ana stands."),
    ],
)
def test_a_question_declined_is_told(seat, moved, ask, sentence):
    assert said(moved, ask, moved, seat=seat) == ("declined", sentence)


def test_of_several_who_may_have_declined_all_are_named():
    moved, ask = (after(3, 1), {"ply": 1}), (after(3, 1), {"ply": 1, "request": asked()})
    assert said(moved, ask, moved, seat=0, seats=3) == ("declined", "ben or cleo declined.")
    agreed = (after(3, 1), {"ply": 1, "request": asked(0, 1)})
    assert said(moved, ask, agreed, moved, seat=0, seats=3) == ("declined", "cleo declined.")


def test_a_question_that_nobody_answered_is_told():
    due = (after(2, 1), {"ply": 1, "request": asked(left=1.0)})
    assert said(MOVED, due, MOVED, seat=0) == ("lapsed", "Nobody answered in time.")
    bens = (after(2, 1), {"request": asked(left=1.0)})
    assert said(BENS_MOVED, bens, BENS_MOVED, seat=1) == ("lapsed", "The last move of ana stands.")
    three, dues = (after(3, 1), {"ply": 1}), (after(3, 1), {"ply": 1, "request": asked(left=1.0)})
    assert said(three, dues, three, seat=0, seats=3) == ("lapsed", "Not everybody answered in time.")


def test_a_question_that_a_move_ended_is_told_to_who_asked():
    assert said(MOVED, ASKED, (after(2, 1, 2), {"ply": 1}), seat=0) == ("overtaken", "ben moved on.")
    assert said(BENS_MOVED, BENS_ASKED, (after(2, 1, 2), {"ply": 1}), seat=1, sent="add 2") == ("overtaken", "")


@pytest.mark.parametrize(
    "changes",
    [{"phase": "over", "turn": ()}, {"number": 2}, {"chairs": (person("ana"), person(""))}, {"request": asked(0)}],
    ids=["over", "further", "left", "still"],
)
def test_a_question_that_the_end_or_a_departure_ended_is_not_told(changes):
    assert said(MOVED, ASKED, (after(2, 1), {"ply": 1, **changes}), seat=0) == ("", "")


def test_what_became_of_it_is_told_until_something_else_happens():
    seated = followed(MOVED, ASKED, MOVED, (after(2, 1, 1), {"ply": 1}), seat=0)
    assert (seated.verdict, outcome(seated, NAMES)) == ("", "")


def test_the_same_table_again_changes_nothing():
    assert said(MOVED, ASKED, MOVED, (after(2, 1), {"ply": 1, "seq": 4}), seat=0)[0] == "declined"


def test_who_agrees_while_others_think_is_told():
    def told(before, later, seat=0):
        tables = [sums_table(after(4, 1), seat, request=request) for request in (before, later)]
        return agreements(*tables, NAMES)

    assert told(asked(), asked(0, 1, 3)) == ("ben agrees.", "dora agrees.")
    assert told(asked(), asked(0, 1), seat=1) == ()
    assert told(None, asked(0, 1)) == ()
    assert told(asked(), asked(1, 2)) == ()
