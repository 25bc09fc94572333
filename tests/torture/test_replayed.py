"""A room's fingerprint is of all of it."""

from __future__ import annotations

import msgspec
import pytest

from server.room import replay
from torture.durability import replayed

pytestmark = pytest.mark.slow


def test_a_fingerprint_is_of_what_is_hidden_too():
    entries = next(replayed.random_journals(8, seed=7))
    before = replayed.fingerprint(entries)
    at, making = replay.unpack(entries[0])
    other = replay.pack(at, msgspec.structs.replace(making, seed=bytes(32)))
    assert replayed.fingerprint([other]) != replayed.fingerprint(entries[:1])
    assert replayed.fingerprint(entries[:-1]) != before
