"""What several nodes store at once: each builds on the one before, and none is refused as two wait for one another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from itertools import count

import psycopg

from server.players.accounts.accounts import Account
from server.players.results.records import ResultRow
from server.storage.connection import SqlConnection
from server.storage.postgres.cluster.opening import open_node
from server.storage.postgres.cluster.stores import NodeAccounts, NodeResultStore
from server.storage.stores import STORES
from tests.support.patience import PATIENCE_S

GAMES = 30
MAKE = "INSERT INTO rooms (room) VALUES (?)"
CHANGE = "UPDATE rooms SET closed = closed + 1 WHERE room = ?"
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
READ = "SELECT room, closed FROM rooms ORDER BY room"


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


async def test_newcomers_and_results_of_nodes_never_wait_for_each_other(postgres_url: str) -> None:
    """Nor does PostgreSQL have to end it, a second late."""
    databases = [open_node(postgres_url, STORES)[0] for _ in range(2)]
    first, second = [(NodeAccounts(database), NodeResultStore(database)) for database in databases]
    waiting: list[Awaitable[Account | None]] = []
    for game in range(GAMES):
        waiting += [first[0].sign_in(None, f"a{game}"), first[1].keep([won(f"a{game}")])]
        waiting += [second[1].keep([won(f"b{game}")]), second[0].sign_in(None, f"b{game}")]
    players = [account.player for account in await asyncio.gather(*waiting) if account is not None]
    assert sorted(players) == list(range(1, 2 * GAMES + 1))
    for database in databases:
        await database.aclose()
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute(DEADLOCKS).fetchone() == (0,)


async def test_of_nodes_that_wait_for_each_other_neither_is_refused(postgres_url: str) -> None:
    databases = [open_node(postgres_url)[0] for _ in range(2)]
    both = threading.Barrier(2)
    await databases[0].run(lambda connection: connection.executemany(MAKE, [("a",), ("b",)]))

    def write(first: str, second: str) -> Callable[[SqlConnection], None]:
        runs = count()

        def work(connection: SqlConnection) -> None:
            connection.execute(CHANGE, (first,))
            if not next(runs):
                both.wait(PATIENCE_S)
            connection.execute(CHANGE, (second,))

        return work

    await asyncio.gather(databases[0].run(write("a", "b")), databases[1].run(write("b", "a")))
    assert await databases[0].run(lambda connection: connection.execute(READ).fetchall()) == [("a", 2), ("b", 2)]
    for database in databases:
        await database.aclose()
