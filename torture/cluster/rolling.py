"""Three nodes are restarted one after the other, as for a new release, while two hundred people play."""

from __future__ import annotations

import asyncio

from protocol import messages as m
from tests.support.postgres.server import PostgresServer
from torture.cluster.nomads import nomads, play_everywhere, refusals, seat, settle_down
from torture.cluster.running import Audit, running_cluster
from torture.finding import Finding
from torture.scale import Scale

ROUNDS, EVERYDAY_ROUNDS = 10, 1
PLAYERS, EVERYDAY_PLAYERS = 200, 16
MOVES_PER_S = 5.0
BETWEEN_S, EVERYDAY_BETWEEN_S = 3.0, 0.5
"""How long a node is up before the next one is stopped."""
WAITS_AT_MOST_S = 3.0
CLOCK = m.TimeControl(move_s=None, total_s=7200, increment_s=0)
LOST_AT_MOST_S = 0.25


async def prove_rolling_restarts(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Stop each node and start it again, round by round."""
    rounds, number = scale.of(EVERYDAY_ROUNDS, ROUNDS), EVERYDAY_PLAYERS if scale.size == "everyday" else PLAYERS
    codes: list[int] = []
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(3):
            await cluster.start()
        with nomads(number, cluster.urls, scale.chance("nodes restarted")) as people:
            for nomad in people:
                nomad.clock = CLOCK
            await seat(people)
            for nomad in people:
                nomad.pace_s = number / MOVES_PER_S
                nomad.play_on()
            await play_everywhere(people)  # all make their first move at once, which is no restart's doing
            for nomad in people:
                nomad.forget()
            for _ in range(rounds):
                for node in cluster.nodes:
                    await asyncio.sleep(EVERYDAY_BETWEEN_S if scale.size == "everyday" else BETWEEN_S)
                    codes.append(await cluster.stop(node))
                    await cluster.start_again(node)
            await asyncio.sleep(BETWEEN_S)
            await settle_down(people)
            audit: Audit = cluster.audit(people)
            refused = refusals(people)
            waits = [wait.lasted_s for nomad in people for wait in nomad.waits]
            returns = [seconds for nomad in people for seconds in nomad.resumes]
            lost = [seconds for nomad in people for seconds in nomad.lost_s]
    return [
        Finding(
            "P10",
            f"three nodes are restarted one by one while {number} people make {MOVES_PER_S:g} moves a second",
            f"{rounds} rounds, {refused or 0} refused, {audit}",
            f"{rounds} rounds, 0 refused, 0 lost, twice or not borne out",
            holds=not refused and audit.is_faultless and not any(codes) and bool(waits),
        ),
        Finding(
            "P16",
            "what a player waits for meanwhile: for a move, and to be back at the table by another node",
            f"{max(waits):.2f} s of {len(waits):,} moves, {max(returns):.2f} s of {len(returns):,} returns at most",
            f"{WAITS_AT_MOST_S:g} s",
            holds=max(*waits, *returns) <= WAITS_AT_MOST_S * scale.patience,
        ),
        Finding(
            "P16",
            "what a player's time for the game loses meanwhile by a move, beside what the player has thought",
            f"{max(lost):.2f} s of {len(lost):,} moves at most",
            f"{LOST_AT_MOST_S:g} s",
            holds=max(lost) <= LOST_AT_MOST_S * scale.patience,
        ),
    ]
