"""Whole simulated clusters: worlds of two to four nodes on one engine, in which all goes wrong together.

What happens in one is in `tests.support.world.cluster`; `python -m tests.support.world.cluster SEED` tells it.
"""

from __future__ import annotations

from tests.support.world.cluster.bugs import BUGS
from tests.support.world.cluster.world import made
from torture.finding import Finding
from torture.robustness.worlds import find_bugs, run_worlds
from torture.scale import Scale


def prove(scale: Scale) -> list[Finding]:
    """Run so many clusters, and each bug planted into a cluster until it is found."""
    tally = run_worlds(scale, made)
    number, counts = len(tally.seeds), tally.counts
    return [
        Finding(
            "P16",
            "simulated clusters: no node's end loses a move, shows what is not stored, or leaves a table alone",
            f"{number:,} worlds, {counts['entries']:,} entries, {counts['kills']:,} kills, {counts['stops']:,} stops",
            f"{number:,} worlds, no promise broken in any",
            not tally.broken,
            tally.note,
        ),
        find_bugs("P16", "simulated clusters find bugs planted into a cluster's code", BUGS, made),
    ]
