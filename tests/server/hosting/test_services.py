"""Which rooms everybody sits in."""

from __future__ import annotations

from server.hosting.services import SeatIndex
from tests.support.builders.rooms import ANN, BEN, CLEO


def test_seats_remembers_the_rooms_of_each_player():
    seats = SeatIndex()
    seats.add(ANN, "AAAA")
    seats.add(ANN, "BBBB")
    seats.add(BEN, "AAAA")
    seats.add(ANN, "AAAA")
    assert seats.of(ANN) == ("AAAA", "BBBB")
    seats.remove(ANN, "AAAA")
    seats.remove(CLEO, "AAAA")
    assert (seats.of(ANN), seats.of(BEN), seats.of(CLEO)) == (("BBBB",), ("AAAA",), ())


def test_a_room_that_is_no_more_is_nobodys():
    seats = SeatIndex()
    for player in (ANN, BEN):
        seats.add(player, "AAAA")
    seats.add(ANN, "BBBB")
    seats.replace("AAAA", ())
    assert (seats.of(ANN), seats.of(BEN)) == (("BBBB",), ())
