"""The server is killed at any moment while eight people play as fast as they can, and everyone comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from tests.support.processes.running import RunningServer
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import Chronicle
from torture.tools.homes import Home, home
from torture.tools.regulars import Regular, acknowledged, gather, play_until, until

KILLS, EVERYDAY_KILLS = 300, 6
MOVES, EVERYDAY_MOVES = 30_000, 400
UNHEARD_S = 0.004
"""A move is stored and answered in about this time, so a random moment within it is a moment of every kind."""
BACK_WITHIN_S = 1.0


@dataclass(slots=True)
class KillTotals:
    """Adds up what every kill led to."""

    kills: int = 0
    lost: int = 0
    unfounded: int = 0
    looked_at: int = 0
    back_s: list[float] = field(default_factory=list)


async def prove(scale: Scale) -> list[Finding]:
    """Kill, look, restart, and go on."""
    kills, moves = scale.of(EVERYDAY_KILLS, KILLS), scale.of(EVERYDAY_MOVES, MOVES)
    with home(scale) as place:
        totals, people, chronicle = await _kill_often(place, kills, moves, scale.chance("kills"))
    made = acknowledged(people)
    doubled = len(chronicle.find_doubled())
    within_s = BACK_WITHIN_S * scale.patience
    return [
        Finding(
            "P1",
            "`kill -9` while eight people play four games at full speed",
            f"{totals.kills} kills, {made:,} acknowledged moves, {totals.lost} lost, {doubled} stored twice",
            f"{kills} kills, {moves:,} moves, 0 lost",
            holds=totals.lost == doubled == 0 and made >= moves and totals.kills >= kills,
        ),
        Finding(
            "P1",
            "from the restart to everyone's table, these games on disk",
            f"{median(totals.back_s):.2f} s, at most {max(totals.back_s):.2f} s",
            f"{within_s:g} s",
            holds=max(totals.back_s) <= within_s,
            note=f"the program's own start included; one game does not end, and has come to {chronicle.longest():,} "
            "events, of which a thousand or so are played again",
        ),
        Finding(
            "P2",
            "every Table that players and spectators saw before a kill is in the journal, with that content",
            f"{totals.looked_at:,} Tables, {totals.unfounded} not borne out",
            "0 not borne out",
            holds=totals.unfounded == 0 and totals.looked_at >= moves,
        ),
    ]


async def _kill_often(
    place: Home, kills: int, moves: int, chance: random.Random
) -> tuple[KillTotals, list[Regular], Chronicle]:
    totals, chronicle, server = KillTotals(), place.chronicle(), place.start()
    try:
        players = await gather(server.url, chance)
        watchers = await _watching(server.url, players[::2])
        people = [*players, *watchers]
        while totals.kills < kills or acknowledged(players) < moves:
            await play_until(players, acknowledged(players) + chance.randrange(2 * moves // kills))
            await asyncio.sleep(chance.uniform(0, UNHEARD_S))
            server.kill()
            await until(lambda: all(regular.line is None for regular in people))  # what it still said is read
            totals.kills += 1
            _audit(totals, chronicle, people)
            server = await _restart(server, place, totals, players, watchers)
    finally:
        server.kill()
    return totals, players, chronicle


async def _watching(url: str, watched: Sequence[Regular]) -> list[Regular]:
    """A spectator for each of these people's tables."""
    watchers = [Regular(f"w{number}", url, random.Random()) for number in range(len(watched))]
    for watcher, player in zip(watchers, watched, strict=True):
        await watcher.come()
        assert player.table is not None
        await watcher.watch(player.table.room)
    return watchers


async def _restart(
    server: RunningServer, place: Home, totals: KillTotals, players: Sequence[Regular], watchers: Sequence[Regular]
) -> RunningServer:
    """Start another server there and on the same port, and let everyone come back."""
    began = perf_counter()
    fresh = place.start(port=server.port)
    await asyncio.gather(*(regular.come() for regular in (*players, *watchers)))
    totals.back_s.append(perf_counter() - began)
    for watcher in watchers:
        assert watcher.table is not None
        await watcher.watch(watcher.table.room)
    return fresh


def _audit(totals: KillTotals, chronicle: Chronicle, people: Sequence[Regular]) -> None:
    """Compare what everyone remembers with what is stored."""
    chronicle.read()
    totals.lost += len(chronicle.find_lost(people))
    totals.looked_at += sum(len(regular.seen) for regular in people)
    totals.unfounded += len(chronicle.find_unfounded(people))
