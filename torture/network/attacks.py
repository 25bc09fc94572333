"""One address that does all it may at once, rooms that are taken and left, and what others on the machine may read.

The attacks that were tried once, as they are met now; those that take no time are in the tests of what meets them.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from statistics import quantiles
from time import perf_counter

from protocol import messages as m
from protocol.codec import encode
from server.limits.settings import ServerLimits
from tests.support.processes.players import Player, room_of, sign_in
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import PING, Wires, frame
from torture.finding import Finding
from torture.scale import Scale

ATTACKER = "127.0.0.2"
"""The attackers' own address of this machine; the others come from 127.0.0.1."""
NEARLY = 0.95
"""How much of each limit the attackers use."""
CONNECTIONS = 24
"""How many they are: as many as may say hello within five seconds."""
MOVES, EVERYDAY_MOVES = 400, 20
PAUSE_S = 0.025
"""How many moves somebody else makes meanwhile, and how long after one answer the next is made."""
RATIO_MAX, SLACK_MS = 2.0, 5.0
"""How much later the slowest in a hundred may be answered; what is within some ms is not later."""
FULL = 30
"""How many rooms the server has that is to be filled."""
PLACE_S = 10.0
"""Within how many seconds somebody else has to get a place there."""


async def prove(scale: Scale) -> list[Finding]:
    """Each attack on a server of its own, with its default limits."""
    return [await _prove_budgets(scale), await _prove_places(scale), _prove_modes(scale)]


async def _prove_budgets(scale: Scale) -> Finding:
    """Measure another player's moves, alone and beside an address that is just under every limit."""
    moves = scale.of(EVERYDAY_MOVES, MOVES)
    with scale.folder() as data, start_server(data, limits=()) as server:
        async with aclosing(Wires(server.url)) as wires:
            player = await sign_in(wires, "ann")
            mover = await _Mover.begin(player)
            alone_ms = await _slowest_ms(mover, moves)
            async with _attacking(server) as is_attacking:
                beside_ms = await _slowest_ms(mover, moves)
                lasted = is_attacking()
    ratio_max = RATIO_MAX * scale.patience
    return Finding(
        "P11",
        f"somebody plays beside {CONNECTIONS} connections of one address that send all that one address may: moves, "
        "commands, requests for transcripts, pings, and a byte at a time",
        f"{beside_ms:.1f} ms beside them, {alone_ms:.1f} ms alone",
        f"{ratio_max:g} times as long, and none of them cut off",
        holds=lasted and beside_ms <= max(alone_ms, SLACK_MS) * ratio_max,
        note=f"99th percentile of {moves} moves, from the move to its answer",
    )


async def _prove_places(scale: Scale) -> Finding:
    """Fill a server with tables that nobody plays at, and let somebody else ask for one."""
    with scale.folder() as data, start_server(data, limits=(f"rooms={FULL}", "arrivals-per-s=100")) as server:
        taken = 0
        async with aclosing(Wires(server.url)) as wires:
            while taken < FULL - 1:
                visitor = await sign_in(wires, f"visitor{taken}")
                for _ in range(min(ServerLimits().rooms_per_player, FULL - 1 - taken)):
                    await visitor.ask(room_of("war", "me", "computer:flipper", auto_flip_s=0))
                    taken += 1
        began = perf_counter()
        async with aclosing(Wires(server.url)) as wires:
            ann = await sign_in(wires, "ann")
            places = 0
            while places < ServerLimits().rooms_per_player and perf_counter() - began < PLACE_S * 4:
                ann.send(room_of("war", "me", "computer:flipper", auto_flip_s=0))
                answer = await ann.next(m.Message, lambda event: isinstance(event, (m.Entered, m.Refused)))
                places += isinstance(answer, m.Entered)
                if isinstance(answer, m.Refused):
                    await asyncio.sleep(answer.retry_after_s or 0.1)
    took_s = perf_counter() - began
    return Finding(
        "P11",
        f"a server with room for {FULL} tables, of which one address has taken all but one and left them",
        f"somebody else has {places} tables after {took_s:.1f} s",
        f"{ServerLimits().rooms_per_player} tables, within {PLACE_S:.0f} s",
        holds=places == ServerLimits().rooms_per_player and took_s <= PLACE_S * scale.patience,
        note="of deserted games, those in which nobody has moved go first",
    )


def _prove_modes(scale: Scale) -> Finding:
    """Look at the files of a server that was started without any umask."""
    before = os.umask(0)
    try:
        with scale.folder() as folder:
            data = folder / "data"
            with start_server(data) as server:
                modes = [stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))]
                server.terminate()
    finally:
        os.umask(before)
    open_modes = [mode for mode in modes if mode & (stat.S_IRWXG | stat.S_IRWXO)]
    return Finding(
        "P11",
        "the folder and files of a server that was started with umask 000: what others on the machine may read",
        f"{len(open_modes)} of {len(modes)}",
        "none",
        holds=len(modes) > 1 and not open_modes,
    )


class _Mover:
    """A player at a table of Streets and Alleys alone, who makes a move and takes it back, for ever."""

    def __init__(self, player: Player, table: m.Table, first: str) -> None:
        self._player = player
        self.room = table.room
        self._moves = cycle((first, "U"))
        self._ply = table.ply

    @classmethod
    async def begin(cls, player: Player) -> _Mover:
        table = await player.ask(room_of("streets_and_alleys", "me"))
        player.send(m.GetLegalMoves(ref=1, room=table.room))
        legal = await player.next(m.LegalMoves)
        return cls(player, table, legal.moves[0])

    def send(self) -> None:
        """Make the next move."""
        play = m.Play(room=self.room, number=1, ply=self._ply, move=next(self._moves))
        self._ply += 1
        self._player.send(play)

    async def move(self) -> float:
        """Make the next move and wait for its answer; how many milliseconds that took."""
        began = perf_counter()
        self.send()
        await self._player.next(m.Table, lambda table: table.ply == self._ply)
        return (perf_counter() - began) * 1000


async def _slowest_ms(mover: _Mover, moves: int) -> float:
    """The 99th percentile of how long moves take."""
    took = []
    for _ in range(moves):
        took.append(await mover.move())
        await asyncio.sleep(PAUSE_S)
    return quantiles(took, n=100, method="inclusive")[-1]


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
        movers = [await _Mover.begin(player) for player in players[:4]]
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
