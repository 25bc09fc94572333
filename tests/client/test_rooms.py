import asyncio
import io
import json
from http import HTTPStatus
from pathlib import Path

from client.connection import Connection
from client.exits import Exit
from client.identity import identity
from client.rooms import Rooms
from protocol import messages as m
from tests.support.fake_server import FakeServer, fake_server

WAITING = m.Listing(
    room="ABCD", game="war", options={"variant": "scouts"}, host="eva", players=("eva",), seats=2, serious=False
)
LOBBY = m.Lobby(open=(WAITING,), live=(), rooms=1, online=2)


async def listed(server: FakeServer, home: Path, out: io.StringIO, log: io.StringIO, *, json: bool = False) -> Exit:
    rooms = Rooms(out, log, json=json)
    task = asyncio.create_task(rooms.run(Connection(server.url, identity(home, "here", "ana"), rooms.hear)))
    if server.refusal is None and server.url:
        visit = await server.visit()
        await visit.welcome()
        await visit.next(m.Browse)
        await visit.tell(LOBBY)
    return await task


async def test_the_tables_are_listed_on_stdout(tmp_path: Path) -> None:
    out, log = io.StringIO(), io.StringIO()
    async with fake_server() as server:
        assert await listed(server, tmp_path, out, log) is Exit.OK
    assert (out.getvalue(), log.getvalue()) == ("ABCD open: war, scouts; eva.\n", "")


async def test_json_gives_the_lobby_as_it_is(tmp_path: Path) -> None:
    out = io.StringIO()
    async with fake_server() as server:
        await listed(server, tmp_path, out, io.StringIO(), json=True)
    assert json.loads(out.getvalue())["open"][0]["room"] == "ABCD"


async def test_a_refusal_is_said_on_stderr(tmp_path: Path) -> None:
    out, log = io.StringIO(), io.StringIO()
    async with fake_server() as server:
        server.refusal = (HTTPStatus.UPGRADE_REQUIRED, "Too old.")
        assert await listed(server, tmp_path, out, log) is Exit.REFUSED
    assert (out.getvalue(), log.getvalue()) == ("", "Too old.\n")


async def test_a_server_that_is_not_there_is_said_on_stderr(tmp_path: Path) -> None:
    log = io.StringIO()
    async with fake_server() as gone:
        pass
    rooms = Rooms(io.StringIO(), log, json=False)
    assert await rooms.run(Connection(gone.url, identity(tmp_path, "x", "ana"), rooms.hear)) is Exit.UNREACHABLE
    assert "nothing listens there" in log.getvalue()
