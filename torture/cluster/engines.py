"""The PostgreSQL of a cluster fails in every way, and the way to it, while people play at all nodes."""

from __future__ import annotations

from tests.support.postgres.server import running_postgres
from torture.cluster.database.links import prove_cuts, prove_slowness, prove_stalls
from torture.cluster.database.outages import prove_absence, prove_failovers, prove_kills, prove_restarts
from torture.cluster.database.ratings import prove_ratings
from torture.cluster.database.wall_clocks import prove_wall_clocks
from torture.cluster.running import prove_all
from torture.finding import Finding
from torture.scale import Scale


async def prove(scale: Scale) -> list[Finding]:
    """Try each way to fail, on one PostgreSQL where that outlives it."""
    proofs = (prove_kills, prove_restarts, prove_absence, prove_cuts, prove_stalls, prove_slowness, prove_ratings)
    with running_postgres() as engine:
        found = await prove_all(proofs, scale, engine)
    return [*found, *await prove_all((prove_failovers, prove_wall_clocks), scale)]
