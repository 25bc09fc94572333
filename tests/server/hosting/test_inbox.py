"""What waits for a room: in order, people's inputs up to a bound, the room's own beside them, and its own time."""

from __future__ import annotations

import asyncio

import pytest

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX, TICK, Inbox, QueuedInput
from server.room.inputs import Away, CloseDeserted, ComputerMove, Resign
from tests.support.builders.rooms import ANN, BEN
from tests.support.fakes.visitors import Visitor


def no_limit() -> None:
    return None


SOMEBODY = Visitor(ANN)


def ask(number: int) -> QueuedInput:
    return QueuedInput(Resign(number), SOMEBODY)


@pytest.fixture
async def inbox():
    made = Inbox()
    yield made
    made.close()


async def test_all_that_waits_comes_at_once_and_in_its_order(inbox):
    for number in range(3):
        assert inbox.offer(ask(number))
    assert await inbox.next(no_limit) == (ask(0), ask(1), ask(2))


async def test_what_is_put_back_comes_first_and_in_its_order(inbox):
    inbox.offer(ask(3))
    inbox.put_back((ask(1), ask(2)))
    assert await inbox.next(no_limit) == (ask(1), ask(2), ask(3))


async def test_an_empty_inbox_waits_for_an_input(inbox):
    waiting = asyncio.ensure_future(inbox.next(no_limit))
    await asyncio.sleep(0)
    assert not waiting.done()
    inbox.offer(ask(1))
    assert await waiting == (ask(1),)


async def test_a_full_inbox_takes_nothing_more_until_it_is_emptied(inbox):
    assert all(inbox.offer(ask(number)) for number in range(INBOX_MAX))
    assert not inbox.offer(ask(99))
    assert await inbox.next(no_limit) == tuple(map(ask, range(INBOX_MAX)))
    assert inbox.offer(ask(100))
    assert await inbox.next(no_limit) == (ask(100),)


async def test_a_full_inbox_has_a_place_for_what_the_room_itself_has_to_do(inbox):
    people = tuple(map(ask, range(INBOX_MAX)))
    own = QueuedInput(ComputerMove(1, 1, 0, "flip")), QueuedInput(Away(BEN)), QueuedInput(CloseDeserted())
    assert all(map(inbox.offer, people))
    assert all(map(inbox.offer, own))
    assert not inbox.offer(ask(99))
    assert await inbox.next(no_limit) == people + own


async def test_what_the_room_itself_has_to_do_takes_no_place_from_people(inbox):
    assert all(inbox.offer(QueuedInput(Away(player))) for player in range(INBOX_MAX))
    assert all(inbox.offer(ask(number)) for number in range(INBOX_MAX))


async def test_what_the_room_itself_has_to_do_waits_once_however_often_it_comes_up(inbox):
    for _ in range(INBOX_MAX + 1):
        assert inbox.offer(QueuedInput(CloseDeserted()))
    assert await inbox.next(no_limit) == (QueuedInput(CloseDeserted()),)
    assert inbox.offer(QueuedInput(CloseDeserted()))
    assert await inbox.next(no_limit) == (QueuedInput(CloseDeserted()),)


async def test_when_the_time_is_up_it_ticks(inbox):
    assert await inbox.next(lambda: 0.0) == (TICK,)
    assert await inbox.next(lambda: -5.0) == (TICK,)


async def test_an_input_that_is_there_goes_before_the_time(inbox):
    inbox.offer(ask(1))
    assert await inbox.next(lambda: -5.0) == (ask(1),)


async def test_a_deadline_to_come_wakes_it(inbox):
    due = asyncio.get_running_loop().time() + 0.02
    assert await inbox.next(lambda: due - asyncio.get_running_loop().time()) == (TICK,)
    assert asyncio.get_running_loop().time() >= due


async def test_a_deadline_that_comes_nearer_is_kept(inbox):
    loop = asyncio.get_running_loop()
    due = loop.time() + 3600
    waiting = asyncio.ensure_future(inbox.next(lambda: due - loop.time()))
    await asyncio.sleep(0)
    inbox.offer(ask(1))
    assert await waiting == (ask(1),)
    due = loop.time() + 0.02
    assert await inbox.next(lambda: due - loop.time()) == (TICK,)


async def test_a_deadline_that_moves_away_does_not_tick_early(inbox):
    loop = asyncio.get_running_loop()
    due = loop.time() + 0.02
    waiting = asyncio.ensure_future(inbox.next(lambda: due - loop.time()))
    await asyncio.sleep(0)
    due += 0.04
    assert await waiting == (TICK,)
    assert loop.time() >= due


async def test_a_closed_inbox_gives_what_it_has_and_then_nothing(inbox):
    inbox.offer(ask(1))
    inbox.close()
    assert not inbox.offer(ask(2))
    assert await inbox.next(no_limit) == (ask(1),)
    assert await inbox.next(no_limit) == ()
    assert await inbox.next(lambda: 0.0) == ()


async def test_closing_wakes_who_waits(inbox):
    waiting = asyncio.ensure_future(inbox.next(lambda: 3600.0))
    await asyncio.sleep(0)
    inbox.close()
    assert await waiting == ()


async def test_who_asked_is_refused_with_what_they_asked_and_where_nobody_did_nobody_is():
    ann = Visitor(ANN)
    for ask_or_tick in (TICK, QueuedInput(Resign(ANN), ann, "resign", 7)):
        ask_or_tick.refuse("KQFM", "too-many", "Wait.", retry_after_s=1.0)
    expected = m.Refused(code="too-many", text="Wait.", about="resign", ref=7, room="KQFM", retry_after_s=1.0)
    assert ann.heard == [expected]
