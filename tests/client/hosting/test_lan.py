"""One's own private server, opened to the network and shut again by what stands in its folder, and by nothing else."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from client.commands import actions
from client.hosting import lan
from client.hosting.lan import LanAccess, read_announcement, turn_lan
from client.net.address import fingerprint_of, host_and_port
from client.net.connection import Connection
from client.net.identity.identity import identity
from client.state.store import Link, Said
from protocol import messages as m
from tests.support.golden.story import MESSAGES
from tests.support.processes.hosting import Hosted, hosting
from tests.support.processes.players import sign_in, table_for_two

pytestmark = pytest.mark.slow

T = TypeVar("T")
HERE = "127.0.0.2"


@asynccontextmanager
async def private(data: Path) -> AsyncIterator[Hosted]:
    async with hosting(store="sqlite", data=data, private=True) as hosted:
        yield hosted


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosted]:
    async with private(tmp_path) as running:
        yield running


@pytest.fixture
def access(tmp_path: Path) -> LanAccess:
    return LanAccess(tmp_path)


@asynccontextmanager
async def friend(server: str, home: Path) -> AsyncIterator[tuple[Connection, asyncio.Queue[object]]]:
    """A client that connected over the network, and all it hears from then on."""
    heard: asyncio.Queue[object] = asyncio.Queue()
    connection = Connection(server, identity(home, server, "ben"), heard.put_nowait)
    running = asyncio.create_task(connection.run())
    await until(heard, m.Welcome)
    yield connection, heard
    await connection.aclose()
    await asyncio.wait({running})


async def until(heard: asyncio.Queue[object], kind: type[T], fits: Callable[[T], bool] = lambda _: True) -> T:
    async with asyncio.timeout(5):
        while not (isinstance(happening := await heard.get(), kind) and fits(happening)):
            pass
        return happening


async def test_it_is_shut_until_its_owner_opens_it_and_shut_again_by_them(hosted, access, tmp_path):
    assert access.address() == ""
    await access.open(HERE, None)
    assert host_and_port(access.address()).startswith(f"{HERE}:")
    async with friend(access.address(), tmp_path / "ben") as (_, heard):
        every_client_of_the_folder = LanAccess(tmp_path)
        assert every_client_of_the_folder.address() == access.address()
        await every_client_of_the_folder.shut()
        sent_away = await until(heard, Link, lambda link: link.state == "down")
        assert sent_away.reason == "This server is closed to the network again. Your games are saved."
    assert access.address() == ""


async def test_nobody_who_came_through_it_has_a_word_that_turns_it(hosted, access, tmp_path):
    await access.open(HERE, None)
    before = read_announcement(tmp_path)
    async with friend(access.address(), tmp_path / "ben") as (connection, heard):
        for _, message in MESSAGES:
            if isinstance(message, m.Command) and not isinstance(message, m.Hello | m.Prove):
                connection.send(message)
        connection.send(m.GetStats(ref=77, game="war", deal=None))
        await until(heard, m.Stats)
    assert read_announcement(tmp_path) == before


async def test_after_a_restart_it_is_open_again_at_the_same_place_for_who_opened_it_alone(access, tmp_path):
    async with private(tmp_path):
        await access.open(HERE, None)
        before = access.address()
    async with private(tmp_path):
        await LanAccess(tmp_path).keep_open()
        assert access.address() == ""
        await access.keep_open()
        assert access.address() == before
        await access.shut()
    async with private(tmp_path):
        await access.keep_open()
        assert access.address() == ""


async def test_a_game_goes_on_through_it_and_no_move_is_lost(hosted, access, tmp_path):
    ana = await sign_in(hosted.wires, "ana")
    room = (await ana.ask(table_for_two())).room
    await access.open(HERE, None)
    async with friend(access.address(), tmp_path / "ben") as (connection, heard):
        connection.send(m.Join(ref=1, room=room, games=None))
        assert (await until(heard, m.Entered)).seat == 1
        ana.send(m.Play(room=room, number=1, ply=0, move="flip"))
        await until(heard, m.Table, lambda table: table.view is not None and table.view["flipped"] == [True, False])


async def test_what_was_done_is_said_in_a_sentence_and_so_is_what_cannot_be(hosted, access, monkeypatch):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        assert await turn_lan(access, actions.OpenLan(HERE, port)) == Said(
            f"Another program is using port {port} of {HERE}.", is_refusal=True
        )
    monkeypatch.setattr(lan, "address_here", str)
    assert await turn_lan(access, actions.OpenLan()) == Said(lan.NO_NETWORK, is_refusal=True)
    assert access.address() == ""
    monkeypatch.setattr(lan, "address_here", lambda: HERE)
    said = await turn_lan(access, actions.OpenLan())
    assert said == Said(lan.OPENED.format(place=host_and_port(access.address())))
    assert fingerprint_of(access.address()) not in said.text
    assert await turn_lan(access, actions.CloseLan()) == Said(lan.SHUT)


async def test_a_server_that_does_not_run_or_does_not_answer_is_said(access, tmp_path, monkeypatch):
    assert await turn_lan(None, actions.OpenLan()) == Said(lan.NOT_YOURS, is_refusal=True)
    assert await turn_lan(access, actions.OpenLan(HERE)) == Said(lan.NOT_RUNNING, is_refusal=True)
    os.mkfifo(tmp_path / "wishes")
    assert await turn_lan(access, actions.CloseLan()) == Said(lan.NOT_RUNNING, is_refusal=True)
    (tmp_path / "wishes").unlink()
    (tmp_path / "wishes").touch()
    monkeypatch.setattr(lan, "ANSWER_LIMIT_S", 0.0)
    assert await turn_lan(access, actions.OpenLan(HERE)) == Said(lan.NO_ANSWER, is_refusal=True)


@pytest.mark.parametrize("left", ["", "[]", "{}", '{"url": 1}', '{"url": "ws://localhost:1", "network": 5}'])
def test_what_is_no_announcement_is_none(tmp_path, left):
    (tmp_path / "server.json").write_text(left)
    assert read_announcement(tmp_path) is None
    assert LanAccess(tmp_path).address() == ""
