"""Several nodes keep the games of the same few people at the same time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import psycopg

from server.players.results.game_record import GameRecord
from server.players.results.records import ResultRow, ResultStore
from server.storage.postgres.cluster.stores import NodeResultStore
from server.storage.sql.records import SqlResultStore
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import SCHEMA, Storage, open_as_node
from tests.support.builders.game_records import between
from tests.support.postgres.server import PostgresServer
from torture.finding import Finding
from torture.scale import Scale

NODES = 4
PEOPLE = 10
GAMES, EVERYDAY_GAMES = 2_000, 60
AT_ONCE = 8
"""How many games each node stores at the same time."""
COLUMNS = {
    "ranks": "game, player, level, value, deviation, volatility, name, games, change, room, number, note",
    "encounters": "player, game, whom, level, name, played, won, lost, rated",
    "standings": "player, game, played, won, streak, longest, solved, best_moves, total_moves, best_s, total_s",
}
"""What all games of a player add up to."""
QUERIES = {table: f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3, 4" for table, columns in COLUMNS.items()}
Rows = dict[str, list[tuple[Any, ...]]]


async def prove_ratings(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Store games by all nodes at once; and again by nodes that do not wait for one another, which must be found."""
    number, chance = scale.of(EVERYDAY_GAMES, GAMES), scale.chance("ratings of several nodes")
    games = [_play(at, chance) for at in range(number)]
    stored, wrong = await _store(engine, games, lambda node: NodeResultStore(node.database))  # type: ignore[arg-type]
    _, found = await _store(engine, games[:EVERYDAY_GAMES], lambda node: SqlResultStore(node.database))  # type: ignore[arg-type]
    return [
        Finding(
            "P16",
            f"{NODES} nodes store games of {PEOPLE} people at the same time: ratings, meetings and statistics",
            f"{stored:,} games; other than stored one after the other: {', '.join(wrong) or 'nothing'}",
            f"{number:,} games, all as if stored one after the other in their order",
            holds=stored == number and not wrong,
        ),
        Finding(
            "P16",
            "the same check finds a planted fault: nodes do not wait for one another",
            f"other than stored one after the other: {', '.join(found) or 'nothing'}",
            "found",
            holds=bool(found),
        ),
    ]


async def _store(
    engine: PostgresServer, games: Sequence[GameRecord], store_of: Callable[[Storage], ResultStore]
) -> tuple[int, list[str]]:
    """How many games nodes have stored that share them, and which tables are not as one node makes them."""
    database = engine.make_database()
    async with AsyncExitStack() as stack:
        nodes = [open_as_node(database) for _ in range(NODES)]
        for node in nodes:
            stack.push_async_callback(node.journal.aclose)
        await asyncio.gather(*(_keep_all(store_of(node), games[at::NODES]) for at, node in enumerate(nodes)))
    with psycopg.connect(database) as connection:
        rooms = [room for (room,) in connection.execute("SELECT room FROM games ORDER BY past")]
        seen = {table: connection.execute(query.encode()).fetchall() for table, query in QUERIES.items()}
    by_room = {game.room: game for game in games}
    folded = await _fold([by_room[room] for room in rooms])
    return len(rooms), [table for table in QUERIES if seen[table] != folded[table]]


def _play(at: int, chance: random.Random) -> GameRecord:
    """A game of any two, each in a room of its own."""
    return replace(between(*chance.sample(range(1, PEOPLE + 1), 2), winners=(chance.randrange(2),)), room=f"R{at}")


async def _keep_all(records: ResultStore, games: Sequence[GameRecord]) -> None:
    """Store all, several at the same time."""

    async def keep_each(some: Iterable[GameRecord]) -> None:
        for game in some:
            await records.keep(_rows(game), [game])

    await asyncio.gather(*(keep_each(games[at::AT_ONCE]) for at in range(AT_ONCE)))


def _rows(game: GameRecord) -> list[ResultRow]:
    """What each of the two did in it."""
    return [
        ResultRow(
            game.room, game.number, seat, rival.player, f"p{rival.player}", game.game, "", game.moves, game.seconds,
            won=seat in game.ending.winners, solved=False, line="",
        )
        for seat, rival in enumerate(game.rivals)
    ]  # fmt: skip


async def _fold(games: Sequence[GameRecord]) -> Rows:
    """What these add up to, stored one after the other."""
    database = MemoryDatabase(SCHEMA)
    records = SqlResultStore(database)
    for game in games:
        await records.keep(_rows(game), [game])
    return await database.run(
        lambda connection: {table: connection.execute(query).fetchall() for table, query in QUERIES.items()}
    )
