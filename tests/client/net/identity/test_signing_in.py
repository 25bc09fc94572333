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


class Client:
    """A connection and what it has heard."""

    def __init__(self, url, who, **options):
        self.heard = asyncio.Queue()
        self.connection = Connection(url, who, self.heard.put_nowait, **options)

    async def hear(self, *kinds):
        while not isinstance(happening := await self.heard.get(), kinds):
            pass
        return happening

    async def link(self, state):
        while (link := await self.hear(Link)).state != state:
            pass
        return link


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
        assert "void" in (await client.link("refused")).reason
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
    async with running(hosted.server.url, ana, asks=True) as first:
        await first.hear(m.Welcome)
        async with running(hosted.server.url, ana, asks=True) as second:
            assert "another window" in (await second.link("elsewhere")).reason
            second.connection.play_here()
            assert (await second.hear(m.Welcome)).name == "ana"
            assert (await first.link("replaced")).reason


async def test_after_a_kill_and_after_a_lost_line_nobody_is_asked(hosted, ana):
    killed = await sign_in_by_key(hosted.wires, DeviceKey(bytes.fromhex(ana.load_with_key().key)), "ana")
    killed.socket.cut()
    async with running(hosted.server.url, ana, asks=True) as client:
        await client.hear(m.Welcome)
        (connection,) = [at for at in hosted.server.gateway.connections if hosted.server.dispatcher.session_at(at)]
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
