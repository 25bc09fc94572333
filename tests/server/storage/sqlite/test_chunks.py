"""Chunks: whatever is folded comes out of them as it went in, and moves that resemble each other take two bytes."""

from __future__ import annotations

import random
import sqlite3

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ops.server_clock import ServerClock
from server.room import replay
from server.room.inputs import Play
from server.storage.sqlite import chunks

MANY = {seq: replay.pack(seq / 4, Play(1, 1, seq, "U")) for seq in range(300)}


@given(st.dictionaries(st.integers(1, 2**40), st.binary(max_size=40), min_size=1))
def test_a_chunk_gives_back_what_went_in(entries):
    assert chunks.unpack(chunks.pack(entries)) == entries
    assert chunks.newest(chunks.pack(entries)) == max(entries.items())


def test_a_chunk_of_an_older_server_is_read():
    older = msgspec.msgpack.encode(MANY)
    assert chunks.unpack(older) == MANY
    assert chunks.newest(older) == (299, MANY[299])


def test_an_undo_at_any_pace_takes_two_bytes():
    order, ticks = random.Random(1), [5e5]
    clock = ServerClock(lambda: ticks[0])
    for per_s in (3, 30, 200):
        entries = {}
        for seq in range(5000, 9000):
            ticks[0] += order.expovariate(per_s)
            entries[seq] = replay.pack(clock.now(), Play(48_213, 1, seq, order.choice("UY")))
        assert len(chunks.pack(entries)) < 2.5 * len(entries)


@pytest.mark.parametrize("damage", [b"", b"x", chunks.pack(MANY)[:-1], chunks.pack(MANY)[:40] + bytes(80), b"\xdf12"])
def test_a_damaged_chunk_is_said_to_be_malformed(damage):
    for read in (chunks.unpack, chunks.newest):
        with pytest.raises(sqlite3.DatabaseError, match="malformed"):
            read(damage)
