"""A portal full of visitors who come by ssh: its memory, how long a key takes to be drawn, and the server beside it.

The portal has a core for itself where there are two; the server shares the other with this process, the visitors.
The server is judged by how long it takes to answer a ping, beside the same players by ordinary connections.
"""

from __future__ import annotations

import asyncio
import io
import os
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from bench.figure import Figure
from bench.load import process
from bench.load.process import Listening
from bench.plan import Plan
from client.linemode.console import Console
from client.net.connection import Connection
from client.net.identity.identity import Identity, guest_identity
from protocol import messages as m

if TYPE_CHECKING:
    from asyncssh import SSHClientConnection

VISITORS, PLAYING = 200, 20
QUICK_VISITORS = 40
MEMORY_AIM_MIB, DRAWN_AIM_MS, RATIO_AIM = 400.0, 150.0, 1.2
PAUSE_S = 1.0
"""How long a player thinks, at random up to twice as long."""
PING_EVERY_S = 0.02
HELLO_S = 3.0
"""For so long the server lets somebody stay who says no hello."""
HELP = "?"
"""A key that always changes the screen: it opens the help, and closes it again."""
TOGETHER = 10
"""How many come in at the same time."""
START_LIMIT_S = 60.0
OPENS = "Parlour "


async def portal(plan: Plan) -> AsyncIterator[Figure]:
    """Fill a portal, let some play, and do the same without one."""
    visitors, run_s = (QUICK_VISITORS if plan.runs == 1 else VISITORS), 5 * plan.run_s
    playing = visitors * PLAYING // VISITORS
    cores, own = plan.machine.cores[-1:], os.sched_getaffinity(0)
    process.pin(os.getpid(), plan.machine.server_cores)
    with plan.folder() as folder:
        with process.run_parlour(folder / "with", plan.machine.server_cores) as server:
            async with _portal(server, folder, cores) as (running, port):
                crowd = await _come(port, visitors)
                drawn, pings = await _play(crowd, playing, server.url, run_s)
                memory = running.rss_kib() / 1024
                for visitor in crowd:
                    visitor.leave()
        with process.run_parlour(folder / "without", plan.machine.server_cores) as server:
            usual = await _play_without(server.url, folder, visitors, playing, run_s)
    process.pin(os.getpid(), own)
    note = f"{visitors} visitors by ssh, {playing} playing; {len(drawn)} keys; {len(plan.machine.cores)} cores"
    yield Figure("memory of a portal", memory, "MiB", target=MEMORY_AIM_MIB, note=note)
    yield Figure("a visitor's key to its drawing, p99", 1000 * _p99(drawn), "ms", target=DRAWN_AIM_MS, note=note)
    yield Figure(
        "a server's answer beside a portal, p99", 1000 * _p99(pings), "ms", ratio=_p99(pings) / _p99(usual),
        target=RATIO_AIM, aims_at_ratio=True, note=f"ratio to {1000 * _p99(usual):.2f} ms with the ordinary client",
    )  # fmt: skip


@asynccontextmanager
async def _portal(server: Listening, folder: Path, cores: Sequence[int]) -> AsyncIterator[tuple[Listening, int]]:
    """A portal on these cores, and its port for ssh."""
    command = [sys.executable, "-m", "client.portal.main", "--server", server.url, "--data", str(folder / "portal")]
    command += ["--ssh-port", "0", "--no-web", "--visitors", "1000", "--per-address", "1000"]
    with process.run([*command, "--arrivals-per-s", "1000"], OPENS, cores) as running:
        assert running.process.stdout is not None
        line = await asyncio.to_thread(running.process.stdout.readline)
        yield running, int(line.split()[2])


class Visitor:
    """A visitor by ssh, who notes when the screen has changed."""

    def __init__(self, connection: SSHClientConnection, channel: Any, drawn: asyncio.Event) -> None:  # noqa: ANN401
        self._connection, self._channel, self._drawn = connection, channel, drawn

    async def press(self, keys: str) -> float:
        """How long a key takes to change the screen, in seconds."""
        self._drawn.clear()
        began = monotonic()
        self._channel.write(keys.encode())
        async with asyncio.timeout(START_LIMIT_S):
            await self._drawn.wait()
        return monotonic() - began

    def type(self, keys: str) -> None:
        self._channel.write(keys.encode())

    def leave(self) -> None:
        self._connection.abort()


