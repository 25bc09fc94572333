"""Rooms that wake together share a turn and one call of the journal, and none of them pays for another's failure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from server.hosting.scheduler import Scheduler
from server.room.journal import Append, StorageUnavailableError, UnknownOutcomeError
from server.storage.memory import MemoryJournal


class CountedJournal(MemoryJournal):
    """A journal in memory that remembers the rooms of each call, and answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[str]] = []
        self.refusal: StorageUnavailableError | None = None

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        self.calls.append([append.room for append in appends])
        if self.refusal is None:
            return super().append_all(appends)
        refused: asyncio.Future[list[bool]] = asyncio.get_running_loop().create_future()
        refused.set_exception(self.refusal)
        return refused


class Step:
    """A made-up room and what it decides, its next entry. `heard` is what it was told came of that."""

    def __init__(self, room: str, seq: int = 1) -> None:
        self.append = Append(room, seq, (b"an entry",))
        self.heard: list[bool | StorageUnavailableError] = []
        self.at: list[float] = []

    def decide(self, now: float) -> Step:
        self.at.append(now)
        return self

    def settle(self, decision: Step, outcome: bool | StorageUnavailableError) -> None:
        assert decision is self
        self.heard.append(outcome)


class Idler:
    """A made-up room that decides nothing, and does something else instead."""

    def __init__(self, do: Callable[[], None] = lambda: None) -> None:
        self._do = do

    def decide(self, now: float) -> None:
        assert now == 7.0
        self._do()


@pytest.fixture
def journal():
    return CountedJournal()


@pytest.fixture
async def scheduler(journal):
    return Scheduler(journal, lambda: 7.0)


async def turns() -> None:
    """Let the loop come round a few times."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_rooms_that_wake_together_are_stored_in_one_call_at_one_time(scheduler, journal):
    steps = [Step("A"), Step("B"), Step("C")]
    for step in steps:
        scheduler.wake(step)
    assert journal.calls == []
    await turns()
    assert journal.calls == [["A", "B", "C"]]
    assert [(step.at, step.heard) for step in steps] == [([7.0], [True])] * 3


async def test_a_room_that_wakes_in_a_turn_has_the_next_one(scheduler, journal):
    later = Step("B")
    scheduler.wake(Idler(lambda: scheduler.wake(later)))
    scheduler.wake(Step("A"))
    await turns()
    assert journal.calls == [["A"], ["B"]]


async def test_where_nothing_is_decided_nothing_is_stored(scheduler, journal):
    scheduler.wake(Idler())
    await turns()
    assert journal.calls == []


async def test_a_room_whose_entry_is_taken_is_told_so_and_the_others_go_on(scheduler, journal):
    await journal.append("B", 1, b"by another process")
    steps = [Step("A"), Step("B"), Step("C")]
    for step in steps:
        scheduler.wake(step)
    await turns()
    assert [step.heard for step in steps] == [[True], [False], [True]]


@pytest.mark.parametrize("refusal", [StorageUnavailableError("full"), UnknownOutcomeError("gone")])
async def test_where_nothing_can_be_stored_every_room_is_told_why(scheduler, journal, refusal):
    journal.refusal = refusal
    steps = [Step("A"), Step("B")]
    for step in steps:
        scheduler.wake(step)
    await turns()
    assert [step.heard for step in steps] == [[refusal], [refusal]]
    assert await journal.open_rooms() == {}


async def test_once_it_is_closed_nobody_has_a_turn(scheduler, journal):
    step = Step("A")
    scheduler.wake(step)
    scheduler.close()
    await turns()
    assert (step.at, journal.calls) == ([], [])


async def test_what_was_being_stored_when_it_closed_is_told_to_nobody(scheduler, journal):
    step = Step("A")
    scheduler.wake(step)
    await asyncio.sleep(0)
    scheduler.close()
    await turns()
    assert (journal.calls, step.heard) == ([["A"]], [])
