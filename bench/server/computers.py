"""How long computer players take for a move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from statistics import median
from time import perf_counter
from typing import Any

from bench.figure import Figure
from bench.load import generator, process
from bench.load.player import ANSWER_LIMIT_S, GAME, Player
from bench.plan import Plan
from engines import catalog
from engines.chance import Chance
from engines.game import Game
from tests.support import facts

SEED = bytes(32)
MOVES_MAX = 500
LOOK_EVERY_S = 0.02


async def computers(plan: Plan) -> AsyncIterator[Figure]:
    """The decision itself, of every level of every game; and a round of War against one, on the player's screen."""
    for game in catalog.games().values():
        for level in game.bots.names:
            took = _decisions_s(game, level)
            note = f"slowest of {len(took)}: {max(took) * 1000:.2g} ms"
            aim_ms = facts.find(game.name).aim_ms
            yield Figure(f"decision, {game.title}, {level}, median", median(took) * 1000, "ms", aim_ms, note=note)
    per_s = await _rounds_per_s(plan)
    yield Figure("flip and answer of a computer without a pause", 1000 / per_s, "ms")


def _decisions_s(game: Game[Any, Any, Any], level: str) -> list[float]:
    """Seconds for each decision of a game that a level plays against itself."""
    state = game.rules.setup(game.rules.Options(), max(2, game.seats.start), Chance(SEED))
    took: list[float] = []
    while (turn := game.rules.turn(state)) and len(took) < MOVES_MAX:
        chance = Chance(SEED, len(took) + 1)
        view = game.rules.view(state, turn[0])
        began = perf_counter()
        move = game.bots[level].choose(view, chance)
        took.append(perf_counter() - began)
        if move is None:
            break
        state = game.rules.apply(state, turn[0], move, chance)
    return took


async def _rounds_per_s(plan: Plan) -> float:
    level = catalog.find(GAME).bots.names[0]
    with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
        player = await Player.open(server.url)
        await player.sign_in("ana")
        await player.create(f"computer:{level}")
        began = generator.share_traffic([player])
        generator.play_on([player])
        async with asyncio.timeout(ANSWER_LIMIT_S):
            while len(began.latencies) < 2:  # noqa: ASYNC110 - nobody says when computers are warm
                await asyncio.sleep(LOOK_EVERY_S)
        await asyncio.sleep(plan.warm_s)
        sample = await generator.measure([player], server, plan.run_s)
    return sample.per_s
