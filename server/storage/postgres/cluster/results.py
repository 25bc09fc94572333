"""The results of games where several nodes store them: one after the other, as each builds on the one before."""

from __future__ import annotations

from collections.abc import Sequence

from server.players.results.game_record import GameRecord
from server.players.results.records import ResultRow
from server.storage.connection import SqlConnection
from server.storage.sql.records import SqlResultStore

WAIT_FOR_OTHERS = """
WITH held AS (SELECT pg_advisory_xact_lock(hashtext('parlour results'), hashtext(current_schema())))
SELECT count(*) FROM held
"""
"""Ratings and statistics are read, changed and written; what is read after this is from the last who did so."""


class NodeResultStore(SqlResultStore):
    """Stores results in the same order for all nodes."""

    def _insert(
        self, connection: SqlConnection, records: Sequence[ResultRow], games: Sequence[GameRecord], now: int
    ) -> None:
        connection.execute(WAIT_FOR_OTHERS)
        super()._insert(connection, records, games, now)
