import asyncio
import io
import json
from pathlib import Path

import pytest

from client.computers import Computers
from client.connection import Connection
from client.exits import Exit
from client.identity import identity
from protocol import messages as m
from tests.support.fake_server import fake_server
from tests.support.stores import RACE, WAR

FLIPPER = '{"game":"war","level":"flipper","about":"Plays the flipper way."}'


async def listed(home: Path, game: str = "", *, json: bool = False) -> tuple[Exit, str, str]:
    out, log = io.StringIO(), io.StringIO()
    async with fake_server() as server:
        computers = Computers(game, out, log, json=json)
        task = asyncio.create_task(computers.run(Connection(server.url, identity(home, "here", "ana"), computers.hear)))
        visit = await server.visit()
        hello = await visit.next(m.Hello)
        await visit.tell(m.Welcome(name=hello.name, token="token", server="fake", games=(WAR, RACE), seated=()))
        return await task, out.getvalue(), log.getvalue()


async def test_every_game_that_computers_play_is_listed_with_a_sentence_a_level(tmp_path: Path) -> None:
    ended, out, log = await listed(tmp_path)
    assert (ended, log) == (Exit.OK, "")
    assert out == "War (war):\n  flipper  Plays the flipper way.\n  oracle   Plays the oracle way.\n"


async def test_json_gives_a_line_a_level(tmp_path: Path) -> None:
    _, out, _ = await listed(tmp_path, "war", json=True)
    assert out.splitlines()[0] == FLIPPER
    assert [json.loads(line)["level"] for line in out.splitlines()] == ["flipper", "oracle"]


@pytest.mark.parametrize("game", ["race", "chess"])
async def test_a_game_that_no_computer_plays_is_said_to_be_one(tmp_path: Path, game: str) -> None:
    assert await listed(tmp_path, game) == (Exit.FAILURE, "", "No computer plays that here.\n")


async def test_a_server_that_is_not_there_is_said_on_stderr(tmp_path: Path) -> None:
    log = io.StringIO()
    async with fake_server() as gone:
        pass
    computers = Computers("", io.StringIO(), log, json=False)
    assert await computers.run(Connection(gone.url, identity(tmp_path, "x", "ana"), computers.hear)) is Exit.UNREACHABLE
    assert "nothing listens there" in log.getvalue()
