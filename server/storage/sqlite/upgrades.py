"""Converts what older servers stored of players and results to the current layout; the journal's is its own."""

from __future__ import annotations

import sqlite3

from server.players.accounts import names
from server.players.accounts.lookalikes import fold
from server.players.results.game_record import COMPUTER
from server.storage.sql.players.names import RENAME, claim_looks, find_free_name, is_taken
from server.storage.sqlite.connection import SqliteConnection, transaction

FOLDED_ANEW = 3
"""The version of the file from which on names are folded by Unicode's table."""
TOKENS = """
BEGIN IMMEDIATE;
INSERT INTO tokens (player, token, state) SELECT player, token, 'shown' FROM players;
CREATE TABLE players_now (player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
INSERT INTO players_now SELECT player, name, folded FROM players;
DROP TABLE players;
ALTER TABLE players_now RENAME TO players;
COMMIT;
"""
"""From the first layout, where each player had one token for ever."""
ADDED = (
    ("ranks", "note TEXT NOT NULL DEFAULT ''"),
    ("encounters", "day INTEGER NOT NULL DEFAULT 0"),
    ("encounters", "rated INTEGER NOT NULL DEFAULT 0"),
    ("records", "tied INTEGER NOT NULL DEFAULT 0"),
)
"""The columns that files of version 2 and older lack."""


def upgrade_players(connection: SqliteConnection) -> None:
    """Convert players from the first layout, if the file still has it, and fold the names of older files anew.

    No two look alike then; whoever is renamed by that has a note of it.
    """
    if "token" in _columns(connection, "players"):
        connection.executescript(TOKENS)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < FOLDED_ANEW:
        with transaction(connection):
            _fold_all(connection)
            connection.execute(
                "INSERT OR IGNORE INTO last_seen SELECT player, strftime('%s', 'now') / 86400 FROM players"
            )


def upgrade_results(connection: sqlite3.Connection) -> None:
    """Add the columns that are missing, and remove what is there no more: indexes, and the ratings of computers."""
    for table, column in ADDED:
        if column.partition(" ")[0] not in _columns(connection, table):
            connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    connection.execute("DELETE FROM ranks WHERE player = ?", (COMPUTER,))
    for index in ("leaders", "solutions"):
        connection.execute(f"DROP INDEX IF EXISTS {index}")


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")}


def _fold_all(connection: SqliteConnection) -> None:
    """Give each name to the player who has had it longest, and to the others one with a number."""
    players = connection.execute("SELECT player, name FROM players ORDER BY player").fetchall()
    connection.execute("UPDATE players SET folded = '?' || player")
    renamed = [each for each in players if not _take_up(connection, *each)]
    for player, name in renamed:
        number = find_free_name(connection, name, 0.0)
        connection.execute(RENAME, (number, fold(number), player))
        claim_looks(connection, player, number)
        connection.execute("REPLACE INTO notes VALUES (?, ?)", (player, _renamed_text(name, number)))


def _take_up(connection: SqliteConnection, player: int, name: str) -> bool:
    """Let a player go by their name as before; False where it is the house's, or another's who is older."""
    if names.is_reserved(name) or is_taken(connection, player, name, 0.0):
        return False
    connection.execute(RENAME, (name, fold(name), player))
    claim_looks(connection, player, name)
    return True


def _renamed_text(before: str, after: str) -> str:
    why = "could be mistaken for the server's own" if names.is_reserved(before) else "looks like another player's"
    return f"Your name is now {after}, because {before} {why}. To change it, type 'name' and another name."
