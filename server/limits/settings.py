"""The limits on everything a client can use up, with their defaults; `--limit NAME=VALUE` changes one.

There is one for connections, new connections, bytes, commands, moves, chat, rooms and spectators, so that no client can
exhaust the server. All are in force by default.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from math import isfinite
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T", int, float)


class InvalidLimitError(ValueError):
    """The limit does not exist, or cannot have this value; the message is a sentence."""


def _limit(default: T, counts: str) -> T:
    """A field with its default, and what it counts."""
    limit: T = field(default=default, metadata={"counts": counts})
    return limit


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Every limit with its default and what it counts.

    Moves have their own rate, far above what people need: a program that plays as fast as the server answers is no
    flood, as each of its moves waits for the answer to the one before. The rate stays below the byte limit, so that a
    client that plays too fast is refused with a reason before it is cut off.
    """

    connections: int = _limit(10_000, "connections at a time")
    connections_per_address: int = _limit(32, "connections at a time from one address (with IPv6, from one /64)")
    arrivals_per_s: float = _limit(5.0, "new connections from one address, each second")
    arrivals_burst: int = _limit(20, "new connections from one address, at once")
    handshake_s: float = _limit(5.0, "seconds to open a connection, TLS included")
    hello_s: float = _limit(5.0, "seconds to say hello")
    ping_every_s: float = _limit(15.0, "seconds of silence before the server sends a ping")
    pong_within_s: float = _limit(10.0, "seconds to answer a ping")
    close_within_s: float = _limit(2.0, "seconds to answer a close")
    address_accounts_per_s: float = _limit(1 / 60, "new accounts from one address, each second")
    address_accounts_burst: int = _limit(100, "new accounts from one address, at once")
    inbound_bytes_per_s: int = _limit(16 * 1024, "bytes from one connection, each second")
    inbound_burst_bytes: int = _limit(64 * 1024, "bytes from one connection, at once")
    address_bytes_per_s: int = _limit(64 * 1024, "bytes from one address, each second; a read counts as at least 64")
    address_bytes_burst: int = _limit(256 * 1024, "bytes from one address, at once")
    control_per_s: float = _limit(20.0, "pings and other control frames from one connection, each second")
    control_burst: int = _limit(100, "control frames from one connection, at once")
    address_control_per_s: float = _limit(100.0, "control frames from one address, each second")
    address_control_burst: int = _limit(400, "control frames from one address, at once")
    unread_s: float = _limit(10.0, "seconds within which a client must read some of what was sent")
    outbound_bytes: int = _limit(256 * 1024, "bytes that can wait for one connection to read them")
    commands_per_s: float = _limit(10.0, "commands from one connection, each second, moves not counted")
    commands_burst: int = _limit(40, "commands from one connection, at once")
    moves_per_s: float = _limit(200.0, "moves from one connection, each second")
    moves_burst: int = _limit(400, "moves from one connection, at once")
    address_commands_per_s: float = _limit(100.0, "commands from one address, each second, moves not counted")
    address_commands_burst: int = _limit(200, "commands from one address, at once")
    address_moves_per_s: float = _limit(400.0, "moves from one address, each second")
    address_moves_burst: int = _limit(800, "moves from one address, at once")
    address_stored_bytes_per_day: float = _limit(64.0 * 1024**2, "bytes stored for one address, each day")
    address_stored_burst_bytes: int = _limit(64 * 1024**2, "bytes stored for one address, at once")
    refused_per_s: float = _limit(10.0, "commands over these limits from one connection, each second")
    refused_burst: int = _limit(100, "the same at once, before the connection is cut")
    chat_per_s: float = _limit(1.0, "chat messages from one player, each second")
    chat_burst: int = _limit(5, "chat messages from one player, at once")
    chat_graphemes: int = _limit(200, "characters in a chat message")
    reports_per_s: float = _limit(0.01, "reports from one player, each second")
    reports_burst: int = _limit(3, "reports from one player, at once")
    address_reports_per_s: float = _limit(0.02, "reports from one address, each second")
    address_reports_burst: int = _limit(10, "reports from one address, at once")
    renames_per_s: float = _limit(1 / 60, "name changes by one player, each second")
    renames_burst: int = _limit(3, "name changes by one player, at once")
    misses_per_s: float = _limit(0.1, "wrong table codes from one address, each second")
    misses_burst: int = _limit(20, "wrong table codes from one address, at once")
    replays_per_s: float = _limit(2000.0, "stored moves replayed for one address's transcripts, each second")
    replays_burst: int = _limit(40_000, "stored moves replayed for one address's transcripts, at once")
    disk_free_bytes: int = _limit(16 * 1024 * 1024, "bytes that must be free on the disk to open another table")
    rooms: int = _limit(10_000, "tables in all")
    rooms_per_address: int = _limit(64, "unfinished games from one address before it can open no more tables")
    rooms_per_player: int = _limit(4, "unfinished games a player can have before opening no more tables")
    rooms_per_s: float = _limit(0.1, "tables opened by one player, each second")
    rooms_burst: int = _limit(4, "tables opened by one player, at once")
    joins_per_s: float = _limit(0.5, "tables joined by one player, each second")
    joins_burst: int = _limit(20, "tables joined by one player, at once")
    address_rooms_per_s: float = _limit(1.0, "tables opened from one address, each second")
    address_rooms_burst: int = _limit(32, "tables opened from one address, at once")
    spectators: int = _limit(200, "spectators at one table")
    grace_s: float = _limit(60.0, "seconds a player can be away in one game, all absences together")
    park_after_s: float = _limit(1800.0, "seconds without activity before a table is kept on disk only")
    account_unused_s: float = _limit(90 * 86_400.0, "seconds before an account that never finished a game is deleted")
    deserted_s: float = _limit(600.0, "seconds before an empty table closes where nobody has moved")
    deserted_begun_s: float = _limit(86_400.0, "the same, where people have made fewer than ten moves")
    deserted_game_s: float = _limit(30 * 86_400.0, "the same, in any other game")
    finished_s: float = _limit(3600.0, "seconds without activity before a table closes after a game")


