"""A short session of each game is cut at every byte of either direction, and goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Literal

from protocol import messages as m
from tests.support.processes.hosting import hosting
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import Chronicle
from torture.tools.proxy import Fault, FaultPlan, Proxy, proxying
from torture.tools.regulars import KINDS, Kind, Regular, until

MOVES = 2
"""How many moves ann makes in a session, each answered by one of ben's."""
EVERYDAY_OFFSETS = 25
"""How many offsets of each direction and game are tried every day."""
CUTS = ("close", "reset", "close", "reset", "close", "reset", "stall")


@dataclass(slots=True)
class CutTotals:
    """Adds up what every cut led to."""

    offsets: int = 0
    cuts: int = 0
    wrong: int = 0
    bytes_up: int = 0
    bytes_down: int = 0


async def prove(scale: Scale) -> list[Finding]:
    """Cut, come back, finish, compare: game by game, offset by offset."""
    totals, chance = CutTotals(), scale.chance("cuts")
    which = "every" if scale.size == "full" and scale.share == 1 else "now and then a"
    for kind in KINDS:
        await _game(scale, kind, totals, chance)
    return [
        Finding(
            "P4",
            f"a session of each of {len(KINDS)} games cut at {which} byte offset of both directions",
            f"{totals.offsets:,} offsets of {totals.bytes_up:,} bytes up and {totals.bytes_down:,} down, "
            f"{totals.cuts:,} cut, {totals.wrong} positions wrong or moves doubled or lost",
            "0 wrong",
            holds=not totals.wrong and totals.cuts > totals.offsets // 2,
            note="closed and reset in turn, every seventh stalled; the rest were over before",
        )
    ]


async def _game(scale: Scale, kind: Kind, totals: CutTotals, chance: random.Random) -> None:
    """All offsets of one game's session, at one table whose games are resigned and started again."""
    with scale.folder(in_memory=True) as data:  # it is about sockets
        async with (
            hosting(store="sqlite", data=data) as hosted,
            _seat_pair(hosted.server.url, kind, chance) as pair,
            proxying(hosted.server.url) as proxy,
        ):
            chronicle = Chronicle(data)
            up, down = await _length(pair, proxy)
            totals.bytes_up += up
            totals.bytes_down += down
            for way, after in _offsets(scale, up, down, chance):
                totals.offsets += 1
                proxy.plan = partial(_plan, way, after)
                totals.cuts += await _session(pair, proxy)
                totals.wrong += _wrong(chronicle, pair)
            totals.wrong += len(chronicle.find_doubled())


def _offsets(scale: Scale, up: int, down: int, chance: random.Random) -> Iterator[tuple[Literal["up", "down"], int]]:
    """The offsets to try: every one, or a few."""
    for way, size in (("up", up), ("down", down)):
        number = size if scale.size == "full" else EVERYDAY_OFFSETS
        number = min(size, max(1, round(number * scale.share)))
        for after in sorted(chance.sample(range(size), number)):
            yield way, after  # type: ignore[misc]  # mypy sees any text


def _plan(way: Literal["up", "down"], after: int) -> FaultPlan:
    fault = Fault(after=after, ending=CUTS[after % len(CUTS)])  # type: ignore[arg-type]  # mypy sees any text
    return FaultPlan(up=fault) if way == "up" else FaultPlan(down=fault)


@dataclass(frozen=True, slots=True)
class PlayingPair:
    """Who plays: ann, who is cut off, and ben, who answers every move."""

    ann: Regular
    ben: Regular


@asynccontextmanager
async def _seat_pair(url: str, kind: Kind, chance: random.Random) -> AsyncIterator[PlayingPair]:
    pair = PlayingPair(Regular("ann", url, chance), Regular("ben", url, chance))
    await pair.ann.come()
    await pair.ben.come()
    await pair.ben.join(await pair.ann.create(kind))
    await until(lambda: pair.ben.table is not None and pair.ben.table.phase == "playing")
    pair.ben.play_on()
    try:
        yield pair
    finally:
        pair.ann.leave()
        pair.ben.leave()


async def _length(pair: PlayingPair, proxy: Proxy) -> tuple[int, int]:
    """How many bytes a session has that is not cut."""
    await _session(pair, proxy)
    assert proxy.last is not None
    return proxy.last.traffic.up, proxy.last.traffic.down


async def _session(pair: PlayingPair, proxy: Proxy) -> bool:
    """A new game, in which ann signs in and makes her moves; whether she was cut off."""
    ann = pair.ann
    number = await _begin(pair)
    ann.eager = True
    was_cut = not await _visit(ann, proxy, number)
    if was_cut:
        await ann.come()
        await until(lambda: _is_done(ann, number))
    ann.eager = False
    return was_cut


async def _begin(pair: PlayingPair) -> int:
    """Resign the game and start another, while ann is not connected; its number."""
    ann, ben = pair.ann, pair.ben
    ann.leave()
    await ann.come()
    for each in (ann, ben):  # in a race, the other would go on alone
        each.say(m.Resign(room=_seen_by(ann).room))
    await until(lambda: _seen_by(ann).phase == "over")
    number = _seen_by(ann).number + 1
    ann.say(m.Rematch(room=_seen_by(ann).room))
    await until(lambda: _seen_by(ann).number == _seen_by(ben).number == number)
    ann.leave()
    await until(lambda: ann.line is None)
    return number


def _seen_by(regular: Regular) -> m.Table:
    assert regular.table is not None
    return regular.table


async def _visit(ann: Regular, proxy: Proxy, number: int) -> bool:
    """ann signs in and makes her moves; whether she could, or was cut off first, or nothing came any more."""
    proxy.last = None
    visit = asyncio.create_task(ann.visit(proxy.url))

    def is_over() -> bool:
        return visit.done() and (ann.line is None or _is_done(ann, number))

    await until(lambda: is_over() or (proxy.last is not None and proxy.last.is_stalled))
    visit.cancel()
    await asyncio.gather(visit, return_exceptions=True)
    return _is_done(ann, number)


def _is_done(ann: Regular, number: int) -> bool:
    """Whether ann has made her moves in a game, or it is over."""
    seen = _seen_by(ann)
    return seen.number > number or seen.ply >= MOVES or seen.phase == "over"


def _wrong(chronicle: Chronicle, pair: PlayingPair) -> int:
    """What does not agree with the journal: moves lost or not as they were made, positions that never were."""
    chronicle.follow()
    people = (pair.ann, pair.ben)
    wrong = len(chronicle.find_lost(people)) + len(chronicle.find_unfounded(people))
    for regular in people:
        regular.acknowledged.clear()
    return wrong
