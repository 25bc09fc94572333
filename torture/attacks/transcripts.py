"""Requests for transcripts that are not to be had, of a table at which more has happened than anybody reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from itertools import cycle

from protocol import messages as m
from server.limits.settings import ServerLimits
from tests.support.processes.players import Player, sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.attacks.mover import Mover, slowest_ms
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.proc import busy_s

ENTRIES, EVERYDAY_ENTRIES = 19_991, 1_000
"""How much has happened at the table."""
ATTACKER = "127.0.0.2"
RATE = 0.9
"""How many requests the attacker makes, as a share of the commands that one connection may send."""
BUSY_MAX_MS = 5.0
"""How much of the server's time one such request may take."""
RATIO_MAX, SLACK_MS = 2.0, 5.0
"""How much later the slowest in a hundred moves may be answered; what is within some ms is not later."""
FILLING = tuple(
    f"{limit}=1000000000"
    for limit in (
        *("moves-per-s", "moves-burst", "address-moves-per-s", "address-moves-burst"),
        *("inbound-bytes-per-s", "inbound-burst-bytes", "address-bytes-per-s", "address-bytes-burst"),
    )
)
"""What lets a table be filled sooner than in the 100 seconds that the limits see to."""


async def prove(scale: Scale) -> list[Finding]:
    """Ask for transcripts of games that are not over, as often as one connection may."""
    entries, moves = scale.of(EVERYDAY_ENTRIES, ENTRIES), scale.of(5, 300)
    with scale.folder() as data, start_server(data, limits=FILLING) as server:
        async with aclosing(Wires(server.url)) as wires:
            filler = await Mover.begin(await sign_in(wires, "mallory", source=ATTACKER))
            await filler.fill(entries)
            asker = _Asker(await sign_in(wires, "eve", source=ATTACKER), filler.room)
            ann = await Mover.begin(await sign_in(wires, "ann"))
            before_s = busy_s(server.process.pid)
            alone_ms = await slowest_ms(ann, moves)
            between_s = busy_s(server.process.pid)
            async with asker.asking():
                beside_ms = await slowest_ms(ann, moves)
            after_s = busy_s(server.process.pid)
    each_ms = max(0.0, (after_s - between_s) - (between_s - before_s)) * 1000 / asker.refused
    found = Finding(
        "P11",
        f"one connection asks, as often as it may, for transcripts of games that are not over, at a table with "
        f"{entries:,} entries",
        f"{asker.refused} refused, {each_ms:.1f} ms of the server's time each; somebody else's move takes "
        f"{beside_ms:.1f} ms beside it, {alone_ms:.1f} ms alone",
        f"{BUSY_MAX_MS:g} ms each, a move {RATIO_MAX:g} times as long",
        holds=each_ms <= BUSY_MAX_MS * scale.patience
        and beside_ms <= max(alone_ms, SLACK_MS) * RATIO_MAX * scale.patience,
        note="99th percentile; a request once cost 400 ms, and a move beside them took 20 ms",
    )
    return [found]


class _Asker:
    """Asks for transcripts in turn of a game that is played and of one that never was; counts the refusals."""

    def __init__(self, player: Player, room: str) -> None:
        self._player = player
        self._room = room
        self.refused = 0

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """Ask meanwhile."""
        task = asyncio.create_task(self._ask())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _ask(self) -> None:
        for number in cycle((99, 1)):
            await self._player.refused(m.GetTranscript(ref=1, room=self._room, number=number, after=0))
            self.refused += 1
            await asyncio.sleep(1 / (ServerLimits().commands_per_s * RATE))