MANY = 1_000_000_000
DEFAULT = ServerLimits()
OWN = ServerLimits(
    rooms=MANY,
    rooms_per_address=MANY,
    rooms_per_player=MANY,
    rooms_per_s=MANY,
    rooms_burst=MANY,
    commands_per_s=MANY,
    commands_burst=MANY,
    joins_per_s=MANY,
    joins_burst=MANY,
    address_commands_per_s=MANY,
    address_commands_burst=MANY,
    address_accounts_per_s=MANY,
    address_accounts_burst=MANY,
    address_rooms_per_s=MANY,
    address_rooms_burst=MANY,
    address_stored_bytes_per_day=MANY,
    address_stored_burst_bytes=MANY,
    deserted_begun_s=DEFAULT.deserted_game_s,
)
"""The limits of a player's own server, who may have as many games as the disk holds."""


def parse_limits(written: Iterable[str], default: ServerLimits = DEFAULT) -> ServerLimits:
    """The defaults with changes, each written as NAME=VALUE with hyphens in the name. Raises InvalidLimitError."""
    return replace(default, **dict(map(_parse_limit, written)))


def describe_limits() -> str:
    """The help text: a line for each limit with its name, its default and what it counts."""
    width = max(map(len, _KINDS))
    return "\n".join(
        f"  {_hyphenate(limit.name):<{width}}  {_number(limit.default):>8}  {limit.metadata['counts']}"
        for limit in fields(ServerLimits)
    )


def _parse_limit(written: str) -> tuple[str, Any]:
    shown, _, text = written.partition("=")
    name = shown.replace("-", "_").replace("tables", "rooms")
    kind = _KINDS.get(name)
    if kind is None:
        near = get_close_matches(shown, map(_hyphenate, _KINDS), 1)
        guess = f"did you mean {near[0]!r}?" if near else "--help lists them all"
        raise InvalidLimitError(f"there's no limit {shown!r}; {guess}")
    try:
        value = kind(text)
    except ValueError:
        value = 0
    if not (isfinite(value) and value > 0):
        raise InvalidLimitError(
            f"the limit {shown} must be a {'whole ' if kind is int else ''}number above 0, not {text!r}"
        )
    return name, value


def _number(value: Any) -> str:  # noqa: ANN401 - a default, which dataclasses do not type
    return f"{value:.0f}" if value == int(value) else f"{value:.3g}"


def _hyphenate(name: str) -> str:
    """The limit as hosts write it, who know rooms as tables."""
    return name.replace("rooms", "tables").replace("_", "-")


_KINDS: dict[str, type[int] | type[float]] = get_type_hints(ServerLimits)
