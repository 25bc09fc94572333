"""A whole server on PostgreSQL: games outlive it, only one has a database, and it says why it can't have one."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from asyncio import gather
from pathlib import Path

import psycopg
import pytest

from protocol import messages as m
from server.moderation.owner_socket import SOCKET
from server.ops import server_clock
from server.ops.server_clock import ServerClock
from server.room.journal import StorageUnavailableError
from server.storage.stores import open_postgres
from tests.support.patience import PATIENCE_S
from tests.support.postgres.proxy import CuttingProxy
from tests.support.postgres.shared import socket_of
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, pair, sign_in, table_for_two
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires

pytestmark = pytest.mark.slow


def run(data: Path, address: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", "--port", "0", "--data", data],
        env={**os.environ, "PARLOUR_STORE": address}, capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip


async def test_a_game_goes_on_where_it_was_after_its_server_was_killed(tmp_path, postgres_url):
    with start_server(tmp_path, "--store", postgres_url) as server:
        wires = Wires(server.url)
        ann, ben, *tables = await pair(wires)
        seen = await gather(*(each.play_on(table, is_begun) for each, table in zip((ann, ben), tables, strict=True)))
    await wires.aclose()
    with start_server(tmp_path, "--store", postgres_url) as server:
        wires = Wires(server.url)
        back = [await sign_in(wires, each.welcome.name, each.welcome.token) for each in (ann, ben)]
        tables = [await each.next(m.Table) for each in back]
        assert [(table.room, table.ply >= before.ply) for table, before in zip(tables, seen, strict=True)] == [
            (seen[0].room, True)
        ] * 2
        ends = await gather(*(each.play_on(table, over) for each, table in zip(back, tables, strict=True)))
        for each in back:
            each.send(m.GetStats(ref=1, game="war", deal=None))
        stats = [await each.next(m.Stats) for each in back]
        await wires.aclose()
    assert ends[0].ending == ends[1].ending
    assert [told.played for told in stats] == [1, 1]


def is_begun(table: m.Table) -> bool:
    return table.ply >= 3 or over(table)


async def test_what_is_not_known_of_its_disk_is_not_said(tmp_path, postgres_url):
    async with hosting(store=postgres_url, data=tmp_path) as hosted:
        ann = await sign_in(hosted.wires)
        await ann.ask(table_for_two())
        wire = await hosted.wires.reach()
        assert (await wire.get("/healthz")).body == "ok\n"
        metrics = (await (await hosted.wires.reach()).get("/metrics")).body
        assert (tmp_path / SOCKET).exists()
    assert "parlour_commits_total 0" not in metrics
    assert ("parlour_commits_total" in metrics, "parlour_database_bytes" in metrics) == (True, False)


async def stands_still(clock: ServerClock) -> bool:
    was = clock.now()
    await asyncio.sleep(0.02)  # some twenty ticks
    return clock.now() == was


async def test_no_clock_runs_while_postgresql_does_not_answer(tmp_path, postgres_url, monkeypatch):
    monkeypatch.setattr(server_clock, "LATE_AFTER_S", 0.05)
    with CuttingProxy(socket_of(postgres_url)) as proxy:
        async with hosting(store=proxy.through(postgres_url), data=tmp_path) as hosted, asyncio.timeout(PATIENCE_S):
            ann, clock = await sign_in(hosted.wires), hosted.server.clock
            proxy.is_away = True
            proxy.cut("unsent")
            ann.send(table_for_two())
            while not await stands_still(clock):
                pass
            proxy.is_away = False
            await ann.next(m.Table)
            while await stands_still(clock):
                pass


async def test_a_database_that_another_server_has_exits_with_3(tmp_path, postgres_url):
    async with hosting(store=postgres_url, data=tmp_path / "one"):
        done = run(tmp_path / "other", postgres_url)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1] == "Another server is already using this database."


async def test_a_server_whose_database_was_taken_over_stops_and_says_so(tmp_path, postgres_url):
    tmp_path.joinpath("server.log").touch()
    with start_server(tmp_path, "--store", postgres_url) as server:
        wires = Wires(server.url)
        ann = await sign_in(wires)
        with psycopg.connect(postgres_url, autocommit=True) as other:
            other.execute("DELETE FROM writers")
        ann.send(table_for_two())
        assert await asyncio.to_thread(server.process.wait, PATIENCE_S) == 1
        await wires.aclose()
    said = (tmp_path / "server.log").read_text().splitlines()[-1]
    assert said == "The server can't store games: another server has taken the database over"


@pytest.mark.parametrize(
    "address",
    ["postgresql://ann:tiger@127.0.0.1:1/games", "postgresql://ann:tiger@h:99/g?tiger=1", "postgresql://ann:tiger@[/"],
)
def test_a_database_that_is_not_there_exits_with_1_and_no_password_is_said(tmp_path, address):
    done = run(tmp_path, address)
    assert (done.returncode, "tiger" in done.stdout + done.stderr, "Traceback" in done.stderr) == (1, False, False)
    assert "The server can't store games: " in done.stderr


def test_without_psycopg_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "server.storage.postgres.database", None)
    with pytest.raises(StorageUnavailableError, match=r"pip install 'parlour\[postgres\]'"):
        open_postgres("postgresql://localhost/games")
