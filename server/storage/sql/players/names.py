"""Who has which name: names in use, how each of them looks, and names that are kept for those who gave them up.

`players.folded` is what a player's name says. `claimed_names` has what else is taken: with `until` NULL another look of
the name in use, and otherwise, until that second, a name given up; nobody else may have one that looks like any of
them.
"""

from __future__ import annotations

from server.players.accounts.accounts import (
    KEPT_NAMES_MAX,
    NAME_KEPT_S,
    NameTakenError,
    candidate_names,
    name_taken_text,
)
from server.players.accounts.lookalikes import fold, keys
from server.storage.connection import SqlConnection
from server.storage.sql.players.removal import CLAIM, END_CLAIMS

SCHEMA = """
CREATE TABLE IF NOT EXISTS claimed_names (
    folded TEXT PRIMARY KEY, player INTEGER NOT NULL, name TEXT NOT NULL, until INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claimed_by ON claimed_names (player);
CREATE INDEX IF NOT EXISTS claims_end ON claimed_names (until) WHERE until IS NOT NULL;
CREATE TABLE IF NOT EXISTS notes (player INTEGER PRIMARY KEY, text TEXT NOT NULL);
"""
RENAME = "UPDATE players SET name = ?, folded = ? WHERE player = ?"
NAME = "SELECT name FROM players WHERE player = ?"
IN_USE = "SELECT 1 FROM players WHERE folded = ? AND player != ?"
CLAIMED = """
SELECT until IS NOT NULL FROM claimed_names WHERE folded = ? AND player != ? AND (until IS NULL OR until > ?)
"""
UNCLAIM = "DELETE FROM claimed_names WHERE player = ? AND (until IS NULL OR name = ?)"
DROP_OLDEST = """
DELETE FROM claimed_names WHERE player = ?1 AND until IS NOT NULL AND name NOT IN (
    SELECT name FROM claimed_names WHERE player = ?1 AND until IS NOT NULL GROUP BY name
    ORDER BY max(until) DESC LIMIT ?2
)
"""
KEPT = """
SELECT name, max(until) FROM claimed_names WHERE player = ? AND until > ? GROUP BY name
ORDER BY max(until) DESC, name
"""
NOBODY = 0
"""Above this are the numbers of players."""


def refuse_taken(connection: SqlConnection, player: int, name: str, now: float) -> None:
    """Raise NameTakenError where a name, or one that looks like it, is another's at `now`, in seconds since 1970."""
    for key in sorted(keys(name)):
        claimed = connection.execute(CLAIMED, (key, player, now)).fetchone()
        if claimed or connection.execute(IN_USE, (key, player)).fetchone():
            raise NameTakenError(name_taken_text(name, is_kept=bool(claimed and claimed[0])))


def find_free_name(connection: SqlConnection, wanted: str, now: float) -> str:
    """The name, or with a number behind it where another has it."""
    return next(name for name in candidate_names(wanted) if not is_taken(connection, NOBODY, name, now))


def claim_looks(connection: SqlConnection, player: int, name: str) -> None:
    """Note how else the name looks that a player goes by from now on."""
    others = keys(name) - {fold(name)}
    connection.executemany(CLAIM, [(key, player, name, None) for key in sorted(others)])


def change_name(connection: SqlConnection, player: int, name: str, now: float) -> None:
    """Give a player another name, and keep the one they had. Raises NameTakenError."""
    refuse_taken(connection, player, name, now)
    (before,) = connection.execute(NAME, (player,)).fetchone()
    connection.execute(UNCLAIM, (player, name))
    connection.execute(END_CLAIMS, (int(now),))
    until = int(now + NAME_KEPT_S)
    connection.executemany(CLAIM, [(key, player, before, until) for key in sorted(keys(before) - keys(name))])
    connection.execute(RENAME, (name, fold(name), player))
    claim_looks(connection, player, name)
    connection.execute(DROP_OLDEST, (player, KEPT_NAMES_MAX))


def kept_names(connection: SqlConnection, player: int, now: float) -> list[tuple[str, int]]:
    """The names that are kept for a player, the newest first, each with the second until which."""
    return connection.execute(KEPT, (player, now)).fetchall()


def is_taken(connection: SqlConnection, player: int, name: str, now: float) -> bool:
    """Whether a name, or one that looks like it, is another's."""
    try:
        refuse_taken(connection, player, name, now)
    except NameTakenError:
        return True
    return False