async def _come(port: int, number: int) -> list[Visitor]:
    """So many visitors, whose lobby has been drawn."""
    slots = asyncio.Semaphore(TOGETHER)

    async def come() -> Visitor:
        async with slots:
            return await _visitor(port)

    return list(await asyncio.gather(*(come() for _ in range(number))))


async def _visitor(port: int) -> Visitor:
    import asyncssh

    drawn = asyncio.Event()

    class Guest(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            return []

    class Screen(asyncssh.SSHClientSession[bytes]):
        def data_received(self, data: bytes, datatype: object) -> None:  # noqa: ARG002
            drawn.set()

    connection, _ = await asyncssh.create_connection(
        Guest, "127.0.0.1", port, username="play", known_hosts=None, client_keys=None, agent_path=None, config=[]
    )
    channel, _ = await connection.create_session(
        Screen, encoding=None, request_pty="force", term_type="xterm-256color", term_size=(100, 32)
    )
    await drawn.wait()
    return Visitor(connection, channel, drawn)


async def _play(crowd: list[Visitor], playing: int, url: str, run_s: float) -> tuple[list[float], list[float]]:
    """Let some press keys in games of their own; how long these took to be drawn, and the server to answer pings."""
    drawn: list[float] = []
    until = monotonic() + run_s

    async def play(visitor: Visitor, seed: int) -> None:
        chance = random.Random(seed)
        await visitor.press("1")
        while monotonic() < until:
            await asyncio.sleep(chance.uniform(0, PAUSE_S))
            visitor.type(" ")
            await asyncio.sleep(chance.uniform(0, PAUSE_S))
            drawn.append(await visitor.press(HELP))
            drawn.append(await visitor.press(HELP))

    players = [play(visitor, seed) for seed, visitor in enumerate(crowd[:playing])]
    _, pings = await asyncio.gather(asyncio.gather(*players), _ping(url, run_s))
    return drawn, pings


async def _ping(url: str, run_s: float) -> list[float]:
    """How long the server took to answer pings, in seconds, as a process on the server's core sees it."""
    asker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.client.portal", url, str(run_s), stdout=asyncio.subprocess.PIPE
    )
    process.pin(asker.pid, sorted(os.sched_getaffinity(os.getppid()))[:1])
    said, _ = await asker.communicate()
    return list(map(float, said.split()))


async def _ask(url: str, run_s: float) -> None:
    """Ping for a while, and print how long each answer took."""
    until = monotonic() + run_s
    while monotonic() < until:
        async with connect(url, subprotocols=[Subprotocol(m.SUBPROTOCOL)], ping_interval=None) as socket:
            hello_due = monotonic() + HELLO_S
            while monotonic() < min(hello_due, until):
                print(await (await socket.ping()))
                await asyncio.sleep(PING_EVERY_S)


class _Moves:
    """The lines of a person in plain mode: a game of War, at the same pace."""

    are_typed = False

    def __init__(self, seed: int, *, plays: bool) -> None:
        self._chance = random.Random(seed)
        self._plays = plays

    async def next(self) -> str | None:
        if not self._plays:
            await asyncio.Event().wait()
        await asyncio.sleep(self._chance.uniform(0, 2 * PAUSE_S))
        return "flip"


async def _play_without(url: str, folder: Path, visitors: int, playing: int, run_s: float) -> list[float]:
    """The same players by ordinary connections, in this process; how long the server took to answer pings."""
    tasks = []
    for seed in range(visitors):
        plays = seed < playing
        console = Console("play war" if plays else "", io.StringIO())
        identity = guest_identity(Identity(folder / f"{seed}.json", url, "guest"))
        connection = Connection(url, identity, console.hear, console.unanswered)
        tasks.append(asyncio.create_task(console.run(connection, _Moves(seed, plays=plays))))
        await asyncio.sleep(0.01)
    try:
        return await _ping(url, run_s)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def _p99(found: list[float]) -> float:
    return sorted(found)[int(0.99 * (len(found) - 1))]


if __name__ == "__main__":
    asyncio.run(_ask(sys.argv[1], float(sys.argv[2])))
