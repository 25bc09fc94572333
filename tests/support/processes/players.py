"""Players at a real server, for tests: they speak the protocol over a socket made by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.identity.signing import sign_in_text
from tests.support.processes import wire
from tests.support.processes.wire import Wire, Wires

M = TypeVar("M", bound=m.Message)


class ConnectionGoneError(Exception):
    """The server ended the connection: with this code and reason, or without a word."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class Player:
    """One signed-in connection. `heard` is every message so far."""

    def __init__(self, socket: Wire) -> None:
        self.socket = socket
        self.heard: list[m.Event] = []
        self.nonce = b""
        self.welcome = m.Welcome(name="", token="", server="", games=(), seated=())

    def send(self, command: m.Command) -> None:
        self.socket.send(encode(command))

    async def read(self) -> m.Event:
        """The next event. Raises Gone where none comes any more."""
        while True:
            try:
                piece = await self.socket.read()
            except (asyncio.IncompleteReadError, ConnectionError):
                raise ConnectionGoneError(wire.NO_CLOSE_FRAME, "") from None
            match piece.opcode:
                case wire.BINARY:
                    self.heard.append(decode_event(piece.payload))
                    return self.heard[-1]
                case wire.CLOSE:
                    raise ConnectionGoneError(int.from_bytes(piece.payload[:2]), piece.payload[2:].decode())
                case wire.PING:
                    self.socket.send(piece.payload, wire.PONG)

    async def gone(self) -> ConnectionGoneError:
        """How the server ends the connection, whatever it says before."""
        try:
            while True:
                await self.read()
        except ConnectionGoneError as gone:
            return gone

    async def next(self, kind: type[M], fits: Callable[[M], bool] = lambda _: True) -> M:
        """The next event of a kind that fits, passing over others."""
        while True:
            event = await self.read()
            if isinstance(event, kind) and fits(event):
                return event

    async def ask(self, command: m.Create | m.Join | m.Quick | m.Watch) -> m.Table:
        """The room one has asked into, as it is then."""
        self.send(command)
        await self.next(m.Entered)
        return await self.next(m.Table)

    async def refused(self, command: m.Command) -> m.Refused:
        """Why the server refuses a command, which it names with its number and its room."""
        self.send(command)
        refusal = await self.next(m.Refused)
        assert refusal.about == kind_of(command)
        assert (refusal.ref, refusal.room) == (getattr(command, "ref", None), getattr(command, "room", None))
        return refusal

    async def play_on(self, table: m.Table, until: Callable[[m.Table], bool], pause_s: float = 0.0) -> m.Table:
        """Flip whenever it is one's turn, after a pause, and the Table that `until` is true of."""
        sent = -1
        while not until(table):
            if table.seat in table.turn and table.ply != sent:
                await asyncio.sleep(pause_s)
                self.send(m.Play(room=table.room, number=table.number, ply=table.ply, move="flip"))
                sent = table.ply
            table = await self.next(m.Table)
        return table


async def sign_in(wires: Wires, name: str = "ann", token: str | None = None, **options: Any) -> Player:
    """A player who has been welcomed, over a socket of these options."""
    player = Player(await wires.open(**options))
    player.send(m.Hello(name=name, token=token, client="test", deals=False, bot=False))
    player.welcome = await player.next(m.Welcome)
    return player


async def sign_in_by_key(wires: Wires, key: DeviceKey, name: str = "ann", **asked: Any) -> Player:
    """A player who has proven a key and been welcomed; `asked` are other fields of the hello."""
    player, challenge = await say_hello(wires, key, name, **asked)
    player.send(m.Prove(signature=key.sign(challenge)))
    player.welcome = await player.next(m.Welcome)
    return player


async def say_hello(wires: Wires, key: DeviceKey, name: str = "ann", **asked: Any) -> tuple[Player, bytes]:
    """Somebody who has named a key, and the text to sign with it."""
    player = Player(await wires.open())
    hello = m.Hello(name=name, client="test", deals=False, bot=False, key=key.public.hex(), **{"token": None, **asked})
    player.send(hello)
    player.nonce = bytes.fromhex((await player.next(m.SignInChallenge)).nonce)
    return player, sign_in_text(player.nonce, encode(hello))


async def key_refused(wires: Wires, key: DeviceKey, name: str = "ann", **asked: Any) -> ConnectionGoneError:
    """How the server ends the connection of somebody who has proven a key."""
    player, challenge = await say_hello(wires, key, name, **asked)
    player.send(m.Prove(signature=key.sign(challenge)))
    return await player.gone()


async def sign_in_all(wires: Wires, *names: str, browse: bool = False) -> list[Player]:
    """Players of these names, each looking into the lobby if asked to."""
    players = [await sign_in(wires, name) for name in names]
    for player in players if browse else ():
        player.send(m.Browse(on=True))
        await player.next(m.Lobby)
    return players


async def turned_away(wires: Wires, command: m.Command) -> ConnectionGoneError:
    """How the server ends the connection of somebody who begins with this."""
    stranger = Player(await wires.open())
    stranger.send(command)
    return await stranger.gone()


def kind_of(command: m.Command) -> str:
    """By what name refusals call a command."""
    return str(command.__struct_config__.tag)


def table_for_two(ref: int = 1, *, auto_flip_s: int = 0, listed: bool = True) -> m.Create:
    """A room of War with an open seat."""
    return room_of("war", "me", "open", ref=ref, listed=listed, auto_flip_s=auto_flip_s)


def room_of(game: str, *seats: str, ref: int = 1, listed: bool = True, **options: Any) -> m.Create:
    """A room of a game with these seats, to be played with options, and otherwise as rooms are."""
    rest: dict[str, Any] = {"serious": False, "watch": "anyone", "clock": m.NO_CLOCK}
    return m.Create(ref=ref, game=game, options=options, seats=seats, listed=listed, **rest)


async def pair(wires: Wires) -> tuple[Player, Player, m.Table, m.Table]:
    """Two players with a game before them, and how each sees it."""
    ann, ben = await sign_in(wires, "ann"), await sign_in(wires, "ben")
    room = (await ann.ask(table_for_two())).room
    bens = await ben.ask(m.Join(ref=2, room=room, games=None))
    return ann, ben, await ann.next(m.Table, lambda table: table.phase == "playing"), bens


def over(table: m.Table) -> bool:
    return table.phase == "over"


async def finish_game(wires: Wires) -> Player:
    """Play a game to its end and close its table; who made it."""
    ann, ben, anns, bens = await pair(wires)
    await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    for player in (ann, ben):
        player.send(m.Leave(room=anns.room))
        await player.next(m.Left)
    return ann
