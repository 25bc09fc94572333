"""Nodes of a cluster fail in every way while people play at all of them."""

from __future__ import annotations

from tests.support.postgres.server import running_postgres
from torture.cluster.killed import prove_kills
from torture.cluster.matches import prove_matches
from torture.cluster.mixed import prove_mixed_releases
from torture.cluster.rolling import prove_rolling_restarts
from torture.cluster.running import prove_all
from torture.cluster.stopped import prove_long_stops, prove_short_stops
from torture.finding import Finding
from torture.scale import Scale


async def prove(scale: Scale) -> list[Finding]:
    """Try each way to fail on one PostgreSQL."""
    proofs = (
        prove_kills,
        prove_long_stops,
        prove_short_stops,
        prove_rolling_restarts,
        prove_matches,
        prove_mixed_releases,
    )
    with running_postgres() as engine:
        return await prove_all(proofs, scale, engine)
