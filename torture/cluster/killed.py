"""A node of three is killed while hundreds of rooms are played in; others take its rooms over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from tests.support.postgres.server import PostgresServer
from torture.cluster.nomads import Nomad, Wait, everybody, nomads, seat
from torture.cluster.running import Audit, RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale

KILLS, EVERYDAY_KILLS = 30, 1
ROOMS, EVERYDAY_ROOMS = 300, 12
PACE_S, EVERYDAY_PACE_S = 6.0, 0.5
"""How long players think about a move: all together make a hundred or so in a second."""
BETWEEN_S, EVERYDAY_BETWEEN_S = 4.0, 0.5
ANSWER_P99_S, ANSWER_MAX_S = 4.0, 5.0
HUNDREDTHS = 100


@dataclass(slots=True)
class TakeoverTotals:
    """Adds up what kills led to; `answers_s` is, for each room of a dead node, when it answered a move again."""

    kills: int = 0
    audit: Audit = field(default_factory=Audit)
    answers_s: list[float] = field(default_factory=list)


async def prove_kills(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Kill a node, look how soon each of its rooms is played in elsewhere, and start it again."""
    kills, rooms = scale.of(EVERYDAY_KILLS, KILLS), EVERYDAY_ROOMS if scale.size == "everyday" else ROOMS
    totals, chance = TakeoverTotals(), scale.chance("nodes killed")
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(3):
            await cluster.start()
        with nomads(2 * rooms, cluster.urls, chance) as people:
            await seat(people)
            for nomad in people:
                nomad.pace_s = EVERYDAY_PACE_S if scale.size == "everyday" else PACE_S
                nomad.play_on()
            while totals.kills < kills:
                await asyncio.sleep(EVERYDAY_BETWEEN_S if scale.size == "everyday" else BETWEEN_S)
                owners = cluster.owners()
                await _kill(cluster, people, owners, owners[chance.choice(sorted(owners))], totals)
            put_off = sum(nomad.put_off for nomad in people)
            refused = [each for nomad in people for each in nomad.refused if each.about == "play"]
            for_good = sum(each.code != "unavailable" for each in refused)
    p99 = quantiles(totals.answers_s, n=HUNDREDTHS)[-1]
    return [
        Finding(
            "P1",
            f"`kill -9` of a node of three with {rooms} rooms",
            f"{totals.kills} kills, {totals.audit}, {for_good} refused for good",
            f"{kills} kills, 0 lost, twice, not borne out or refused for good",
            holds=totals.audit.is_faultless and totals.kills >= kills and not for_good,
            note=f"{put_off} moves were put off with a word of when to try again",
        ),
        Finding(
            "P16",
            "from `kill -9` of a node until each of its rooms has answered a move at another node",
            f"{len(totals.answers_s):,} rooms, {median(totals.answers_s):.2f} s, p99 {p99:.2f} s, "
            f"at most {max(totals.answers_s):.2f} s",
            f"p99 {ANSWER_P99_S:g} s, at most {ANSWER_MAX_S:g} s",
            holds=p99 <= ANSWER_P99_S * scale.patience and max(totals.answers_s) <= ANSWER_MAX_S * scale.patience,
        ),
    ]


async def _kill(
    cluster: RunningCluster,
    people: Sequence[Nomad],
    owners: dict[str, int | None],
    dead: int | None,
    totals: TakeoverTotals,
) -> None:
    node = cluster.node(dead)
    assert node is not None
    rooms = {code for code, owner in owners.items() if owner == dead}
    concerned = [nomad for nomad in people if nomad.table is not None and nomad.table.room in rooms]
    for nomad in people:
        nomad.waits.clear()
    killed_at = asyncio.get_running_loop().time()
    await cluster.kill(node)
    for nomad in concerned:
        nomad.hurry()
    await everybody(concerned, lambda nomad: not nomad.hurries)
    totals.kills += 1
    totals.answers_s += _first_answers(rooms, concerned, killed_at)
    totals.audit.add(cluster.audit(people))
    await cluster.start_again(node)


def _first_answers(rooms: set[str], people: Sequence[Nomad], killed_at: float) -> list[float]:
    waits = [wait for nomad in people for wait in nomad.waits if wait.began >= killed_at]
    ended: dict[str, Wait] = {wait.room: wait for wait in sorted(waits, key=lambda wait: -wait.ended)}
    return [ended[room].ended - killed_at for room in rooms]
