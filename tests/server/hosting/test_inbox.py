"""What waits for a room: in order, people's inputs up to a bound, the room's own beside them, and its own time."""

from __future__ import annotations

import asyncio

import pytest

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX, TICK, Inbox, QueuedInput
from server.players.sessions.routing import Request
from server.room.inputs import Away, CloseDeserted, ComputerMove, Resign, Restart
from server.room.outputs import Refuse
from tests.support.builders.rooms import ANN, BEN, CODE
from tests.support.fakes.visitors import Visitor

SOMEBODY = Visitor(ANN)


def ask(number: int) -> QueuedInput:
    return QueuedInput(Resign(number), Request(SOMEBODY, m.Resign(room=CODE), CODE))


class Sleeper:
    """Whoever an inbox wakes; `woken` counts how often."""

    def __init__(self) -> None:
        self.woken = 0
        self._wakes = asyncio.Event()

    def wake(self) -> None:
        self.woken += 1
        self._wakes.set()

    async def next(self) -> None:
        """Sleep until woken."""
        self._wakes.clear()
        await self._wakes.wait()


@pytest.fixture
def sleeper():
    return Sleeper()


@pytest.fixture
async def inbox(sleeper):
    made = Inbox(sleeper.wake)
    yield made
    made.close()


async def test_all_that_waits_comes_at_once_and_in_its_order(inbox, sleeper):
    for number in range(3):
        assert inbox.offer(ask(number))
    assert sleeper.woken == 3
    assert inbox.take() == (ask(0), ask(1), ask(2))
    assert inbox.take() == ()


async def test_what_is_put_back_comes_first_and_in_its_order(inbox):
    inbox.offer(ask(3))
    inbox.put_back((ask(1), ask(2)))
    assert inbox.take() == (ask(1), ask(2), ask(3))


async def test_what_happened_before_now_comes_before_all_else_and_by_its_time(inbox):
    late, early = QueuedInput(Restart(), at=2.0), QueuedInput(Away(1), at=1.0)
    for queued in (ask(1), late, ask(2), early):
        inbox.offer(queued)
    assert inbox.take() == (early, late, ask(1), ask(2))


async def test_a_full_inbox_takes_nothing_more_until_it_is_emptied(inbox, sleeper):
    assert all(inbox.offer(ask(number)) for number in range(INBOX_MAX))
    assert not inbox.offer(ask(99))
    assert sleeper.woken == INBOX_MAX
    assert inbox.take() == tuple(map(ask, range(INBOX_MAX)))
    assert inbox.offer(ask(100))
    assert inbox.take() == (ask(100),)


async def test_a_full_inbox_has_a_place_for_what_the_room_itself_has_to_do(inbox):
    people = tuple(map(ask, range(INBOX_MAX)))
    own = QueuedInput(ComputerMove(1, 1, 0, "flip")), QueuedInput(Away(BEN)), QueuedInput(CloseDeserted())
    assert all(map(inbox.offer, people))
    assert all(map(inbox.offer, own))
    assert not inbox.offer(ask(99))
    assert inbox.take() == people + own


async def test_what_the_room_itself_has_to_do_takes_no_place_from_people(inbox):
    assert all(inbox.offer(QueuedInput(Away(player))) for player in range(INBOX_MAX))
    assert all(inbox.offer(ask(number)) for number in range(INBOX_MAX))
    assert not inbox.offer(ask(99))


async def test_what_the_room_itself_has_to_do_waits_once_however_often_it_comes_up(inbox):
    for _ in range(INBOX_MAX + 1):
        assert inbox.offer(QueuedInput(CloseDeserted()))
    assert inbox.take() == (QueuedInput(CloseDeserted()),)
    assert inbox.offer(QueuedInput(CloseDeserted()))
    assert inbox.take() == (QueuedInput(CloseDeserted()),)


async def test_a_deadline_wakes_when_it_is_due(inbox, sleeper):
    due = asyncio.get_running_loop().time() + 0.02
    inbox.wake_in(0.02)
    await sleeper.next()
    assert asyncio.get_running_loop().time() >= due
    assert (sleeper.woken, inbox.take()) == (1, ())


async def test_a_deadline_that_comes_nearer_is_kept(inbox, sleeper):
    inbox.wake_in(3600)
    inbox.wake_in(0.02)
    await sleeper.next()
    assert sleeper.woken == 1


async def test_a_deadline_that_moves_away_wakes_once_in_vain(inbox, sleeper):
    inbox.wake_in(0.02)
    inbox.wake_in(3600)
    await sleeper.next()
    assert sleeper.woken == 1


async def test_a_closed_inbox_gives_what_it_has_and_then_nothing(inbox):
    inbox.offer(ask(1))
    inbox.close()
    assert not inbox.offer(ask(2))
    assert inbox.is_closed
    assert inbox.take() == (ask(1),)
    assert inbox.take() == ()


async def test_closing_wakes_at_once_and_no_deadline_does_afterwards(inbox, sleeper):
    inbox.wake_in(0)
    inbox.close()
    assert sleeper.woken == 1
    loop = asyncio.get_running_loop()
    later = loop.create_future()
    loop.call_later(0.02, later.set_result, None)
    await later
    assert sleeper.woken == 1


async def test_who_asked_is_refused_with_what_they_asked_and_where_nobody_did_nobody_is():
    ann = Visitor(ANN)
    for ask_or_tick in (TICK, QueuedInput(Resign(ANN), Request(ann, m.GetLegalMoves(ref=7, room=CODE), CODE))):
        ask_or_tick.refuse(Refuse("too-many", "Wait.", 1.0))
    expected = m.Refused(code="too-many", text="Wait.", about="get-legal-moves", ref=7, room=CODE, retry_after_s=1.0)
    assert ann.heard == [expected]
