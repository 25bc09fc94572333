"""Every move is sent once, twice or three times, again after every return and restart, and now and then much later."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from tests.support.processes.running import RunningServer
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import Home, home
from torture.tools.regulars import Regular, gather, settle, until

COMMANDS, EVERYDAY_COMMANDS = 20_000, 600
ROUNDS, EVERYDAY_ROUNDS = 60, 4
"""How often somebody is cut off, or the server restarted."""
RESTART_EVERY = 3
TABLES = 2
OLD = 3
"""How many moves of long ago everybody sends once more when they are back."""


async def prove(scale: Scale) -> list[Finding]:
    """Play, cut, restart; then count what is stored."""
    commands, rounds = scale.of(EVERYDAY_COMMANDS, COMMANDS), scale.of(EVERYDAY_ROUNDS, ROUNDS)
    with home(scale) as place:
        people, restarts, cuts = await _play_all(place, commands, rounds, scale.chance("repeats"))
        chronicle = place.chronicle()
        chronicle.read()
    distinct = sum(len(regular.ordered) for regular in people)
    sent = sum(regular.sent for regular in people)
    stored = sum(chronicle.plays.values())
    wrong = len(chronicle.find_lost(people)) + len(chronicle.find_doubled())
    return [
        Finding(
            "P3",
            "moves sent one to three times, across reconnects and restarts",
            f"{distinct:,} moves sent {sent:,} times, {stored:,} entries, {cuts} cuts, {restarts} restarts",
            f"{commands:,} moves, as many entries",
            holds=distinct == stored >= commands and not wrong,
        )
    ]


async def _play_all(place: Home, commands: int, rounds: int, chance: random.Random) -> tuple[list[Regular], int, int]:
    """Play to the end; everyone who played, how often the server was restarted, how often somebody was cut off."""
    server, restarts, cuts = place.start(), 0, 0
    try:
        people = await gather(server.url, chance, tables=TABLES)
        for regular in people:
            regular.times = lambda: chance.randint(1, 3)
        for number in range(1, rounds + 1):
            await _play(people, commands * number // rounds)
            if number % RESTART_EVERY == 0:
                server = await _restart(server, place, people, chance)
                restarts += 1
            cuts += await _cut(people, chance)
        await _play(people, commands)
        await settle(people)
    finally:
        server.terminate()
    return people, restarts, cuts


async def _play(people: Sequence[Regular], moves: int) -> None:
    """Let everyone play until they have made so many moves in all."""
    for regular in people:
        regular.play_on()
    await until(lambda: sum(len(regular.ordered) for regular in people) >= moves)


async def _restart(
    server: RunningServer, place: Home, people: Sequence[Regular], chance: random.Random
) -> RunningServer:
    """Another server there and on the same port, the first being killed, or asked to stop."""
    if chance.random() < 0.5:
        server.kill()
    else:
        await asyncio.to_thread(server.terminate)
    await until(lambda: all(regular.line is None for regular in people))
    fresh = place.start(port=server.port)
    await asyncio.gather(*(_back(regular, chance) for regular in people))
    return fresh


async def _cut(people: Sequence[Regular], chance: random.Random) -> int:
    """Cut off a quarter of the people, who come back; how many that were."""
    unlucky = chance.sample(list(people), len(people) // 4)
    for regular in unlucky:
        regular.leave()
    await asyncio.gather(*(_back(regular, chance) for regular in unlucky))
    return len(unlucky)


async def _back(regular: Regular, chance: random.Random) -> None:
    """Come back, and send again what was acknowledged long ago; what was not is sent by itself."""
    await regular.come()
    for order in chance.sample(list(regular.ordered), min(OLD, len(regular.ordered))):
        regular.repeat(order)
