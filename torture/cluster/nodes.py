"""Nodes of a cluster, and their PostgreSQL, fail in every way while people play at all of them."""

from __future__ import annotations

from torture.cluster.killed import prove_kills
from torture.cluster.rolling import prove_rolling_restarts
from torture.cluster.running import running_engine
from torture.cluster.stopped import prove_long_stops, prove_short_stops
from torture.finding import Finding
from torture.scale import Scale


async def prove(scale: Scale) -> list[Finding]:
    """Try each way to fail on one engine."""
    with running_engine() as engine:
        return [
            *await prove_kills(scale, engine),
            *await prove_long_stops(scale, engine),
            *await prove_short_stops(scale, engine),
            *await prove_rolling_restarts(scale, engine),
        ]
