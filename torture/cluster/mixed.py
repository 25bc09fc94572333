"""Nodes of two releases run side by side while people play, as when all are replaced one after the other."""

from __future__ import annotations

import asyncio

from tests.support.postgres.server import PostgresServer
from torture.cluster.nomads import nomads, play_everywhere, refusals, seat, settle_down
from torture.cluster.running import RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale

ROUNDS, EVERYDAY_ROUNDS = 5, 1
PLAYERS, EVERYDAY_PLAYERS = 60, 12
PACE_S = 1.0
BETWEEN_S = 1.0
OLDER = "torture.cluster.older_release"
FAULTS = ("Traceback", "level=ERROR")


async def prove_mixed_releases(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Replace three nodes of an older release by newer ones, one of them killed, round by round."""
    rounds, number = scale.of(EVERYDAY_ROUNDS, ROUNDS), EVERYDAY_PLAYERS if scale.size == "everyday" else PLAYERS
    refused, faults, resting, broken = dict[str, int](), 0, 0, 0
    moves = 0
    for round_ in range(rounds):
        with scale.folder() as folder, running_cluster(folder, engine) as cluster:
            for _ in range(3):
                await cluster.start(program=OLDER)
            with nomads(number, cluster.urls, scale.chance(f"mixed releases {round_}")) as people:
                await seat(people)
                for nomad in people:
                    nomad.pace_s = PACE_S
                    nomad.play_on()
                for node in cluster.nodes[:2]:
                    await asyncio.sleep(BETWEEN_S)
                    await cluster.stop(node)
                    await cluster.start_again(node)
                    await play_everywhere(people)
                refused |= refusals(people)
                await cluster.kill(cluster.nodes[2])
                await play_everywhere(people)
                await cluster.start_again(cluster.nodes[2], OLDER)
                await play_everywhere(people)
                await settle_down(people)
                audit = cluster.audit(people)
                moves += audit.acknowledged
                broken += audit.lost + audit.doubled + audit.unfounded
                resting += sum(owner is None for owner in cluster.owners().values())
                faults += _faults(cluster)
    return [
        Finding(
            "P10",
            f"nodes that speak one form less are replaced by others while {number} people play at all of them",
            f"{rounds} rounds, {moves:,} acknowledged moves, {broken} lost, twice or not borne out, {refused or 0} "
            f"refused; {resting} tables at rest, {faults} faults logged",
            f"{rounds} rounds, 0 of all these",
            holds=not refused and broken == resting == faults == 0 and moves > 0,
            note="the last is killed, and comes back as it was",
        )
    ]


def _faults(cluster: RunningCluster) -> int:
    """How many faults of their own the nodes have logged."""
    logs = [(node.data / "server.log").read_text() for node in cluster.nodes]
    return sum(log.count(fault) for log in logs for fault in FAULTS)
