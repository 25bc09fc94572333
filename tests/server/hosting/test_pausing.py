"""A running room waits for its only person while they look at something else, or have gone; with others it does not."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from protocol import messages as m
from server.hosting.services import LOOK_BYTES
from server.limits.addresses import AddressUsage
from server.limits.settings import ServerLimits
from server.room.inputs import Away, Back, ComputerMove, Open, Pause, Play, Rematch, Resign, Restart, Resume
from server.room.match.occupants import Computer
from server.room.replay import pack
from tests.support.builders.rooms import ANN, BEN, CODE, opened, person
from tests.support.fakes.held_computers import HeldComputers
from tests.support.fakes.running_rooms import stored, world
from tests.support.fakes.visitors import EVERYWHERE

pytestmark = pytest.mark.usefixtures("climb")

AGAINST_COMPUTER = opened(person(ANN), Computer("flipper"), auto_flip_s=10)
ELSEWHERE = None


@asynccontextmanager
async def quick_world(journal=None):
    """A world whose computers need no time."""
    async with world(journal) as made:
        made.house.computers = computers = HeldComputers()
        computers.release()
        yield made


@pytest.fixture
async def here():
    async with quick_world() as made:
        yield made


@pytest.fixture
async def ann(here):
    """ann has War against the computer on her screen; it has flipped."""
    made = await here.open(AGAINST_COMPUTER)
    here.host.look(made, m.Look(room=CODE))
    await made.next(m.Table, lambda seen: seen.turn == (0,))
    return made


async def test_her_cards_wait_while_she_looks_at_the_lobby(here, ann):
    here.clock.at = 4.0
    here.host.look(ann, m.Look(room=ELSEWHERE))
    paused = await ann.table(paused=True)
    assert paused.time_left_s == 6.0
    here.clock.at = 900.0
    await here.until_idle()
    here.host.look(ann, m.Look(room=CODE))
    assert (await ann.table(paused=False)).time_left_s == 6.0
    assert await here.kinds() == [Open, ComputerMove, Pause, Resume]


async def test_her_cards_wait_while_she_looks_at_another_table(here, ann):
    here.make(ann, opened(person(ANN), Computer("plodder"), game="climb", code="BBBB"), ref=2)
    await ann.table(room="BBBB")
    here.host.look(ann, m.Look(room="BBBB"))
    assert (await ann.table(paused=True)).room == CODE
    await here.until_idle()
    assert await here.kinds("BBBB") == [Open]


async def test_her_cards_wait_while_she_is_gone(here, ann):
    here.host.disconnect(ann)
    await here.until_idle()
    again = here.visitor(ANN)
    assert (await again.table(paused=False)).room == CODE
    assert await here.kinds() == [Open, ComputerMove, Pause, Resume]


async def test_a_move_that_comes_just_after_she_has_looked_away_leaves_the_game_waiting(here, ann):
    here.host.look(ann, m.Look(room=ELSEWHERE))
    here.ask(ann, Play(ANN, 1, 0, "flip"))
    await here.until_idle()
    assert [kind for kind in await here.kinds() if kind is not ComputerMove] == [Open, Pause, Play, Pause]


async def test_a_computer_that_was_thinking_moves_once_she_is_back(here):
    ann = await here.open(opened(person(ANN), Computer("plodder"), game="climb"))
    here.ask(ann, Play(ANN, 1, 0, "1"))
    here.host.look(ann, m.Look(room=ELSEWHERE))
    await ann.table(paused=True)
    await here.until_idle()
    assert await here.kinds() == [Open, Play, Pause]
    here.host.look(ann, m.Look(room=CODE))
    await ann.next(m.Table, lambda seen: seen.turn == (0,))
    assert await here.kinds() == [Open, Play, Pause, Resume, ComputerMove]


@pytest.mark.parametrize("serious", [False, True])
async def test_with_somebody_else_and_at_a_serious_table_nothing_waits(here, serious):
    making = opened(person(ANN), Computer("plodder") if serious else person(BEN), game="climb", serious=serious)
    ann = await here.open(making)
    here.host.look(ann, m.Look(room=ELSEWHERE))
    await here.until_idle()
    assert Pause not in await here.kinds()


async def test_a_program_that_does_not_say_what_it_looks_at_is_waited_for_only_when_it_goes(here):
    bot = await here.open(AGAINST_COMPUTER)
    assert bot.looks == EVERYWHERE
    await bot.next(m.Table, lambda seen: seen.turn == (0,))
    assert Pause not in await here.kinds()
    here.host.disconnect(bot)
    await here.until_idle()
    assert (await here.kinds())[-1] is Pause


async def test_a_next_game_that_begins_unseen_waits_at_once(here, ann):
    here.ask(ann, Resign(ANN))
    await ann.table(phase="over")
    here.host.look(ann, m.Look(room=ELSEWHERE))
    here.ask(ann, Rematch(ANN))
    assert (await ann.table(paused=True)).number == 2


async def test_a_game_that_was_killed_waits_for_who_comes_back_and_goes_on_with_the_time_that_was_left(here):
    journal = await stored((0.0, AGAINST_COMPUTER), (1.0, ComputerMove(1, 1, 0, "flip")))
    async with quick_world(journal) as again:
        await again.restart()
        assert (await again.kinds())[-2:] == [Restart, Pause]
        again.clock.at = 5000.0
        ann = again.visitor(ANN)
        back = await ann.next(m.Table, lambda seen: not seen.paused and not seen.away)
        assert back.time_left_s == 9.0
        assert (await again.kinds())[-2:] == [Back, Resume]
        assert Away not in await again.kinds()


async def test_a_paused_game_that_was_killed_is_still_paused(here):
    journal = await stored((0.0, AGAINST_COMPUTER), (1.0, ComputerMove(1, 1, 0, "flip")), (4.0, Pause(ANN)))
    async with quick_world(journal) as again:
        await again.restart()
        assert (await again.kinds())[-1] is Pause
        again.clock.at = 5000.0
        assert (await again.visitor(ANN).table(paused=False)).time_left_s == 6.0


async def test_a_paused_game_hibernates_and_wakes_as_it_was(here, ann):
    here.clock.at = 4.0
    here.host.disconnect(ann)
    await here.until_idle()
    here.clock.at = 4.0 + here.house.limits.park_after_s + 1.0
    here.house.limits = type(here.house.limits)(deserted_s=1e9)
    here.host.clear_deserted()
    await here.until_idle()
    assert here.host.hibernation.get(CODE) is not None
    assert (await here.visitor(ANN).table(paused=False)).time_left_s == 6.0


async def test_what_is_stored_for_looking_here_and_there_counts_for_ones_address(here, ann):
    little = ServerLimits(address_stored_bytes_per_day=1.0, address_stored_burst_bytes=2 * LOOK_BYTES)
    ann.address_usage = AddressUsage(little)
    now = asyncio.get_running_loop().time()
    for room in (ELSEWHERE, CODE):
        assert not ann.address_usage.storage_wait_s(now)
        here.host.look(ann, m.Look(room=room))
    assert ann.address_usage.storage_wait_s(now) > 0
    await here.until_idle()
    stored_now = [len(pack(at, event)) for at, event in await here.entries() if isinstance(event, Pause | Resume)]
    assert len(stored_now) == 2
    assert sum(stored_now) <= LOOK_BYTES
