"""P8: secrets that are known to a test are looked for in everything that leaves the server, by any door.

What leaves it is every byte written to a socket, every line of the log, and every task that a computer player's process
is given. What must not be in there, in any spelling, is what rooms are dealt from, and the tokens of other players.
"""

from __future__ import annotations

import base64
import logging
import secrets
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from engines import catalog
from engines.chance import derive_key
from server import gateway, thinking
from server.accounts import digest
from server.logs import Lines


class Doors:
    """All that has left the server. Mutable: it grows.

    `sent` is by player's name, or empty for whoever has not signed in; `drawn` every secret number that was drawn.
    """

    def __init__(self) -> None:
        self.sent: dict[str, bytearray] = defaultdict(bytearray)
        self.tasks: list[bytes] = []
        self.lines: list[str] = []
        self.drawn: list[bytes] = []

    def everything(self) -> Iterator[tuple[str, bytes]]:
        """What has left by each door, and its name."""
        yield from ((f"frames to {name or 'nobody'}", bytes(sent)) for name, sent in self.sent.items())
        yield "tasks", b"\n".join(self.tasks)
        yield "log", "\n".join(self.lines).encode()

    def leaks(self, tokens: dict[str, str]) -> list[str]:
        """Which secret was found behind which door; `tokens` are the players', by name."""
        found = [
            f"{what} behind {door}"
            for what, secret in self._secrets()
            for door, seen in self.everything()
            if any(spelling in seen for spelling in spellings(secret))
        ]
        for name, token in tokens.items():
            for door, seen in self.everything():
                if door != f"frames to {name}" and token.encode() in seen:
                    found.append(f"the token of {name} behind {door}")
        return found

    def _secrets(self) -> Iterator[tuple[str, bytes]]:
        for number, drawn in enumerate(self.drawn):
            if len(drawn) >= 32:
                yield f"draw {number}", drawn
                for game in catalog.games():
                    yield f"the key of draw {number} for {game}", derive_key(drawn, f"parlour-deal-v1|{game}")


def spellings(secret: bytes) -> tuple[bytes, ...]:
    """The ways in which a secret may be written."""
    standard, safe = base64.b64encode(secret), base64.urlsafe_b64encode(secret)
    quoted = repr(secret)[2:-1].encode()
    return (
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        standard.rstrip(b"="),
        safe.rstrip(b"="),
        quoted,
    )


def digests(tokens: dict[str, str]) -> Iterator[bytes]:
    """What is stored of tokens, in every spelling."""
    for token in tokens.values():
        yield from spellings(digest(token))


@contextmanager
def watched() -> Iterator[Doors]:
    """Write down all that leaves servers of this process for as long as this lasts."""
    doors, place = Doors(), _Place()
    place.lines = doors.lines
    root, level = logging.getLogger(), logging.getLogger().level
    write, framed, draw = gateway.Connection._write, thinking.framed, secrets.token_bytes

    def written(connection: gateway.Connection, data: bytes) -> None:
        doors.sent[getattr(getattr(connection.guest, "session", None), "name", "")] += data
        write(connection, data)

    def asked(task: bytes) -> bytes:
        doors.tasks.append(task)
        return framed(task)

    def drawn(count: int | None = None) -> bytes:
        doors.drawn.append(draw(count))
        return doors.drawn[-1]

    root.addHandler(place)
    root.setLevel(logging.DEBUG)
    try:
        with (
            patch.object(gateway.Connection, "_write", written),
            patch.object(thinking, "framed", asked),
            patch.object(secrets, "token_bytes", drawn),
        ):
            yield doors
    finally:
        root.removeHandler(place)
        root.setLevel(level)


class _Place(logging.Handler):
    """Keeps lines as the server would write them."""

    lines: list[str]

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Lines())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def stumbling(state: Any, *_: Any) -> Any:
    """A rule with a fault that quotes all that is hidden."""
    raise KeyError(state)
