"""A thousand people who watch one table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from time import perf_counter

from tests.support.processes.players import sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wire, Wires
from torture.attacks.mover import Mover, slowest_ms
from torture.finding import Finding
from torture.network.readers import Spectator
from torture.scale import Scale
from torture.tools.proc import rss_kib
from torture.tools.regulars import until
from torture.tools.tracing import glance

CROWD, EVERYDAY_CROWD = 1000, 30
MOVES, EVERYDAY_MOVES = 100, 5
ANSWER_MAX_MS = 250.0
"""Within how many milliseconds whoever plays there has the answer to a move, as people notice no less."""
SHOWN = 10
"""How many moves are followed to the last spectator."""
ALL_MAX_MS = 1000.0
"""Within how many milliseconds all of them see a move."""
EACH_MAX_KIB = 32.0
"""How much memory each of them may take."""


class _Watcher(Spectator):
    """One of them; `seq` is the newest they were shown."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.seq = 0

    def hear(self, payload: bytes) -> None:
        super().hear(payload)
        self.seq = max(self.seq, glance(payload).seq or 0)


async def prove(scale: Scale) -> list[Finding]:
    """Play in front of all of them, and once all of them are gone at once."""
    crowd, moves = scale.of(EVERYDAY_CROWD, CROWD), scale.of(EVERYDAY_MOVES, MOVES)
    limits = (
        *(f"spectators={crowd}", "connections-per-address=2000", "arrivals-burst=2000"),
        *("address-commands-burst=2000", "address-accounts-burst=2000", "ping-every-s=600"),
    )
    with scale.folder() as data, start_server(data, limits=limits) as server:
        async with aclosing(Wires(server.url)) as wires:
            ann = await Mover.begin(await sign_in(wires, "ann"))
            before_kib = rss_kib(server.process.pid)
            watchers = [await _Watcher.watch(server.url, f"watcher{number}", ann.room) for number in range(crowd)]
            await until(lambda: all(watcher.seq for watcher in watchers))
            beside_ms = await slowest_ms(ann, moves)
            each_kib = (rss_kib(server.process.pid) - before_kib) / crowd
            await until(lambda: len({watcher.seq for watcher in watchers}) == 1)
            all_ms = max([await _reach_all_ms(ann, watchers) for _ in range(SHOWN)])
            for watcher in watchers:
                watcher.cut()
            after_ms = await slowest_ms(ann, moves)
    is_quick = max(beside_ms, after_ms) <= ANSWER_MAX_MS * scale.patience and all_ms <= ALL_MAX_MS * scale.patience
    found = Finding(
        "P11",
        f"{crowd:,} spectators (`--limit spectators={crowd}`) watch somebody play, and then all leave at once: from a "
        "move to its answer, 99th percentile; to the last spectator's Table; and the server's memory for a spectator",
        f"{beside_ms:.1f} ms in front of them, {after_ms:.1f} ms afterwards; the last spectator sees a move after "
        f"{all_ms:.0f} ms; {each_kib:.1f} KiB each",
        f"{ANSWER_MAX_MS:g} ms, {ALL_MAX_MS:g} ms, {EACH_MAX_KIB:g} KiB",
        holds=is_quick and each_kib <= EACH_MAX_KIB * scale.patience,
        note="the spectators read in one process on the same machine",
    )
    return [found]


async def _reach_all_ms(mover: Mover, watchers: Sequence[_Watcher]) -> float:
    """How many milliseconds it takes from a move until the last spectator sees it."""
    before, began = max(watcher.seq for watcher in watchers), perf_counter()
    await mover.move()
    await until(lambda: all(watcher.seq > before for watcher in watchers))
    return (perf_counter() - began) * 1000
