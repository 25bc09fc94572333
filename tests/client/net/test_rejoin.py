"""After a reconnect, a client asks again for rooms that the server cannot show."""

import asyncio

import pytest

from client.net.connection import Connection
from client.net.identity import identity
from client.net.rejoin import LONGEST_PAUSE_S, REF, Rejoin
from client.state.fold import fold
from client.state.store import Said, Store
from protocol import messages as m
from tests.support.builders.rooms import ANN, BEN, CODE
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import fake_server
from tests.support.fakes.running_rooms import world

WATCH = m.Watch(ref=REF, room="KQFM")
TABLE = war_table(war_view())
TOLD = "The server cannot show table KQFM now. It is asked again until it can."


def refused(about="hello", ref=None, code="unavailable", retry_after_s=1.0, room="KQFM"):
    return m.Refused(code=code, text="No.", about=about, ref=ref, room=room, retry_after_s=retry_after_s)


class Timers:
    """Time that a test lets go by. Mutable: `waits` has all that was waited for, `due` what is still to be done."""

    def __init__(self):
        self.waits = []
        self.due = []

    def __call__(self, after_s, do):
        self.waits.append(after_s)
        self.due.append(do)
        return self

    def cancel(self):
        self.due.clear()

    def pass_by(self):
        due, self.due = self.due, []
        for do in due:
            do()


@pytest.fixture
def timers():
    return Timers()


@pytest.fixture
def asked():
    return []


@pytest.fixture
def returns(timers, asked):
    made = Rejoin(asked.append, timers)
    made.expect(["KQFM"])
    return made


def test_a_room_that_is_refused_is_asked_for_again_ever_more_seldom_until_it_comes(returns, timers, asked):
    assert returns.hear(refused()) == Said(TOLD)
    for _ in range(7):
        timers.pass_by()
        assert returns.hear(refused("watch", REF)) is None
    assert timers.waits == [1.0, 2.0, 4.0, 8.0, 16.0, LONGEST_PAUSE_S, LONGEST_PAUSE_S, LONGEST_PAUSE_S]
    timers.pass_by()
    assert asked == [WATCH] * 8
    assert returns.hear(m.Entered(ref=REF, room="KQFM", seat=0)) is None
    assert returns.hear(TABLE) is TABLE
    assert returns.hear(refused("watch", 0)) == refused("watch", 0)


def test_the_server_may_say_that_a_room_takes_longer(returns, timers):
    returns.hear(refused(retry_after_s=7.0))
    returns.hear(refused(retry_after_s=1e9))
    assert timers.waits == [7.0, LONGEST_PAUSE_S]


def test_a_room_that_comes_meanwhile_or_is_left_is_asked_for_no_more(returns, timers, asked):
    for end in (TABLE, m.Left(room="KQFM", reason="The table is closed.")):
        returns.expect(["KQFM"])
        returns.hear(refused())
        assert returns.hear(end) is end
        timers.pass_by()
    assert asked == []


def test_a_room_that_is_gone_is_told_of_as_by_the_server_and_asked_for_no_more(returns, timers, asked):
    returns.hear(refused())
    timers.pass_by()
    gone = refused("watch", REF, "unknown-room", None)
    assert returns.hear(gone) is gone
    assert timers.due == []


@pytest.mark.parametrize(
    "other", [refused(room="M3XA"), refused("play"), refused("watch", room=None), m.Entered(ref=0, room="KQFM", seat=0)]
)
def test_what_somebody_asked_for_themselves_is_answered_to_them(returns, timers, other):
    assert returns.hear(other) is other
    assert timers.waits == []


def test_after_the_end_of_a_connection_nothing_is_asked_on_it(returns, timers, asked):
    returns.hear(refused())
    returns.stop()
    timers.pass_by()
    assert asked == []


@pytest.mark.slow
async def test_a_player_whose_room_the_servers_disk_refuses_is_let_in_once_it_does_so_no_more(tmp_path):
    """The refusals are the server's own, and so are its answers to what the client asks of it."""
    store, came = Store(), asyncio.Event()

    def hear(happening):
        nonlocal store
        store = fold(store, happening, 0.0)
        if store.seated is not None:
            came.set()

    async with world() as here, fake_server() as server:
        for visitor in await here.between(ANN, BEN, auto_flip_s=0):
            here.host.disconnect(visitor)
        await here.until_idle()
        here.clock.at += here.house.limits.park_after_s + 1.0
        here.host.clear_deserted()
        assert here.host.hibernated == 1
        here.journal.refuse_reads(2)
        connection = Connection(server.url, identity(tmp_path, "here", "ann"), hear)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(connection.run())
            visit = await server.visit()
            await visit.welcome(seated=(CODE,))
            ann = here.visitor(ANN)
            for ref in (None, REF):
                refusal = await ann.next(m.Refused)
                assert (refusal.code, refusal.ref) == ("unavailable", ref)
                await visit.tell(refusal)
                watch = await visit.next(m.Watch)
                assert (store.sentence, store.seated) == (TOLD.replace("KQFM", CODE), None)
                here.host.watch(watch.room, ann, watch.ref)
            await visit.tell(await ann.next(m.Entered), await ann.next(m.Table))
            await came.wait()
            assert store.seated.table.seat == 0
            await connection.aclose()
