"""`parlour stats`: what one has played and won, on one's own output."""

import asyncio
import io
import json
from http import HTTPStatus
from pathlib import Path

from client.connection import Connection
from client.exits import Exit
from client.identity import identity
from client.stats import Stats
from protocol import messages as m
from tests.support.fake_server import FakeServer, Visit, fake_server
from tests.support.stores import SOLO, WAR, records

PLAYED = records("streets", played=11, won=4, streak=2, longest=3)


async def told(
    server: FakeServer, home: Path, *answers: m.Event, game: str = "", as_json: bool = False, games: tuple = (WAR, SOLO)
) -> tuple[Exit, str, str]:
    """How it ends, what it prints and what it complains of, given a server's answers."""
    out, log = io.StringIO(), io.StringIO()
    stats = Stats(game, out, log, json=as_json)
    task = asyncio.create_task(stats.run(Connection(server.url, identity(home, "here", "ana"), stats.hear)))
    visit: Visit = await server.visit()
    hello = await visit.next(m.Hello)
    await visit.tell(m.Welcome(name=hello.name, token="token", server="fake", games=games, seated=()))
    for answer in answers:
        await visit.next(m.Recall)
        await visit.tell(answer)
    return await task, out.getvalue(), log.getvalue()


async def test_without_a_game_those_that_were_played_are_told_of(tmp_path: Path) -> None:
    async with fake_server() as server:
        ended = await told(server, tmp_path, records("war"), PLAYED)
    assert ended == (Exit.OK, "Streets & Alleys: 11 played, 4 won.\nWon in a row: 2 now, 3 at most.\n", "")


async def test_who_has_played_nothing_is_told_so(tmp_path: Path) -> None:
    async with fake_server() as server:
        ended = await told(server, tmp_path, records("war"), records("streets"))
    assert ended == (Exit.OK, "You have played no game to its end yet.\n", "")


async def test_the_game_that_is_asked_about_is_told_of_in_any_case(tmp_path: Path) -> None:
    async with fake_server() as server:
        ended = await told(server, tmp_path, records("war"), game="war")
    assert ended == (Exit.OK, "War: none played to its end yet.\n", "")


async def test_json_has_a_line_for_every_game(tmp_path: Path) -> None:
    async with fake_server() as server:
        code, out, _ = await told(server, tmp_path, records("war"), PLAYED, as_json=True)
    assert code is Exit.OK
    assert [(line["game"], line["played"]) for line in map(json.loads, out.splitlines())] == [
        ("war", 0),
        ("streets", 11),
    ]


async def test_what_the_server_refuses_is_said_on_stderr(tmp_path: Path) -> None:
    refused = m.Refused(code="unknown-game", text="No.", about="recall", ref=0, room=None, retry_after_s=None)
    async with fake_server() as server:
        assert await told(server, tmp_path, refused, game="war") == (Exit.FAILURE, "", "No.\n")


async def test_a_server_without_games_is_said_on_stderr(tmp_path: Path) -> None:
    async with fake_server() as server:
        assert await told(server, tmp_path, games=()) == (Exit.FAILURE, "", "This server has no games.\n")


async def test_a_server_that_is_too_new_is_said_on_stderr(tmp_path: Path) -> None:
    log = io.StringIO()
    async with fake_server() as server:
        server.refusal = (HTTPStatus.UPGRADE_REQUIRED, "Too old.")
        stats = Stats("", io.StringIO(), log, json=False)
        ended = await stats.run(Connection(server.url, identity(tmp_path, "here", "ana"), stats.hear))
    assert (ended, log.getvalue()) == (Exit.REFUSED, "Too old.\n")
