"""Removes accounts: their own rows at once, and their names from the games of others in small steps.

The rows of a finished game stay, without a name: they are the others' too. What rooms have in their journals stays as
it is, since the names there are part of what is hashed (docs/fair-dealing.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec
from msgspec import structs

from server.players.accounts.accounts import NAME_KEPT_S
from server.players.accounts.archive import DAY_S, FORMER_PLAYER
from server.players.accounts.lookalikes import keys
from server.players.results.game_record import GameRecord
from server.storage.connection import SqlConnection, upsert

SCHEMA = """
CREATE TABLE IF NOT EXISTS former_players (player INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS last_seen (player INTEGER PRIMARY KEY, day INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS seen_last ON last_seen (day);
"""
OWN_TABLES = ("tokens", "devices", "link_codes", "claimed_names", "notes", "reports", "last_seen", "players")
"""Tables with rows of a player's own, which go with the account."""
RESULT_TABLES = ("ranks", "standings", "encounters", "records", "seats")
"""Tables of results with a player's number, of which `erase_some` takes care."""
BY_THEM = ("DELETE FROM reports WHERE reporter = ?", "DELETE FROM sanctions WHERE target = '#' || ?")
"""What else goes: what they have reported of others, and what whoever runs the server has laid upon their account."""
GAMES_AT_ONCE = 100
"""How many games are rewritten in one step, so that a commit waits for no more than a few milliseconds of that."""
EXPIRED_AT_ONCE = 200

CLAIM = upsert("claimed_names", "folded", "player, name, until")
END_CLAIMS = "DELETE FROM claimed_names WHERE until <= ?"
SEEN = """
INSERT INTO last_seen VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET day = excluded.day
WHERE last_seen.day < excluded.day
"""
FORMER = "INSERT INTO former_players VALUES (?) ON CONFLICT (player) DO NOTHING"
FORMER_OF = "SELECT player FROM former_players WHERE player IN ({rows})"
NEXT_PLAYER = """
SELECT coalesce(max(player), 0) + 1
FROM (SELECT max(player) AS player FROM players UNION ALL SELECT max(player) FROM former_players) AS known
"""
ERASE = (
    "DELETE FROM ranks WHERE player = ?1 AND game IN (SELECT game FROM standings WHERE player = ?1)",
    "DELETE FROM standings WHERE player = ?1",
    "DELETE FROM encounters WHERE player = ?1",
    "DELETE FROM records WHERE player = ?1 AND (solved = 0 OR deal = '')",
    f"UPDATE records SET name = '{FORMER_PLAYER}' WHERE player = ?1",  # noqa: S608 - ours
)
GAMES = "SELECT past, seat, told FROM seats JOIN games USING (past) WHERE player = ? LIMIT ?"
UNFINISHED = (
    "SELECT player FROM former_players WHERE EXISTS (SELECT 1 FROM seats WHERE seats.player = former_players.player)"
)
UNUSED = """
SELECT player FROM last_seen WHERE day < ? AND player > ?
AND NOT EXISTS (SELECT 1 FROM records WHERE records.player = last_seen.player)
AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.player = last_seen.player) ORDER BY player LIMIT ?
"""

_decode = msgspec.json.Decoder(GameRecord).decode


def next_player(connection: SqlConnection) -> int:
    """The number of the next newcomer: no number is given twice, as journals know players by it."""
    (number,) = connection.execute(NEXT_PLAYER).fetchone()
    return int(number)


def note_seen(connection: SqlConnection, player: int, now: float) -> None:
    """Note on which day a player signed in last; writes at most once a day."""
    connection.execute(SEEN, (player, int(now // DAY_S)))


def remove(connection: SqlConnection, player: int, now: float) -> None:
    """Remove an account, and hold its name back for a while without saying what it was."""
    named = connection.execute("SELECT name FROM players WHERE player = ?", (player,)).fetchone()
    connection.execute(FORMER, (player,))
    _delete(connection, [player])
    _erase_results(connection, player)
    held = [
        (key, player, "", int(now + NAME_KEPT_S)) for (name,) in filter(None, [named]) for key in sorted(keys(name))
    ]
    connection.executemany(CLAIM, held)


def expire(connection: SqlConnection, players: Sequence[int], now: float) -> None:
    """Remove accounts that have left no results, and names that are kept no more.

    The highest number of these accounts is remembered, so that none of them is given again.
    """
    connection.execute(END_CLAIMS, (int(now),))
    if players:
        connection.execute(FORMER, (max(players),))
    _delete(connection, players)


def erase_some(connection: SqlConnection, player: int) -> bool:
    """Remove a former player's results, and their name from some of their games; whether there may be more."""
    _erase_results(connection, player)
    games = connection.execute(GAMES, (player, GAMES_AT_ONCE)).fetchall()
    for past, seat, told in games:
        record = _decode(told)
        nameless = msgspec.json.encode(_without_name(record, seat))
        connection.execute("UPDATE games SET told = ? WHERE past = ?", (nameless, past))
        rename = "UPDATE encounters SET name = ? WHERE player = ? AND game = ? AND whom = ?"
        others = [(FORMER_PLAYER, rival.player, record.game, player) for rival in record.rivals]
        connection.executemany(rename, others)
        connection.execute("DELETE FROM seats WHERE player = ? AND past = ?", (player, past))
    return len(games) == GAMES_AT_ONCE


def erase_late(connection: SqlConnection, players: Iterable[int]) -> None:
    """Erase what results that were stored just now have of former players: their last games may end as they leave."""
    for (player,) in connection.execute_rows(FORMER_OF, [(player,) for player in players]):
        erase_some(connection, player)


def former(connection: SqlConnection, players: Iterable[int]) -> frozenset[int]:
    """Those of some players who have no account any more."""
    known = "SELECT 1 FROM players WHERE player = ?"
    return frozenset(player for player in players if connection.execute(known, (player,)).fetchone() is None)


def removed(connection: SqlConnection) -> frozenset[int]:
    return frozenset(player for (player,) in connection.execute("SELECT player FROM former_players"))


def unfinished(connection: SqlConnection) -> list[int]:
    return [player for (player,) in connection.execute(UNFINISHED)]


def unused(connection: SqlConnection, before: float, after: int) -> list[int]:
    """Accounts above number `after` without results, last signed in before a moment, in seconds since 1970."""
    rows = connection.execute(UNUSED, (int(before // DAY_S), after, EXPIRED_AT_ONCE))
    return [player for (player,) in rows]


def _erase_results(connection: SqlConnection, player: int) -> None:
    for statement in ERASE:
        connection.execute(statement, (player,))


def _delete(connection: SqlConnection, players: Iterable[int]) -> None:
    rows = [(player,) for player in players]
    for table in OWN_TABLES:
        connection.executemany(f"DELETE FROM {table} WHERE player = ?", rows)  # noqa: S608 - ours
    for statement in BY_THEM:
        connection.executemany(statement, rows)


def _without_name(record: GameRecord, seat: int) -> GameRecord:
    named = record.players[seat]
    players = (*record.players[:seat], structs.replace(named, name=FORMER_PLAYER), *record.players[seat + 1 :])
    reason = re.sub(rf"(?<![\w-]){re.escape(named.name)}(?![\w-])", FORMER_PLAYER, record.ending.reason)
    return replace(record, players=players, ending=structs.replace(record.ending, reason=reason))
