"""The stores in which what is new builds on what is there: nodes store that one after the other.

It is one turn for all of it. With a lock for each kind, or none, two nodes would wait for each other, as a transaction
is of several jobs; PostgreSQL takes a second to notice, by its wall clock, and all who play at these nodes wait too.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.players.accounts.accounts import Account
from server.players.results.game_record import GameRecord
from server.players.results.records import ResultRow
from server.storage.connection import SqlConnection
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import SqlResultStore

AWAIT_TURN = """
WITH held AS (SELECT pg_advisory_xact_lock(hashtext('parlour results'), hashtext(current_schema())))
SELECT count(*) FROM held
"""
"""The turn ends with the transaction; what is read in it is from the last who had one."""


class NodeResultStore(SqlResultStore):
    """Stores results in the same order for all nodes: ratings and statistics are read, changed and written."""

    def _insert(
        self, connection: SqlConnection, records: Sequence[ResultRow], games: Sequence[GameRecord], now: int
    ) -> None:
        connection.execute(AWAIT_TURN)
        super()._insert(connection, records, games, now)


class NodeAccounts(SqlAccounts):
    """Makes accounts in the same order for all nodes: each has the next number, and a name that is free."""

    def _create(self, connection: SqlConnection, wanted: str, now: float, *, may_create: bool) -> Account:
        if may_create:
            connection.execute(AWAIT_TURN)
        return super()._create(connection, wanted, now, may_create=may_create)
