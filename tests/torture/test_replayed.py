"""A journal makes the same room in every interpreter, and the comparison notices where it does not."""

from __future__ import annotations

import sys

import msgspec
import pytest

from server import replay
from tests.torture import replayed

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def stored():
    return [*replayed.golden_journals(), *replayed.random_journals(40, seed=7)]


@pytest.mark.parametrize(
    ("flags", "hash_seed"), [([], "1"), ([], "2"), (["-O"], "3")], ids=["a hash seed", "another", "optimised"]
)
def test_journals_are_replayed_exactly_elsewhere(stored, flags, hash_seed, tmp_path):
    here = [replayed.fingerprint(entries) for entries in stored]
    there = replayed.elsewhere([sys.executable, *flags], stored, tmp_path / "journals", PYTHONHASHSEED=hash_seed)
    assert here == there
    assert len(set(here)) == len(stored)


def test_a_fingerprint_is_of_what_is_hidden_too(stored):
    entries = next(replayed.random_journals(8, seed=7))
    before = replayed.fingerprint(entries)
    at, making = replay.unpack(entries[0])
    other = replay.pack(at, msgspec.structs.replace(making, seed=bytes(32)))
    assert replayed.fingerprint([other]) != replayed.fingerprint(entries[:1])
    assert replayed.fingerprint(entries[:-1]) != before
