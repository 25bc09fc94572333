"""Tables of Sums, in which moves can be taken back: ana begins, then ben, then cleo."""

import pytest

from client.state.phrases.offers import (
    agreements,
    announce_turn,
    awaited_players,
    describe_wait,
    is_taken_back,
    needs_my_answer,
    outcome,
    question,
)
from protocol import messages as m
from tests.support.builders.tables import person, verdict
from tests.support.games.sums import NAMES, after, sums_table

COMPUTER = m.SeatInfo(kind="computer", name="one", won=0)


def asked(seat=0, *agreed):
    return m.Offer(kind="takeback", seat=seat, agreed=agreed, time_left_s=30.0)


def test_every_other_person_is_asked():
    table = sums_table(after(4, 1), 1, request=asked(0, 2), chairs=(*map(person, ("ana", "ben", "cleo")), COMPUTER))
    assert awaited_players(table) == (1,)
    assert needs_my_answer(table)
    assert awaited_players(sums_table(after(2))) == ()


@pytest.mark.parametrize("seat", [0, 2, None])
def test_who_asked_or_agreed_or_watches_is_not_asked(seat):
    assert not needs_my_answer(sums_table(after(3, 1), seat, request=asked(0, 2)))


def test_who_gave_up_is_neither_asked_nor_waited_for():
    table = sums_table(after(3, 1), 1, request=asked(), gave_up=(1,))
    assert not needs_my_answer(table)
    assert describe_wait(table, NAMES) == "Waiting for cleo"


def test_what_is_asked_is_said_to_each_in_their_own_terms():
    def lines(seat, *agreed):
        table = sums_table(after(3, 1), seat, request=asked(0, *agreed))
        return question(table, NAMES), describe_wait(table, NAMES)

    assert lines(0) == ("You ask to take back your last move.", "Waiting for ben and cleo")
    assert lines(1) == ("ana asks to take back their last move.", "Waiting for you and cleo")
    assert lines(None, 1) == ("ana asks to take back their last move.", "Waiting for cleo")
    assert question(sums_table(after(3)), NAMES) == ""


@pytest.mark.parametrize(
    ("result", "by", "to_asker", "to_others"),
    [
        ("granted", None, "You took back your last move.", "ana took back their last move."),
        ("declined", 2, "cleo declined.", "ana can't take back their last move."),
        ("declined", 0, "You declined.", "ana can't take back their last move."),
        ("moved", 1, "ben moved on.", ""),
        ("late", None, "Nobody answered in time.", "ana can't take back their last move."),
    ],
)
def test_what_became_of_it_is_said_to_each_in_their_own_terms(result, by, to_asker, to_others):
    tables = [sums_table(after(3, 1), seat, verdict=verdict(result, by)) for seat in (0, 1, 2, None)]
    assert [outcome(table, NAMES) for table in tables] == [to_asker, *[to_others] * 3]
    assert [is_taken_back(table) for table in tables] == [result == "granted"] * 4


def test_whose_turn_it_is_again_is_told_to_them_alone():
    taken_back, stands = (verdict(result) for result in ("granted", "late"))
    tables = [sums_table(after(3), seat, verdict=taken_back) for seat in (0, 1, 2, None)]
    assert [announce_turn(table) for table in tables] == [("It's your turn.",), (), (), ()]
    assert announce_turn(sums_table(after(3), verdict=stands)) == ()


def test_where_nothing_has_become_of_anything_nothing_is_said():
    table = sums_table(after(3, 1), request=asked())
    assert (outcome(table, NAMES), is_taken_back(table)) == ("", False)


def test_who_agrees_while_others_think_is_told():
    def told(before, later, seat=0):
        tables = [sums_table(after(4, 1), seat, request=request) for request in (before, later)]
        return agreements(*tables, NAMES)

    assert told(asked(), asked(0, 1, 3)) == ("ben agrees.", "dora agrees.")
    assert told(asked(), asked(0, 1), seat=1) == ()
    assert told(None, asked(0, 1)) == ()
    assert told(asked(), asked(1, 2)) == ()
