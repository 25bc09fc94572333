"""One address that does all it may at once, just under every limit, beside somebody who plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Event

from protocol import messages as m
from protocol.codec import encode
from server.limits.settings import ServerLimits
from tests.support.processes.players import Player, sign_in
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import PING, Wires, frame
from torture.attacks.mover import Mover, slowest_ms
from torture.finding import Finding
from torture.scale import Scale

ATTACKER = "127.0.0.2"
"""The attackers' own address of this machine; the others come from 127.0.0.1."""
NEARLY = 0.95
"""How much of each limit the attackers use."""
CONNECTIONS = 24
"""How many they are: as many as may say hello within five seconds."""
MOVES, EVERYDAY_MOVES = 400, 20
"""How many moves somebody else makes meanwhile."""
RATIO_MAX, SLACK_MS = 2.0, 5.0
"""How much later the slowest in a hundred may be answered; what is within some ms is not later."""


async def prove(scale: Scale) -> list[Finding]:
    """Measure another player's moves, alone and beside an address that is just under every limit."""
    moves = scale.of(EVERYDAY_MOVES, MOVES)
    with scale.folder() as data, start_server(data, limits=()) as server:
        async with aclosing(Wires(server.url)) as wires:
            player = await sign_in(wires, "ann")
            mover = await Mover.begin(player)
            alone_ms = await slowest_ms(mover, moves)
            async with _attacking(server) as is_attacking:
                beside_ms = await slowest_ms(mover, moves)
                lasted = is_attacking()
    ratio_max = RATIO_MAX * scale.patience
    found = Finding(
        "P11",
        f"somebody plays beside {CONNECTIONS} connections of one address that send all that one address may: moves, "
        "commands, requests for transcripts, pings, and a byte at a time",
        f"{beside_ms:.1f} ms beside them, {alone_ms:.1f} ms alone",
        f"{ratio_max:g} times as long, and none of them cut off",
        holds=lasted and beside_ms <= max(alone_ms, SLACK_MS) * ratio_max,
        note=f"99th percentile of {moves} moves, from the move to its answer",
    )
    return [found]


@asynccontextmanager
async def _attacking(server: RunningServer) -> AsyncIterator[Callable[[], bool]]:
    """Have the attackers at it, in a process of their own; gives whether all of them still are."""
    context = get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_attack, args=(server.url, ready), daemon=True)
    process.start()
    try:
        while not await asyncio.to_thread(ready.wait, 1.0):
            assert process.is_alive(), "the attackers have begun"
        yield process.is_alive
    finally:
        process.terminate()
        await asyncio.to_thread(process.join)


def _attack(url: str, ready: Event) -> None:
    """Be the attackers until ended; one that is cut off ends them all."""
    asyncio.run(_send_all(url, ready))


async def _send_all(url: str, ready: Event) -> None:
    limits = ServerLimits()
    async with aclosing(Wires(url)) as wires:
        players = []
        for number in range(CONNECTIONS):
            players.append(await sign_in(wires, f"eve{number}", source=ATTACKER))
            await asyncio.sleep(1 / limits.arrivals_per_s)
        movers = [await Mover.begin(player) for player in players[:4]]
        askers, pingers, drippers = players[4:16], players[16:21], players[21:]
        ask = encode(m.GetTranscript(ref=1, room=movers[0].room, number=99, after=0))
        ready.set()
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(_listen(player))
            each = NEARLY / len(movers)
            for mover in movers:
                tasks.create_task(_repeat(limits.address_moves_per_s * each, mover.send))
            each = NEARLY / len(askers)
            for number, player in enumerate(askers):
                said = encode(m.Browse(on=True)) if number % 2 else ask
                tasks.create_task(
                    _repeat(limits.address_commands_per_s * each, partial(player.socket.write, frame(said)))
                )
            for player in pingers:
                rate = limits.control_per_s * NEARLY
                tasks.create_task(_repeat(rate, partial(player.socket.write, frame(b"", PING))))
            for player in drippers:
                player.socket.write(frame(bytes(4000))[:8])
                tasks.create_task(_repeat(100.0, partial(_drip, player)))


def _drip(player: Player) -> None:
    """Send a byte of a frame that never ends."""
    player.socket.write(b"\0")


async def _listen(player: Player) -> None:
    """Read whatever comes. Raises once the server ends the connection."""
    while True:
        await player.read()
        player.heard.clear()


async def _repeat(per_s: float, act: Callable[[], object]) -> None:
    """Act so often a second, on a schedule that catches up."""
    loop = asyncio.get_running_loop()
    due = loop.time()
    while True:
        act()
        due += 1 / per_s
        await asyncio.sleep(max(0.0, due - loop.time()))
