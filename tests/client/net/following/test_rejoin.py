"""After a reconnect, a client asks again for rooms that the server cannot show."""

import asyncio

import pytest

from client.net.connection import Connection
from client.net.following.rejoin import LONGEST_PAUSE_S, REF, Rejoin
from client.net.identity.identity import identity
from client.state.fold import fold
from client.state.store import Said, Store
from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.builders.rooms import ANN, BEN, CODE
from tests.support.builders.tables import war_table, war_view
from tests.support.fakes.fake_server import fake_server
from tests.support.fakes.running_rooms import world

WATCH = m.Watch(ref=REF, room="KQFM")
TABLE = war_table(war_view())
TOLD = "The server can't show table KQFM right now. Trying again until it can."


def refused(about="hello", ref=None, code="unavailable", retry_after_s=1.0, room="KQFM"):
    return m.Refused(code=code, text="No.", about=about, ref=ref, room=room, retry_after_s=retry_after_s)


class Waiting:
    """A Rejoin that waits for one room, what it asks, and time that a test lets go by."""

    def __init__(self):
        self.asked, self.waits, self.due = [], [], []
        self.rejoin = Rejoin(self.asked.append, self._later)
        self.rejoin.expect(["KQFM"])
        self.hear = self.rejoin.hear

    def _later(self, after_s, do):
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
def waiting():
    return Waiting()


def test_a_room_that_is_refused_is_asked_for_again_ever_more_seldom_until_it_comes(waiting):
    assert waiting.hear(refused()) == Said(TOLD)
    for _ in range(7):
        waiting.pass_by()
        assert waiting.hear(refused("watch", REF)) is None
    assert waiting.waits == [1.0, 2.0, 4.0, 8.0, 16.0, *[LONGEST_PAUSE_S] * 3]
    waiting.pass_by()
    assert waiting.asked == [WATCH] * 8
    assert waiting.hear(m.Entered(ref=REF, room="KQFM", seat=0)) is None
    assert waiting.hear(TABLE) is TABLE
    assert waiting.hear(refused("watch", 0)) == refused("watch", 0)


def test_the_server_may_say_that_a_room_takes_longer(waiting):
    waiting.hear(refused(retry_after_s=7.0))
    waiting.hear(refused(retry_after_s=1e9))
    assert waiting.waits == [7.0, LONGEST_PAUSE_S]


@pytest.mark.parametrize(
    "end",
    [TABLE, m.Left(room="KQFM", reason="The table is closed."), refused("watch", REF, "unknown-room", None)],
    ids=["comes", "is left", "is gone"],
)
def test_a_room_that_comes_or_is_gone_is_asked_for_no_more_and_told_of_as_by_the_server(waiting, end):
    waiting.hear(refused())
    assert waiting.hear(end) is end
    waiting.pass_by()
    assert waiting.asked == []


@pytest.mark.parametrize(
    "other", [refused(room="M3XA"), refused("play"), refused("watch", room=None), m.Entered(ref=0, room="KQFM", seat=0)]
)
def test_what_somebody_asked_for_themselves_is_answered_to_them(waiting, other):
    assert waiting.hear(other) is other
    assert waiting.waits == []


def test_a_room_whose_table_was_missed_is_asked_for_once_and_again_if_it_is_refused(waiting):
    waiting.hear(TABLE)
    waiting.rejoin.request("KQFM")
    waiting.rejoin.request("KQFM")
    assert waiting.asked == [WATCH]
    waiting.hear(refused("watch", REF, "too-many"))
    waiting.pass_by()
    assert waiting.asked == [WATCH, WATCH]


def test_after_the_end_of_a_connection_nothing_is_asked_on_it(waiting):
    waiting.hear(refused())
    waiting.rejoin.stop()
    waiting.pass_by()
    assert waiting.asked == []


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
        here.house.limits = ServerLimits(park_after_s=1.0)
        here.clock.at += 2.0
        here.host.clear_deserted()
        assert len(here.host.hibernation) == 1
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
                here.watch(ann, watch.room, watch.ref)
            await visit.tell(await ann.next(m.Entered), await ann.next(m.Table))
            await came.wait()
            assert store.seated.table.seat == 0
            await connection.aclose()
