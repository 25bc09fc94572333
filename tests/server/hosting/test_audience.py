"""Who follows a room sees it from their own seat, and who is there."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.hosting.delivery.audience import NAMED_SPECTATORS, Audience
from server.room.inputs import Leave
from server.room.match.occupants import Computer
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, climbing, flipped, person, playing
from tests.support.fakes.visitors import Visitor


@pytest.fixture
def war():
    return flipped(playing(), ANN)


def audience_of(*visitors: Visitor) -> Audience[Visitor]:
    made: Audience[Visitor] = Audience()
    for visitor in visitors:
        made.add(visitor)
    return made


def test_everyone_sees_the_room_from_their_own_seat(war):
    ann, ben, cleo = Visitor(ANN), Visitor(BEN), Visitor(CLEO)
    audience_of(ann, ben, cleo).show(war, 4.0)
    (anns,), (bens,), (cleos,) = ann.tables, ben.tables, cleo.tables
    assert [table.seat for table in (anns, bens, cleos)] == [0, 1, None]
    assert [table.ply for table in (anns, bens, cleos)] == [1, 0, 0]
    assert [table.view["seat"] for table in (anns, bens, cleos)] == [0, 1, None]
    assert anns.time_left_s == 6.0


def test_one_alone_can_be_shown_it_again(war):
    ann, ben = Visitor(ANN), Visitor(BEN)
    audience_of(ann, ben).show_one(ben, war, 0.0)
    assert ann.tables == []
    assert [table.seat for table in ben.tables] == [1]


def test_everyone_is_told_who_is_connected_and_how_many_watch(war):
    ann, cleo = Visitor(ANN), Visitor(CLEO, "cleo")
    audience_of(ann, cleo).show_presence(war)
    told = m.Presence(room="KQFM", present=(True, False), watchers=1, spectators=("cleo",))
    assert ann.heard == cleo.heard == [told]


def test_of_many_spectators_those_who_came_first_are_named(war):
    ann, crowd = Visitor(ANN), [Visitor(100 + number, f"eve{number}") for number in range(NAMED_SPECTATORS + 2)]
    audience_of(ann, *crowd).show_presence(war)
    (told,) = ann.heard
    assert told.watchers == NAMED_SPECTATORS + 2
    assert told.spectators == tuple(f"eve{number}" for number in range(NAMED_SPECTATORS))


def test_who_is_connected_is_told_once_until_it_changes_or_somebody_comes(war):
    ann, ben = Visitor(ANN), Visitor(BEN)
    audience = audience_of(ann, ben)
    audience.show_presence(war)
    audience.show_presence(war)
    assert [told.present for told in ann.heard] == [(True, True)]
    audience.remove(ben)
    audience.show_presence(war)
    audience.add(ben)
    audience.show_presence(war)
    assert [told.present for told in ann.heard] == [(True, True), (True, False), (True, True)]
    assert [told.present for told in ben.heard] == [(True, True), (True, True)]


def test_a_computer_is_always_there_and_nobody_never():
    ann = Visitor(ANN)
    audience_of(ann).show_presence(begun(person(ANN), Computer("flipper")))
    audience_of(ann).show_presence(begun())
    assert [event.present for event in ann.heard] == [(True, True), (True, False)]


def test_of_many_each_sees_their_own_seat_and_who_left_watches_like_anyone(climb):
    room = after(climbing(ANN, BEN, CLEO), Leave(BEN))
    ann, ben, cleo = Visitor(ANN), Visitor(BEN), Visitor(CLEO)
    audience = audience_of(ann, ben, cleo)
    audience.show(room, 0.0)
    audience.show_presence(room)
    assert [visitor.tables[0].seat for visitor in (ann, ben, cleo)] == [0, None, 2]
    told = m.Presence(room="KQFM", present=(True, False, True), watchers=1, spectators=(ben.name,))
    assert ann.heard[1] == told


def test_a_new_connection_takes_the_place_of_the_old_one(war):
    old, new = Visitor(ANN), Visitor(ANN)
    audience = audience_of(old, new)
    assert len(audience) == 1
    audience.show(war, 0.0)
    assert (len(old.tables), len(new.tables)) == (0, 1)
    assert not audience.remove(old)
    assert ANN in audience
    assert audience.remove(new)
    assert ANN not in audience


def test_a_slow_reader_keeps_the_newest_table_of_every_room_alone(war):
    ann = Visitor(ANN)
    audience = audience_of(ann)
    ann.outbox.pause()
    audience.show(war, 0.0)
    audience.show_presence(war)
    once = ann.outbox.waiting
    for seconds in range(100):
        audience.show(war, float(seconds % 9))
        audience.show_presence(war)
    assert ann.outbox.waiting == once
    ann.outbox.resume()
    assert len(ann.heard) == 2
