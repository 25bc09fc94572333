"""What all visitors of a portal share: who collects what ended visits leave behind, and when."""

from __future__ import annotations

import gc
import weakref

import pytest

from client.portal.hub import AT_MOST_ENDED, ENDED, QUIET_S, Remains


@pytest.fixture
def remains():
    yield Remains()
    gc.unfreeze()


class Client:
    """Something that holds itself, as a client does whose visitor has left."""

    def __init__(self) -> None:
        self.application = self


@pytest.mark.parametrize(
    ("ended", "quiet_s", "are_gone"),
    [
        (ENDED - 1, QUIET_S, False),
        (ENDED, QUIET_S, True),
        (AT_MOST_ENDED - 1, 0.0, False),
        (AT_MOST_ENDED, 0.0, True),
    ],
)
def test_what_ended_visits_leave_is_collected_once_nobody_types_or_it_is_much(remains, ended, quiet_s, are_gone):
    client = Client()
    left = weakref.ref(client)
    remains.collect(0.0)
    del client
    gc.collect()
    assert left() is not None, "An ordinary collection has looked through what is there for long."
    for _ in range(ended):
        remains.add()
    remains.collect(quiet_s)
    assert (left() is None) == are_gone


def test_what_ended_visits_left_is_collected_once(remains):
    for _ in range(AT_MOST_ENDED):
        remains.add()
    remains.collect(0.0)
    before = [generation["collections"] for generation in gc.get_stats()][2]
    remains.collect(QUIET_S)
    assert [generation["collections"] for generation in gc.get_stats()][2] == before
