"""A client signs in by its own key at a real server, whatever it had before and whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from client.net.connection import Connection
from client.net.identity.device_key import DeviceKey
from client.net.identity.identity import StoredIdentity, identity
from client.state.store import Link, Said
from protocol import messages as m
from server.players.sessions.sign_in import KEY_VOID
from tests.support.fakes.listener import Listener
from tests.support.processes.hosting import hosting
from tests.support.processes.players import sign_in, sign_in_by_key, table_for_two

pytestmark = pytest.mark.slow


@pytest.fixture
async def hosted():
    async with hosting() as made:
        yield made


@pytest.fixture
def ana(tmp_path, hosted):
    return identity(tmp_path, hosted.server.url, "ana")


class Client(Listener):
    """A connection and what it has heard."""

    def __init__(self, url, who, **options):
        super().__init__()
        self.connection = Connection(url, who, self.put, **options)


def cut_off(hosted, name):
    """Cut the connection of a player, as a network does."""
    sessions = (hosted.server.dispatcher.sessions.get(at) for at in hosted.server.gateway.connections)
    next(session for session in sessions if session is not None and session.name == name).connection.abort()


@asynccontextmanager
async def running(url, who, **options):
    client = Client(url, who, **options)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(client.connection.run())
        try:
            yield client
        finally:
            await client.connection.aclose()


async def test_a_newcomer_makes_a_key_which_is_kept_and_no_token(hosted, ana):
    async with running(hosted.server.url, ana) as client:
        assert (await client.hear(m.Welcome)).name == "ana"
    kept = ana.load()
    assert (kept.name, kept.token, len(kept.key)) == ("ana", None, 64)
    async with running(hosted.server.url, ana) as client:
        assert (await client.hear(m.Welcome)).name == "ana"
    assert ana.load() == kept


async def test_the_key_is_kept_before_anybody_is_shown_it(tmp_path):
    ana = identity(tmp_path, "here", "ana")
    assert ana.load_with_key().key == ana.load().key
    assert ana.load().key is not None


async def test_a_file_with_a_token_is_taken_over_with_its_seat(hosted, ana):
    before = await sign_in(hosted.wires, "ana")
    table = await before.ask(table_for_two())
    ana.keep(StoredIdentity(hosted.server.url, "ana", before.welcome.token))
    async with running(hosted.server.url, ana) as client:
        welcome = await client.hear(m.Welcome)
        assert (welcome.name, welcome.seated, welcome.token) == ("ana", (table.room,), "")
        (listed,) = await devices(client)
        assert (listed.here, listed.name != "") == (True, True)


async def devices(client):
    client.connection.send(m.GetDevices())
    return (await client.hear(m.Devices)).devices


async def test_where_no_key_can_be_kept_a_token_signs_in_as_before(hosted, ana, monkeypatch):
    def full_disk(file):
        raise OSError(28, "No space left on device")

    before = await sign_in(hosted.wires, "ana")
    ana.keep(StoredIdentity(hosted.server.url, "ana", before.welcome.token))
    with monkeypatch.context() as full:
        full.setattr("os.fsync", full_disk)
        async with running(hosted.server.url, ana) as client:
            assert "No space left" in (await client.hear(Said)).text
            assert (await client.hear(m.Welcome)).token != ""
    async with running(hosted.server.url, ana) as client:
        assert (await client.hear(m.Welcome)).name == "ana"


async def test_of_two_that_start_together_with_a_token_the_later_takes_up_the_key_of_the_other(hosted, ana):
    before = await sign_in(hosted.wires, "ana")
    first, second = DeviceKey.fresh(), DeviceKey.fresh()
    await sign_in_by_key(hosted.wires, first, token=before.welcome.token)
    stale = StoredIdentity(hosted.server.url, "ana", before.welcome.token, second.seed.hex())
    ana.keep(stale)
    client = Client(hosted.server.url, ana)
    client.connection._sign_in.hello(replaces=True)  # it has read the file, and is about to be told that it is void
    ana.keep(replace(stale, key=first.seed.hex()))
    assert client.connection._sign_in.try_another()
    assert not (client.connection._sign_in.hello(replaces=True) and client.connection._sign_in.try_another())


async def test_signing_out_takes_up_another_key_and_only_that_is_good(hosted, ana):
    async with running(hosted.server.url, ana) as client:
        await client.hear(m.Welcome)
        before = ana.load()
        client.connection.send(m.SignOut())
        await client.hear(m.Token)
        after = ana.load()
        assert (after.key != before.key, after.next_key) == (True, None)
    thief = identity(ana.path.parent.parent / "thief", hosted.server.url, "ana")
    thief.keep(before)
    async with running(hosted.server.url, thief) as client:
        assert KEY_VOID in (await client.link("refused")).reason
    async with running(hosted.server.url, ana) as client:
        assert (await client.hear(m.Welcome)).name == "ana"


async def test_who_is_killed_while_signing_out_comes_back_by_the_key_that_is_good(hosted, ana):
    """The server has taken the new key up, and the client was gone before it heard so."""
    async with running(hosted.server.url, ana) as client:
        await client.hear(m.Welcome)
        client.connection.send(m.SignOut())
        pending = ana.load()
        await client.hear(m.Token)
    ana.keep(pending)
    async with running(hosted.server.url, ana) as client:
        assert (await client.hear(m.Welcome)).name == "ana"
    assert (ana.load().key, ana.load().next_key) == (pending.next_key, None)


async def test_a_second_window_asks_first_and_a_first_one_is_not_asked(hosted, ana):
    async with running(hosted.server.url, ana) as first:
        await first.hear(m.Welcome)
        async with running(hosted.server.url, ana) as second:
            assert "another window" in (await second.link("elsewhere")).reason
            second.connection.play_here()
            assert (await second.hear(m.Welcome)).name == "ana"
            assert (await first.link("replaced")).reason
            first.connection.play_here()
            assert (await first.hear(m.Welcome)).name == "ana"
            assert (await second.link("replaced")).reason


async def test_a_guest_is_somebody_else_beside_the_first_window_and_comes_back_after_a_lost_line(hosted, ana):
    async with running(hosted.server.url, ana) as first:
        await first.hear(m.Welcome)
        kept = ana.load()
        async with running(hosted.server.url, ana) as second:
            await second.link("elsewhere")
            second.connection.play_as_guest()
            guest = (await second.hear(m.Welcome)).name
            cut_off(hosted, guest)
            assert (await second.hear(m.Welcome)).name == guest != "ana"
        assert ana.load() == kept
        assert first.connection.is_up


async def test_a_window_that_comes_back_late_asks_before_it_closes_the_one_that_was_opened_since(hosted, ana):
    async with running(hosted.server.url, ana) as first:
        await first.hear(m.Welcome)
        async with running(hosted.server.url, ana, takes_over=True) as second:
            await second.hear(m.Welcome)
            await first.link("replaced")
            async with running(hosted.server.url, ana) as third:
                assert (await third.link("elsewhere")).reason
                assert second.connection.is_up


async def test_who_only_asks_makes_no_key_and_keeps_nothing(hosted, ana):
    async with running(hosted.server.url, ana, query=True) as visit:
        assert (await visit.hear(m.Welcome)).seated == ()
    assert not ana.path.exists()


@pytest.mark.parametrize("wanted", ["ana", "ben"])
async def test_who_gets_another_name_than_they_asked_for_is_told_so_once(hosted, tmp_path, wanted):
    await sign_in_by_key(hosted.wires, DeviceKey.fresh(), "ana")
    who = identity(tmp_path, hosted.server.url, wanted)
    for is_first in (True, False):
        async with running(hosted.server.url, who) as client:
            name = (await client.hear(m.Welcome)).name
            client.connection.send(m.GetLeaders(ref=1, game="blocky"))
            said = await client.hear(Said, m.Leaders)
            assert isinstance(said, Said) == (is_first and name != wanted)


async def test_after_a_kill_and_after_a_lost_line_nobody_is_asked(hosted, ana):
    killed = await sign_in_by_key(hosted.wires, DeviceKey(bytes.fromhex(ana.load_with_key().key)), "ana")
    killed.socket.cut()
    async with running(hosted.server.url, ana) as client:
        await client.hear(m.Welcome)
        (connection,) = [at for at in hosted.server.gateway.connections if hosted.server.dispatcher.sessions.get(at)]
        connection.abort()
        states = [(await client.hear(Link)).state for _ in range(2)]
        await client.hear(m.Welcome)
        assert "elsewhere" not in states


async def test_each_server_and_each_name_has_another_key(tmp_path):
    who = [("ws://a:1", "ana"), ("ws://b:1", "ana"), ("ws://a:1", "ben")]
    assert len({identity(tmp_path, server, name).load_with_key().key for server, name in who}) == 3


def test_neither_key_nor_token_is_ever_shown():
    stored = StoredIdentity("here", "ana", "secret", "ab" * 32, "cd" * 32)
    assert not any(secret in repr(stored) for secret in ("secret", "abab", "cdcd"))
    assert "abab" not in repr(DeviceKey(b"\xab" * 32))
