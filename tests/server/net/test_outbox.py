"""What waits for a client that reads slowly: the newest of every table, and no more than a bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.net.outbox import Outbox

pytestmark = pytest.mark.slow


class Wire:
    """A socket that takes frames until it is full. Mutable: it fills."""

    def __init__(self, limit: int = 100, takes: int = 1000) -> None:
        self.sent: list[bytes] = []
        self.takes = takes
        self.cuts = 0
        self.outbox = Outbox(self.write, self.cut, limit)

    def write(self, frame: bytes) -> None:
        self.sent.append(frame)
        self.takes -= 1
        if self.takes == 0:
            self.outbox.pause()

    def cut(self) -> None:
        self.cuts += 1


@pytest.fixture
def wire():
    return Wire()


def test_to_who_reads_everything_goes_at_once_and_in_order(wire):
    wire.outbox.offer(b"1", "room")
    wire.outbox.offer(b"2")
    wire.outbox.offer(b"3", "room")
    assert wire.sent == [b"1", b"2", b"3"]
    assert wire.outbox.waiting == 0


def test_of_the_tables_of_a_room_the_newest_waits(wire):
    wire.outbox.pause()
    for frame, key in ((b"a1", "a"), (b"b1", "b"), (b"a2", "a"), (b"a3", "a")):
        wire.outbox.offer(frame, key)
    assert wire.sent == []
    assert wire.outbox.waiting == 4
    wire.outbox.resume()
    assert wire.sent == [b"b1", b"a3"]


def test_an_update_is_sent_at_once_or_not_at_all(wire):
    assert wire.outbox.offer_update(b"1", "a")
    wire.outbox.pause()
    wire.outbox.offer(b"2", "a")
    assert not wire.outbox.offer_update(b"3", "a")
    wire.outbox.resume()
    assert wire.sent == [b"1", b"2"]


def test_nothing_waits_twice(wire):
    wire.outbox.pause()
    wire.outbox.offer(b"1", "a")
    wire.outbox.resume()
    wire.outbox.pause()
    wire.outbox.resume()
    assert wire.sent == [b"1"]


def test_a_socket_that_fills_up_again_while_catching_up_gets_the_rest_later():
    wire = Wire(takes=2)
    wire.outbox.pause()
    for number in range(5):
        wire.outbox.offer(b"%d" % number)
    wire.outbox.resume()
    assert wire.sent == [b"0", b"1"]
    wire.takes = 1000
    wire.outbox.resume()
    assert wire.sent == [b"0", b"1", b"2", b"3", b"4"]


def test_a_table_that_is_held_up_again_is_still_replaced_by_a_newer_one():
    wire = Wire(takes=1)
    wire.outbox.pause()
    for frame, key in ((b"x", None), (b"a1", "a")):
        wire.outbox.offer(frame, key)
    wire.outbox.resume()
    wire.outbox.offer(b"a2", "a")
    wire.takes = 1000
    wire.outbox.resume()
    assert wire.sent == [b"x", b"a2"]


def test_who_lets_too_much_wait_is_cut_off(wire):
    wire.outbox.pause()
    wire.outbox.offer(b"x" * 60)
    wire.outbox.offer(b"x" * 40, "a")
    assert wire.cuts == 0
    wire.outbox.offer(b"x")
    assert wire.cuts == 1


def test_a_room_that_is_shown_for_ever_never_takes_more_than_its_newest_table(wire):
    wire.outbox.pause()
    for number in range(10_000):
        wire.outbox.offer(b"%050d" % number, "a")
        assert wire.outbox.waiting == 50
    assert wire.cuts == 0


@given(st.lists(st.tuples(st.sampled_from([None, "a", "b"]), st.booleans()), max_size=60))
def test_whatever_the_socket_does_only_tables_with_a_newer_one_are_left_out_and_the_order_is_kept(offers):
    wire = Wire(limit=10_000)
    for number, (key, pauses) in enumerate(offers):
        if pauses:
            wire.outbox.pause()
        wire.outbox.offer(b"%d" % number, key)
    wire.outbox.resume()
    arrived = [int(frame) for frame in wire.sent]
    assert arrived == sorted(set(arrived))
    for number in set(range(len(offers))) - set(arrived):
        key, _ = offers[number]
        assert key is not None
        assert any(offers[later][0] == key for later in arrived if later > number)
