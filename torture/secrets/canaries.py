"""P8: secrets that are known to a test are looked for in everything that leaves the server, by any door.

What leaves it is every byte written to a socket, every line of the log, and every task that a computer player's process
is given. What must not be in there, in any spelling, is what rooms are dealt from, and the tokens of other players.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import random
import secrets
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast
from unittest.mock import patch

import msgspec

from engines import catalog
from protocol import messages as m
from protocol.dealing import deal_key
from server.computers import worker
from server.dispatching.dispatcher import Dispatcher
from server.net.connection import ServerConnection
from server.ops.logging import LineFormatter
from server.players.accounts.tokens import digest
from server.room.match import dealing
from tests.support import facts
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, room_of, sign_in
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import home

MOVES = 6


async def prove(scale: Scale) -> list[Finding]:
    """Let three people visit a server whose secrets are known."""
    exits, tokens = await record_visit(scale)
    leaks = exits.leaks(tokens)
    seen = sum(len(left) for _, left in exits.everything())
    return [
        Finding(
            "P8",
            "a search for seeds, keys, tokens and their digests in frames, log and computers' tasks, in six spellings",
            f"{len(exits.drawn):,} secrets, {seen:,} bytes that left the server, {len(leaks)} found",
            "0 found",
            holds=not leaks and len(exits.drawn) >= 2 * len(facts.games()) and len(exits.tasks) >= len(facts.games()),
            note="; ".join(leaks[:3]),
        )
    ]


async def record_visit(scale: Scale) -> tuple[Exits, dict[str, str]]:
    """Record what leaves a server during a visit; that, and the visitors' tokens by name."""
    with watch_exits() as exits, home(scale) as place:
        async with hosting(store=place.store, data=place.data) as hosted:
            tokens = await visit(hosted.wires)
    return exits, tokens


async def some_moves(player: Player, table: m.Table, choose: random.Random) -> m.Table:
    """The table after a few of the player's moves, among them one that is none and one that is not allowed."""
    game, made = catalog.find(table.game), 0
    while made < MOVES and table.phase == "playing":
        if table.seat in table.turn:
            view = msgspec.convert(table.view, game.rules.View)
            move = game.rules.text(choose.choice(list(game.rules.legal(view))))
            for text in ("nonsense", "place 99", move):
                player.send(m.Play(room=table.room, number=table.number, ply=table.ply, move=text))
            made += 1
            table = await player.next(m.Table, partial(_is_after, table.ply))
        else:
            table = await player.next(m.Table)
    return table


def _is_after(ply: int, table: m.Table) -> bool:
    return table.ply > ply or table.phase == "over"


async def visit(wires: Wires) -> dict[str, str]:
    """Games of every kind between people and with computers, watched by a third; everybody's token by name."""
    ann, ben, cleo = [await sign_in(wires, name) for name in ("ann", "ben", "cleo")]
    choose = random.Random(7)
    for number, (game, known) in enumerate(facts.games().items()):
        options, level = known.secrets.options if known.secrets else {}, catalog.find(game).bots.names[0]
        for opponent in ("open", f"computer:{level}"):
            table = await ann.ask(room_of(game, "me", opponent, ref=number, **options))
            cleo.send(m.Watch(ref=number, room=table.room))
            if opponent == "open":
                bens = await ben.ask(m.Join(ref=number, room=table.room, games=None))
                anns = await ann.next(m.Table, lambda seen: seen.phase == "playing")
                await asyncio.gather(some_moves(ann, anns, choose), some_moves(ben, bens, choose))
                ben.send(m.Leave(room=table.room))
            else:
                await some_moves(ann, table, choose)
            ann.send(m.Consult(ref=number, room=table.room, about="hint"))
            ann.send(m.Leave(room=table.room))
            await ann.next(m.Left)
    for page in ("/metrics", "/healthz", "/nothing"):
        await (await wires.reach()).get(page)
    (await wires.open()).send(b"\xff no message")
    return {player.welcome.name: player.welcome.token for player in (ann, ben, cleo)}


class Exits:
    """Collects all that has left the server.

    `sent` is by player's name, or empty before sign-in; `drawn` every secret number that was drawn.
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
                if any(spelling in seen for spelling in spellings(digest(token))):
                    found.append(f"what is stored of the token of {name} behind {door}")
        return found

    def _secrets(self) -> Iterator[tuple[str, bytes]]:
        for number, drawn in enumerate(self.drawn):
            if len(drawn) >= 32:
                yield f"draw {number}", drawn
                yield f"the next secret of draw {number}", dealing.server_secret(drawn, 2)
                for game in catalog.games():
                    yield f"the key of draw {number} for {game}", deal_key(game, dealing.server_secret(drawn, 1), {})


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


@contextmanager
def watch_exits() -> Iterator[Exits]:
    """Write down all that leaves servers of this process for as long as this lasts."""
    exits, place = Exits(), _Place()
    place.lines = exits.lines
    root, level = logging.getLogger(), logging.getLogger().level
    write, framed, draw = ServerConnection._write, worker.frame_message, secrets.token_bytes

    def written(connection: ServerConnection, data: bytes) -> None:
        session = cast(Dispatcher, connection._receiver).sessions.get(connection)
        exits.sent[session.name if session else ""] += data
        write(connection, data)

    def asked(task: bytes) -> bytes:
        exits.tasks.append(task)
        return framed(task)

    def drawn(count: int | None = None) -> bytes:
        exits.drawn.append(draw(count))
        return exits.drawn[-1]

    root.addHandler(place)
    root.setLevel(logging.DEBUG)
    try:
        with (
            patch.object(ServerConnection, "_write", written),
            patch.object(worker, "frame_message", asked),
            patch.object(secrets, "token_bytes", drawn),
        ):
            yield exits
    finally:
        root.removeHandler(place)
        root.setLevel(level)


class _Place(logging.Handler):
    """Collects log lines as the server would write them."""

    lines: list[str]

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(LineFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def stumbling(state: Any, *_: Any) -> Any:
    """A rule with a fault that quotes all that is hidden."""
    raise KeyError(state)
