"""`parlour serve --nodes`: several processes behind one port, whose games go on when one is killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from asyncio import gather
from pathlib import Path

import pytest

from protocol import messages as m
from server.config import read_arguments
from tests.support.patience import PATIENCE_S
from tests.support.processes.players import ConnectionGoneError, Player, over, pair, sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires

pytestmark = pytest.mark.slow


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What all processes log."""
    path = tmp_path / "server.log"
    path.touch()
    return path


def started(log: Path) -> list[tuple[int, int]]:
    """The number and the process of each node that was started, in that order."""
    return [
        (int(node), int(pid)) for node, pid in re.findall(r"event=node-started node=(\d+) pid=(\d+)", log.read_text())
    ]


def is_logged(log: Path, pattern: str) -> bool:
    return re.search(pattern, log.read_text()) is not None


async def logged(log: Path, pattern: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_logged(log, pattern):  # noqa: ASYNC110 - processes write it
            await asyncio.sleep(0.05)


def is_begun(table: m.Table) -> bool:
    return table.ply >= 3 or over(table)


async def come_back(wires: Wires, player: Player) -> Player:
    """The player, who has waited until a node knows the table, where the connection was cut."""
    player.send(m.Browse(on=True))
    try:
        await asyncio.wait_for(player.next(m.Lobby), PATIENCE_S)
    except ConnectionGoneError:
        return await sign_in(wires, player.welcome.name, player.welcome.token)
    return player


async def counts_two_nodes(url: str) -> None:
    """Return once a node no longer counts the one that was killed."""
    own = Wires(url)
    try:
        while "parlour_nodes 2.0" not in (await (await own.reach()).get("/metrics")).body:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.05)
    finally:
        await own.aclose()


async def test_a_game_goes_on_behind_the_port_when_a_node_is_killed_which_is_started_again(tmp_path, postgres_url, log):
    with start_server(tmp_path, "--store", postgres_url, "--nodes", "2") as server:
        wires = Wires(server.url)
        ann, ben, *tables = await pair(wires)
        await gather(*(each.play_on(table, is_begun) for each, table in zip((ann, ben), tables, strict=True)))
        (_, killed), (_, other) = started(log)
        os.kill(killed, signal.SIGKILL)
        await logged(log, rf"event=node-started node=1 (?!pid={killed}\b)")
        back = [await come_back(wires, each) for each in (ann, ben)]
        for each in back:
            each.send(m.Join(ref=1, room=tables[0].room, games=None))
        again = [await asyncio.wait_for(each.next(m.Table), PATIENCE_S) for each in back]
        ends = await gather(*(each.play_on(table, over) for each, table in zip(back, again, strict=True)))
        assert ends[0].ending == ends[1].ending
        await wires.aclose()
        for url in re.findall(r"event=listening-alone url=(\S+)", log.read_text())[1:]:
            async with asyncio.timeout(PATIENCE_S):
                await counts_two_nodes(url)
        assert server.terminate() == 0
    written = log.read_text()
    assert re.search(r"event=node-ended node=1 code=-9", written)
    assert re.search(r"^\S+ \S+ node=2 level=INFO from=parlour.server event=listening", written, re.MULTILINE)
    stopped = [written.rindex(f" node={node} level=INFO from=parlour.server event=stopping") for node in (1, 2)]
    assert stopped == sorted(stopped)
    assert [(tmp_path / f"node-{node}" / "lock").exists() for node in (1, 2)] == [True, True]
    for pid in (other, *(pid for _, pid in started(log))):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_nodes_stop_when_what_runs_them_is_killed(tmp_path, postgres_url, log):
    with start_server(tmp_path, "--store", postgres_url, "--nodes", "2") as server:
        server.kill()
        for node in (1, 2):
            await logged(log, rf" node={node} level=INFO from=parlour.server event=stopping")
    assert "event=node-ended" not in log.read_text()


def test_where_the_first_node_cannot_start_there_are_no_others(tmp_path):
    done = run(tmp_path, "--port", "0", "--store", "postgresql://127.0.0.1:1/games")
    assert done.returncode == 1
    assert done.stderr.count("The server can't store games: ") == 1
    assert "node=2" not in done.stderr


def test_a_port_that_is_taken_is_said_before_any_node_starts(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run(tmp_path, "--port", port, "--store", "postgresql://127.0.0.1:1/games")
    assert (done.returncode, done.stderr) == (
        1, f"Can't listen on 127.0.0.1, port {port}: Address already in use. Try another --port.\n"
    )  # fmt: skip


@pytest.mark.parametrize("more", [[], ["--memory"], ["--private"]])
def test_nodes_need_a_database_that_they_can_share(more, capsys):
    with pytest.raises(SystemExit):
        read_arguments(["--nodes", "2", *more])
    assert "--nodes needs a database that servers can share: name it with --store" in capsys.readouterr().err


def run(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", "--nodes", "2", "--data", data, *arguments],
        capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip
