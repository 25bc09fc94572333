"""Who has which name: names in use, how each of them looks, and names that are kept for those who gave them up.

`players.folded` is what a player's name says. `claimed_names` has what else is taken: with `until` NULL another look of
the name in use, and otherwise, until that second, a name given up; nobody else may have one that looks like any of
them.
"""

from __future__ import annotations

import sqlite3

from server.players.accounts import names
from server.players.accounts.accounts import (
    KEPT_NAMES_MAX,
    NAME_KEPT_S,
    NameTakenError,
    candidate_names,
    name_taken_text,
)
from server.players.accounts.lookalikes import fold, keys
from server.storage.sqlite.players.removal import END_CLAIMS
from server.storage.sqlite.transactions import transaction

SCHEMA = """
CREATE TABLE IF NOT EXISTS claimed_names (
    folded TEXT PRIMARY KEY, player INTEGER NOT NULL, name TEXT NOT NULL, until INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claimed_by ON claimed_names (player);
CREATE INDEX IF NOT EXISTS claims_end ON claimed_names (until) WHERE until IS NOT NULL;
CREATE TABLE IF NOT EXISTS notes (player INTEGER PRIMARY KEY, text TEXT NOT NULL);
"""
FOLDED_ANEW = 3
"""The version of the file from which on names are folded by Unicode's table."""
RENAME = "UPDATE players SET name = ?, folded = ? WHERE player = ?"
NAME = "SELECT name FROM players WHERE player = ?"
IN_USE = "SELECT 1 FROM players WHERE folded = ? AND player != ?"
CLAIMED = "SELECT until IS NOT NULL FROM claimed_names WHERE folded = ? AND player != ? AND ifnull(until > ?, 1)"
CLAIM = "INSERT OR REPLACE INTO claimed_names VALUES (?, ?, ?, ?)"
UNCLAIM = "DELETE FROM claimed_names WHERE player = ? AND (until IS NULL OR name = ?)"
DROP_OLDEST = """
DELETE FROM claimed_names WHERE player = ?1 AND until IS NOT NULL AND name NOT IN (
    SELECT name FROM claimed_names WHERE player = ?1 AND until IS NOT NULL GROUP BY name
    ORDER BY max(until) DESC LIMIT ?2
)
"""
KEPT = """
SELECT name, max(until) FROM claimed_names WHERE player = ? AND until > ? GROUP BY name ORDER BY max(until) DESC
"""
NOBODY = 0
"""Above this are the numbers of players."""


def refuse_taken(connection: sqlite3.Connection, player: int, name: str, now: float) -> None:
    """Raise NameTakenError where a name, or one that looks like it, is another's at `now`, in seconds since 1970."""
    for key in sorted(keys(name)):
        claimed = connection.execute(CLAIMED, (key, player, now)).fetchone()
        if claimed or connection.execute(IN_USE, (key, player)).fetchone():
            raise NameTakenError(name_taken_text(name, is_kept=bool(claimed and claimed[0])))


def find_free_name(connection: sqlite3.Connection, wanted: str, now: float) -> str:
    """The name, or with a number behind it where another has it."""
    return next(name for name in candidate_names(wanted) if not _is_taken(connection, NOBODY, name, now))


def claim_looks(connection: sqlite3.Connection, player: int, name: str) -> None:
    """Note how else the name looks that a player goes by from now on."""
    others = keys(name) - {fold(name)}
    connection.executemany(CLAIM, [(key, player, name, None) for key in sorted(others)])


def change_name(connection: sqlite3.Connection, player: int, name: str, now: float) -> None:
    """Give a player another name, and keep the one they had. Raises NameTakenError."""
    refuse_taken(connection, player, name, now)
    (before,) = connection.execute(NAME, (player,)).fetchone()
    connection.execute(UNCLAIM, (player, name))
    connection.execute(END_CLAIMS, (now,))
    until = int(now + NAME_KEPT_S)
    connection.executemany(CLAIM, [(key, player, before, until) for key in sorted(keys(before) - keys(name))])
    connection.execute(RENAME, (name, fold(name), player))
    claim_looks(connection, player, name)
    connection.execute(DROP_OLDEST, (player, KEPT_NAMES_MAX))


def kept_names(connection: sqlite3.Connection, player: int, now: float) -> list[tuple[str, int]]:
    """The names that are kept for a player, the newest first, each with the second until which."""
    return connection.execute(KEPT, (player, now)).fetchall()


def upgrade(connection: sqlite3.Connection) -> None:
    """Fold the names of older files anew, so that no two look alike; whoever is renamed by that has a note of it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < FOLDED_ANEW:
        with transaction(connection):
            _fold_all(connection)
            connection.execute(
                "INSERT OR IGNORE INTO last_seen SELECT player, strftime('%s', 'now') / 86400 FROM players"
            )


def _fold_all(connection: sqlite3.Connection) -> None:
    """Give each name to the player who has had it longest, and to the others one with a number."""
    players = connection.execute("SELECT player, name FROM players ORDER BY player").fetchall()
    connection.execute("UPDATE players SET folded = '?' || player")
    renamed = [each for each in players if not _take_up(connection, *each)]
    for player, name in renamed:
        number = find_free_name(connection, name, 0.0)
        connection.execute(RENAME, (number, fold(number), player))
        claim_looks(connection, player, number)
        connection.execute("REPLACE INTO notes VALUES (?, ?)", (player, _renamed_text(name, number)))


def _take_up(connection: sqlite3.Connection, player: int, name: str) -> bool:
    """Let a player go by their name as before; False where it is the house's, or another's who is older."""
    if names.is_reserved(name) or _is_taken(connection, player, name, 0.0):
        return False
    connection.execute(RENAME, (name, fold(name), player))
    claim_looks(connection, player, name)
    return True


def _is_taken(connection: sqlite3.Connection, player: int, name: str, now: float) -> bool:
    try:
        refuse_taken(connection, player, name, now)
    except NameTakenError:
        return True
    return False


def _renamed_text(before: str, after: str) -> str:
    why = "could be mistaken for the server's own" if names.is_reserved(before) else "looks like another player's"
    return f"Your name is now {after}, because {before} {why}. To change it, type 'name' and another name."
