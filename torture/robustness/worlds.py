"""Whole simulated worlds, in which clients, network, disk, clocks and server go wrong together, each from a seed.

What happens in a world and what is checked is in `tests.support.world`; `python -m tests.support.world SEED` tells one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from tests.support.world.alone import made
from tests.support.world.bugs import BUGS, Bug
from tests.support.world.world import World, seeds_until_broken, unfold
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.cores import spread

WORLDS, EVERYDAY_WORLDS = 10_000, 20
BUG_WITHIN = 500
CHUNK = 50
NAMED = 5
"""How many seeds of broken worlds the note names."""


class Tally(NamedTuple):
    """What happened in some worlds, and the seeds of those in which a promise was broken."""

    seeds: range
    counts: Counter[str]
    broken: list[int]

    @property
    def note(self) -> str:
        """The seeds of some broken worlds, or those that were tried."""
        if self.broken:
            return f"broken: {', '.join(map(str, self.broken[:NAMED]))}"
        return f"seeds {self.seeds.start} to {self.seeds.stop - 1}"


def prove(scale: Scale) -> list[Finding]:
    """Run so many worlds, and each planted bug until it is found."""
    tally = run_worlds(scale, made)
    number, told = len(tally.seeds), _describe(tally.counts)
    held, bar = not tally.broken, f"{number:,} worlds, no promise broken in any"
    return [
        *(
            Finding(promise, claim, f"{number:,} worlds, {told[promise]}", bar, held, tally.note)
            for promise, claim in CLAIMS
        ),
        find_bugs("P1", "simulated worlds find bugs planted into the server's and the client's code", BUGS, made),
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


def run_worlds(scale: Scale, made: Callable[[int], World]) -> Tally:
    """Run so many worlds, over all cores; `made` is a function of a module, which makes the world of a seed."""
    number = scale.of(EVERYDAY_WORLDS, WORLDS)
    first = scale.seed * WORLDS
    seeds = range(first, first + number)
    parts = [seeds[start : start + CHUNK] for start in range(0, number, CHUNK)]
    several = list(spread(scale, partial(_run, made), parts))
    counts: Counter[str] = Counter()
    for each in several:
        counts += each.counts
    return Tally(seeds, counts, list(chain.from_iterable(each.broken for each in several)))


def _run(made: Callable[[int], World], seeds: range) -> Tally:
    counts: Counter[str] = Counter()
    broken = []
    for seed in seeds:
        world = made(seed)
        try:
            unfold(world)
        except Exception:  # noqa: BLE001 - a broken promise, or a world that could not go on
            broken.append(seed)
        counts += _count(world)
    return Tally(seeds, counts, broken)


def _count(world: World) -> Counter[str]:
    entries = sum(len(chronicle.rooms) for chronicle in world.oracle.chronicles.values())
    audit = world.audit
    return world.counts + Counter(
        entries=entries, frames=audit.frames, commands=audit.commands, connections=world.network.made
    )


def find_bugs(promise: str, claim: str, bugs: Sequence[Bug], made: Callable[[int], World]) -> Finding:
    """Each planted bug is found, or the worlds would prove nothing."""
    needed = [seeds_until_broken(bug, made, BUG_WITHIN) for bug in bugs]
    found = [number for number in needed if number is not None]
    return Finding(
        promise,
        claim,
        f"{len(found)} of {len(bugs)}, each within {max(found, default=0)} seeds",
        f"{len(bugs)} of {len(bugs)}, each within {BUG_WITHIN} seeds",
        holds=len(found) == len(bugs),
    )
