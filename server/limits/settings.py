"""The limits on everything a client can use up, with their defaults; `--limit NAME=VALUE` changes one.

There is one for connections, new connections, bytes, commands, moves, chat, rooms and spectators, so that no client can
exhaust the server. All are in force by default.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any, get_type_hints

from server.limits.token_bucket import Rate

SENTENCES = {
    "connections": "connections at a time",
    "connections_per_address": "connections at a time of one address (for IPv6, of one /64)",
    "arrivals_per_s": "new connections of one address, in a second",
    "arrivals_burst": "new connections of one address, at once",
    "handshake_s": "seconds to begin a connection in, TLS included",
    "hello_s": "seconds to say hello in",
    "ping_every_s": "seconds of silence before the server sends a ping",
    "pong_within_s": "seconds to answer it in",
    "close_within_s": "seconds to answer a close in",
    "inbound_bytes_per_s": "bytes from one connection, in a second",
    "inbound_burst_bytes": "bytes from one connection, at once",
    "unread_s": "seconds in which some of what was sent must be taken",
    "outbound_bytes": "bytes that may wait for one connection to read them",
    "commands_per_s": "commands of one connection, in a second; moves are counted apart",
    "commands_burst": "commands of one connection, at once",
    "moves_per_s": "moves of one connection, in a second",
    "moves_burst": "moves of one connection, at once",
    "chat_per_s": "lines of talk of one player, in a second",
    "chat_burst": "lines of talk of one player, at once",
    "chat_graphemes": "characters in a line of talk",
    "rooms": "rooms in all",
    "rooms_per_player": "games a player may have to play before making another room",
    "rooms_per_s": "rooms made by one player, in a second",
    "rooms_burst": "rooms made by one player, at once",
    "address_rooms_per_s": "rooms made by everybody at one address, in a second",
    "address_rooms_burst": "rooms made by everybody at one address, at once",
    "spectators": "people who watch one room",
    "grace_s": "seconds in a game that others wait for a player who goes away, however often",
    "park_after_s": "seconds of rest after which a room is kept on disk alone",
}
"""What each limit counts, by its name."""


class InvalidLimitError(ValueError):
    """The limit does not exist, or cannot have this value; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Every limit with its default; SENTENCES says what each one counts.

    Moves have their own rate, far above what people need: a program that plays as fast as the server answers is no
    flood, as each of its moves waits for the answer to the one before. The rate stays below the byte limit, so that a
    client that plays too fast is refused with a reason before it is cut off.
    """

    connections: int = 10_000
    connections_per_address: int = 32
    arrivals_per_s: float = 5.0
    arrivals_burst: int = 20
    handshake_s: float = 5.0
    hello_s: float = 5.0
    ping_every_s: float = 15.0
    pong_within_s: float = 10.0
    close_within_s: float = 2.0
    inbound_bytes_per_s: int = 16 * 1024
    inbound_burst_bytes: int = 64 * 1024
    unread_s: float = 10.0
    outbound_bytes: int = 256 * 1024
    commands_per_s: float = 10.0
    commands_burst: int = 20
    moves_per_s: float = 200.0
    moves_burst: int = 400
    chat_per_s: float = 1.0
    chat_burst: int = 5
    chat_graphemes: int = 200
    rooms: int = 10_000
    rooms_per_player: int = 4
    rooms_per_s: float = 0.1
    rooms_burst: int = 4
    address_rooms_per_s: float = 1.0
    address_rooms_burst: int = 32
    spectators: int = 200
    grace_s: float = 60.0
    park_after_s: float = 1800.0

    @property
    def arrivals(self) -> Rate:
        """The rate of new connections from one address."""
        return Rate(self.arrivals_per_s, self.arrivals_burst)

    @property
    def inbound(self) -> Rate:
        """The rate of bytes from one connection."""
        return Rate(self.inbound_bytes_per_s, self.inbound_burst_bytes)

    @property
    def commands(self) -> Rate:
        """The rate of commands from one connection, moves aside."""
        return Rate(self.commands_per_s, self.commands_burst)

    @property
    def moves(self) -> Rate:
        """The rate of moves from one connection."""
        return Rate(self.moves_per_s, self.moves_burst)

    @property
    def chat(self) -> Rate:
        """The rate of chat lines from one player."""
        return Rate(self.chat_per_s, self.chat_burst)

    @property
    def makings(self) -> Rate:
        """The rate at which one player may create rooms."""
        return Rate(self.rooms_per_s, self.rooms_burst)

    @property
    def address_makings(self) -> Rate:
        """The rate at which all players at one address may create rooms."""
        return Rate(self.address_rooms_per_s, self.address_rooms_burst)


def parse_limits(written: Iterable[str]) -> ServerLimits:
    """The defaults with changes, each written as NAME=VALUE with hyphens in the name. Raises InvalidLimitError."""
    return replace(ServerLimits(), **dict(map(_parse_limit, written)))


def describe_limits() -> str:
    """The help text: a line for each limit with its name, its default and what it counts."""
    width = max(map(len, SENTENCES))
    lines = (
        f"  {_hyphenate(field.name):<{width}}  {field.default:>8g}  {SENTENCES[field.name]}"
        for field in fields(ServerLimits)
    )
    return "\n".join(lines)


def _parse_limit(written: str) -> tuple[str, Any]:
    shown, _, text = written.partition("=")
    name = shown.replace("-", "_")
    kind = _KINDS.get(name)
    if kind is None:
        raise InvalidLimitError(f"there is no limit {shown!r}; there are {', '.join(map(_hyphenate, _KINDS))}")
    try:
        value = kind(text)
    except ValueError:
        value = 0
    if not (isfinite(value) and value > 0):
        raise InvalidLimitError(f"the limit {shown} is a {'whole ' if kind is int else ''}number above 0, not {text!r}")
    return name, value


def _hyphenate(name: str) -> str:
    return name.replace("_", "-")


_KINDS: dict[str, type[int] | type[float]] = get_type_hints(ServerLimits)
