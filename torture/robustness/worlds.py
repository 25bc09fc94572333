"""Whole simulated worlds, in which clients, network, disk, clocks and server go wrong together, each from a seed.

What happens in a world and what is checked is in `tests.support.world`; `python -m tests.support.world SEED` tells one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from tests.support.world.alone import made
from tests.support.world.bugs import BUGS
from tests.support.world.world import World, seeds_until_broken, unfold
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.cores import spread

WORLDS, EVERYDAY_WORLDS = 10_000, 20
BUG_WITHIN = 500
CHUNK = 50
NAMED = 5
"""How many seeds of broken worlds the note names."""


class _Ended(NamedTuple):
    """What happened in some worlds, and the seeds of those in which a promise was broken."""

    counts: Counter[str]
    broken: list[int]


def prove(scale: Scale) -> list[Finding]:
    """Run so many worlds, and each planted bug until it is found."""
    number = scale.of(EVERYDAY_WORLDS, WORLDS)
    first = scale.seed * WORLDS
    parts = [range(start, min(start + CHUNK, first + number)) for start in range(first, first + number, CHUNK)]
    ended = _gather(spread(scale, _end, parts))
    seeds = ", ".join(map(str, ended.broken[:NAMED]))
    note = f"broken: {seeds}" if seeds else f"seeds {first} to {first + number - 1}"
    held, bar = not ended.broken, f"{number:,} worlds, no promise broken in any"
    told = _describe(ended.counts)
    return [
        *(Finding(promise, claim, f"{number:,} worlds, {told[promise]}", bar, held, note) for promise, claim in CLAIMS),
        _find_bugs(),
    ]


CLAIMS = (
    ("P1", "simulated worlds: every acknowledged move is in the journal, once, and every room has an owner"),
    ("P2", "simulated worlds: every frame sent shows only what was durable, and only what its seat may see"),
    ("P3", "simulated worlds: the server stored exactly what clients asked for, as often as they meant it"),
    ("P4", "simulated worlds: once everything works again, everyone sees what a replay of the journal shows"),
    ("P14", "simulated worlds: the server's clock runs as time does"),
)


def _describe(counts: Counter[str]) -> dict[str, str]:
    return {
        "P1": f"{counts['entries']:,} entries, {counts['kills']:,} kills, {counts['stops']:,} planned restarts",
        "P2": f"{counts['frames']:,} frames",
        "P3": f"{counts['commands']:,} commands, some of them sent twice",
        "P4": f"{counts['connections']:,} connections",
        "P14": f"{counts['jumps']:,} jumps of the wall clock by an hour",
    }


def _end(seeds: Iterable[int]) -> _Ended:
    counts: Counter[str] = Counter()
    broken = []
    for seed in seeds:
        world = made(seed)
        try:
            unfold(world)
        except Exception:  # noqa: BLE001 - a broken promise, or a world that could not go on
            broken.append(seed)
        counts += _count(world)
    return _Ended(counts, broken)


def _count(world: World) -> Counter[str]:
    entries = sum(len(chronicle.rooms) for chronicle in world.oracle.chronicles.values())
    audit = world.audit
    return world.counts + Counter(
        entries=entries, frames=audit.frames, commands=audit.commands, connections=world.network.made
    )


def _gather(ended: Iterable[_Ended]) -> _Ended:
    several = list(ended)
    counts: Counter[str] = Counter()
    for each in several:
        counts += each.counts
    return _Ended(counts, list(chain.from_iterable(each.broken for each in several)))


def _find_bugs() -> Finding:
    """Each planted bug is found, or the worlds would prove nothing."""
    needed = [seeds_until_broken(bug, made, BUG_WITHIN) for bug in BUGS]
    found = [number for number in needed if number is not None]
    return Finding(
        "P1",
        "simulated worlds find bugs planted into the server's and the client's code",
        f"{len(found)} of {len(BUGS)}, each within {max(found, default=0)} seeds",
        f"{len(BUGS)} of {len(BUGS)}, each within {BUG_WITHIN} seeds",
        holds=len(found) == len(BUGS),
    )
