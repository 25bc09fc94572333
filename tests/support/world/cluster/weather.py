"""What may go wrong in a world of several nodes, beside what may in one of a single server."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random

from tests.support.world import weather as weathers
from tests.support.world.weather import Weather


@dataclass(frozen=True, slots=True)
class ClusterWeather(Weather):
    """The faults of a cluster. Those of servers befall each node by itself.

    Attributes:
        nodes: how many there are.
        halt_s: mean time between two times at which some node's process stands still for a while.
        cut_s: mean time between two times at which some node is cut off from the engine for a while.
        away_s: mean time between two times at which the engine is away.
        unanswered: how likely it is that the connection breaks before a commit is answered.
        bus_s: how long a packet takes at most, in each of two steps.
        dropped: how likely it is that a packet does not come to one of those who listen.
    """

    nodes: int = 2
    halt_s: float | None = None
    cut_s: float | None = None
    away_s: float | None = None
    unanswered: float = 0.0
    bus_s: float = 0.001
    dropped: float = 0.0


def drawn(chance: Random) -> ClusterWeather:
    """The weather of a seed."""
    alone = asdict(weathers.drawn(chance))
    return ClusterWeather(
        **alone,
        nodes=chance.choice((2, 2, 3, 4)),
        halt_s=chance.choice((None, 4.0, 12.0)),
        cut_s=chance.choice((None, None, 4.0, 12.0)),
        away_s=chance.choice((None, None, None, 8.0)),
        unanswered=chance.choice((0.0, 0.02, 0.2)),
        bus_s=chance.choice((0.001, 0.02, 0.2)),
        dropped=chance.choice((0.0, 0.0, 0.02, 0.1, 0.3)),
    )


def calm(nodes: int) -> ClusterWeather:
    """Nothing goes wrong."""
    return ClusterWeather(**{**asdict(weathers.CALM), "nodes": nodes})
