"""Results that several nodes store at once: each builds on the one before, whichever node that was from."""

from __future__ import annotations

import asyncio

from server.players.results.records import ResultRow
from server.storage.postgres.cluster.opening import open_node
from server.storage.postgres.cluster.results import NodeResultStore
from server.storage.stores import STORES

GAMES = 30


def won(room: str) -> ResultRow:
    return ResultRow(room, 1, 0, 7, "ann", "war", "", 5, 60.0, won=True, solved=False, line="")


async def test_no_game_is_left_out_of_a_players_statistics(postgres_url: str) -> None:
    databases = [open_node(postgres_url, STORES)[0] for _ in range(3)]
    stores = [NodeResultStore(database) for database in databases]
    await asyncio.gather(
        *(store.keep([won(f"{place}-{game}")]) for game in range(GAMES) for place, store in enumerate(stores))
    )
    stats = await stores[0].standing(7, "war")
    assert (stats.played, stats.won, stats.streak) == (90, 90, 90)
    for database in databases:
        await database.aclose()
