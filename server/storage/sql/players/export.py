"""Writes out all that the database has of a player, section by section and in pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from server.players.accounts.archive import ExportPage
from server.players.results.game_record import GameRecord
from server.storage.connection import SqlConnection

ROWS_MAX = 50
BYTES_MAX = 128 * 1024
"""What a page has at most, unless a single row has more: a frame has room for it."""
SECTIONS = {
    "account": """
        SELECT player, name, (SELECT day * 86400 FROM last_seen WHERE player = ?1) AS last_seen,
            (SELECT count(*) FROM tokens WHERE player = ?1 AND state != 'void') AS tokens
        FROM players WHERE player = ?1
    """,
    "devices": """
        SELECT device, name, added, last_seen, state FROM devices WHERE player = ?1 ORDER BY device
    """,
    "reports": """
        SELECT made_at AS made, name, room, why FROM reports WHERE reporter = ?1 ORDER BY number
    """,
    "names_kept": """
        SELECT name, max(until) AS until FROM claimed_names
        WHERE player = ?1 AND until IS NOT NULL GROUP BY name ORDER BY 2, 1
    """,
    "ratings": """
        SELECT game, value, deviation, volatility, games, change FROM ranks
        WHERE player = ?1 AND level = '' AND game IN (SELECT game FROM standings WHERE player = ?1) ORDER BY game
    """,
    "statistics": """
        SELECT game, played, won, streak, longest, solved, best_moves, total_moves, best_s, total_s FROM standings
        WHERE player = ?1 ORDER BY game
    """,
    "opponents": """
        SELECT game, name, level, played, won, lost FROM encounters WHERE player = ?1 ORDER BY game, whom, level
    """,
    "games": """
        SELECT records.room AS code, records.number, records.game, records.kept_at AS ended, records.seat,
            records.name, deal, moves, seconds, won, tied, solved, line, told
        FROM records LEFT JOIN games ON games.room = records.room AND games.number = records.number
        WHERE records.player = ?1 ORDER BY kept
    """,
}
"""What is asked for each section. Other players are in it by the names that they had."""
TIMES = frozenset({"added", "ended", "last_seen", "made", "until"})
"""What the database has in seconds since 1970, and is said as a date."""
DATE, MOMENT = "%Y-%m-%d", "%Y-%m-%d %H:%M:%S"
_decode = msgspec.json.Decoder(GameRecord).decode
TOLD = ("options", "players", "ending", "serious", "rated", "commitment")
"""What of a stored game is said besides the player's own result."""


def export(connection: SqlConnection, player: int, at: str | None) -> ExportPage | None:
    """The page at `at`, which is the name of a section and how many of its rows came before; None where none is."""
    section, _, passed = (at or "account:0").partition(":")
    if section not in SECTIONS or not (passed.isascii() and passed.isdecimal() and len(passed) < 10):
        return None
    query = f"{SECTIONS[section]} LIMIT {ROWS_MAX + 1} OFFSET ?2"
    cursor = connection.execute(query, (player, int(passed)))
    names = [name for name, *_ in cursor.description]
    rows = [msgspec.json.encode(_described(section, dict(zip(names, row, strict=True)))) for row in cursor]
    taken = _taken(rows)
    following = f"{section}:{int(passed) + len(taken)}" if len(taken) < len(rows) else _next_section(section)
    return ExportPage(section, b"[" + b",".join(taken) + b"]", following)


def _taken(rows: list[bytes]) -> list[bytes]:
    """As many of the rows as fit into a page."""
    taken, size = rows[:1], len(rows[0]) if rows else 0
    for row in rows[1:ROWS_MAX]:
        size += len(row) + 1
        if size > BYTES_MAX:
            break
        taken.append(row)
    return taken


def _next_section(section: str) -> str | None:
    names = list(SECTIONS)
    place = names.index(section) + 1
    return f"{names[place]}:0" if place < len(names) else None


def _described(section: str, row: dict[str, Any]) -> dict[str, Any]:
    form = DATE if section == "account" else MOMENT
    dated = {key: datetime.fromtimestamp(at, UTC) for key in TIMES & row.keys() if (at := row[key]) is not None}
    row |= {key: at.strftime(form) for key, at in dated.items()}
    told = row.pop("told", None)
    if section == "games":
        row["code"] = row["code"].partition("-")[0]
    return {**row, **_told(_decode(told))} if told else row


def _told(game: GameRecord) -> dict[str, Any]:
    worded = msgspec.to_builtins(replace(game, ending=game.worded_ending))
    return {key: worded[key] for key in TOLD}
