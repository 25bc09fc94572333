"""The rooms of a server: made, stopped, and listed as far as their games are."""

from __future__ import annotations

import asyncio

import pytest

from protocol import messages as m
from server.hosting.host import LEAP_S
from server.room.inputs import Open, Play, Restart, Sit
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened

# Making rooms.


async def test_who_makes_a_room_sits_in_it_and_follows_it(here):
    ann = here.visitor(ANN)
    here.make(ann, opened(), ref=5)
    assert await ann.next(m.Entered) == m.Entered(ref=5, room=CODE, seat=0)
    assert (await ann.table()).phase == "waiting"
    assert await ann.next(m.Presence) == m.Presence(room=CODE, present=(True, False), watchers=0, spectators=())
    assert here.host.seats_of(ANN) == (CODE,)
    assert len(here.host) == 1
    assert here.relisted[-1][1] is not None


async def test_a_room_is_there_for_nobody_before_it_is_stored(here):
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.journal.hold()
    here.make(ann, opened(), ref=5)
    await here.journal.until_asked(1)
    here.ask(ben, Sit(BEN, "ben"))
    assert (await ben.next(m.Refused)).code == "unknown-room"
    assert ann.heard == []
    here.journal.release()
    await ann.next(m.Entered)


@pytest.mark.parametrize(
    ("refusals", "version", "retry_after_s"),
    [pytest.param(1, None, 1.0, id="the disk refuses"), pytest.param(0, 999, None, id="the game cannot begin")],
)
async def test_who_cannot_have_a_room_is_told_so_and_the_lobby_forgets_its_code(
    here, caplog, refusals, version, retry_after_s
):
    ann = here.visitor(ANN)
    here.journal.refuse(refusals)
    here.make(ann, opened(version=version), ref=5)
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("unavailable", "create", 5)
    assert refused.retry_after_s == retry_after_s
    assert (len(here.host), here.host.seats_of(ANN)) == (0, ())
    assert here.relisted[-1] == (CODE, None)
    assert ("event=room-not-made" in caplog.text) == (version is not None)


# Stopping.


async def test_a_stop_lets_every_room_finish_what_it_was_asked(here, pair):
    ann, ben = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    stopping = asyncio.ensure_future(here.host.aclose())
    await here.until_idle()
    here.ask(ann, Play(ANN, 1, 1, "flip"))
    assert (await ann.next(m.Refused)).code == "too-many"
    assert not stopping.done()
    here.journal.release()
    await stopping
    assert ann.tables[-1].seq == 3
    assert not any(isinstance(event, m.Left) for event in ann.heard)
    assert await here.kinds() == [Open, Play, Play]


async def test_a_stop_waits_for_rooms_that_are_being_stored_and_makes_no_more(here):
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.journal.hold()
    here.make(ann, opened(), ref=5)
    await here.journal.until_asked(1)
    stopping = asyncio.ensure_future(here.host.aclose())
    await here.until_idle()
    here.make(ben, opened(host="ben"), ref=6)
    refused = await ben.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("unavailable", "create", 6)
    assert not stopping.done()
    here.journal.release()
    await stopping
    assert (await ann.next(m.Entered)).ref == 5
    assert len(here.host) == 0


async def test_a_connection_may_begin_and_end_after_its_rooms_have(here, pair):
    ann, ben = pair
    await here.host.aclose()
    ann = here.visitor(ANN)
    assert ann.heard == []
    here.disconnect(ann, ben)
    assert here.house.online == {}


# Handing over.


async def test_a_room_is_given_up_only_once_all_that_it_has_taken_is_stored_and_shown(here, pair):
    ann, ben = pair
    here.watcher(CLEO)
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    retiring = asyncio.ensure_future(here.host.retire(CODE))
    await here.until_idle()
    assert not retiring.done()
    here.journal.release()
    retired = await retiring
    assert (retired.people, retired.watchers) == (frozenset({ANN, BEN}), (CLEO,))
    assert await here.kinds() == [Open, Play, Play]
    assert (await ann.table(seq=3)).seq == 3
    assert CODE not in here.host


async def test_a_leap_of_the_clock_is_counted_by_no_room_and_comes_before_what_waits(here, pair):
    ann, ben = pair
    before = here.house.now()
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    here.host.go_on_from(before + LEAP_S)  # so little is nothing
    here.host.go_on_from(before + 60.0)
    here.journal.release()
    await here.until_idle()
    happened = [(at - before, type(event)) for at, event in await here.entries()]
    assert happened[1:4] == [(0.0, Play), (LEAP_S, Restart), (60.0, Play)]
