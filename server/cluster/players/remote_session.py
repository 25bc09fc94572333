"""A player who is connected at another node, as the rooms of this one see them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_command, encode
from protocol.errors import MalformedFrameError
from server.cluster.messages import Arrived, Frame, Message
from server.limits.addresses import AddressUsage
from server.limits.settings import ServerLimits
from server.net.framing import frame
from server.players.sessions.client_session import early_refusal
from server.players.sessions.refusals import refused
from server.room.match.occupants import Person

ANSWERS_MAX = 16
"""How many answers to a player's last commands are kept, to be repeated where the bus has lost them."""
MOVE = str(m.Play.__struct_config__.tag)

K = TypeVar("K")
V = TypeVar("V")


class RemoteQueue:
    """Sends frames to the node where a player is connected, whose own send queue bounds and skips them."""

    def __init__(self, player: int, number: int, send: Callable[[Message], None]) -> None:
        self._player = player
        self._number = number
        self._send = send

    def offer(self, frame: bytes, key: object = None) -> None:
        """Send a frame; every key that is used for players elsewhere is a text."""
        self._send(Frame(self._player, self._number, frame, None if key is None else str(key)))

    def offer_update(self, frame: bytes, key: object) -> bool:
        """Send an update, in place of which the other node asks for a whole Table where that is what it takes."""
        self._send(Frame(self._player, self._number, frame, str(key), is_update=True))
        return True


class RemoteSession:
    """A session at another node; mutable because players follow rooms, look at them and change their names."""

    def __init__(self, node: int, arrived: Arrived, send: Callable[[Message], None], limits: ServerLimits) -> None:
        """`send` sends to that node. Their commands are counted there; here they have limits of their own."""
        self.node = node
        self.number = arrived.number
        self.at = arrived.at
        self.window = arrived.window
        self.networks = arrived.networks
        self.signed_in = arrived.signed_in
        self.takes_updates = arrived.takes_updates
        self._tells_looks, self._is_looking_at = arrived.looks
        self.following: set[str] = set()
        self.is_stranded = False
        self._send = send
        self._answers: dict[int, Frame] = {}
        self._moves: dict[str, int] = {}
        self.address_usage = AddressUsage(limits)
        self.outbox = RemoteQueue(self.player, self.number, send)

    @property
    def player(self) -> int:
        return self.signed_in.player

    @property
    def name(self) -> str:
        return self.signed_in.name

    def rename(self, name: str) -> None:
        self.signed_in = replace(self.signed_in, name=name)

    @property
    def looks(self) -> tuple[bool, str | None]:
        """Whether the client tells which room is on the screen, and which that is."""
        return self._tells_looks, self._is_looking_at

    def look_at(self, room: str | None) -> None:
        self._tells_looks, self._is_looking_at = True, room

    def looks_at(self, room: str) -> bool:
        return not self._tells_looks or room == self._is_looking_at

    def person(self) -> Person:
        return Person(self.player, self.name, self.signed_in.deals, self.signed_in.home)

    def refuse_early(self, wait_s: float, text: str, command: m.Command) -> None:
        """Refuse a command that came `wait_s` seconds too early; how often that happens, their own node counts."""
        self.tell(refused(early_refusal(wait_s, text), command, getattr(command, "room", None)))

    def tell(self, message: m.Event) -> None:
        ref = getattr(message, "ref", None)
        if isinstance(message, m.Refused) and message.about == MOVE and message.room in self._moves:
            ref = -self._moves[message.room]
        entered, left = (message.room if isinstance(message, each) else None for each in (m.Entered, m.Left))
        told = Frame(self.player, self.number, frame(encode(message)), None, entered=entered, left=left, ref=ref)
        if ref is not None:
            _keep(self._answers, ref, told)
        self._send(told)

    def note_move(self, room: str, id_: int) -> None:
        """Note the number by which the player's newest move at a table was asked for, which a refusal there answers."""
        _keep(self._moves, room, id_)

    def forget_answer(self, ref: int) -> None:
        """Repeat no more how an earlier command was answered, as a new one has its number."""
        self._answers.pop(ref, None)

    def repeat_answer(self, command: bytes, id_: int) -> None:
        """Send the answer to a command again, as it was lost, if there has been one."""
        with suppress(MalformedFrameError):
            ref = getattr(decode_command(command), "ref", -id_)
            if ref in self._answers:
                self._send(replace(self._answers[ref], repeats=id_))


def _keep(newest: dict[K, V], key: K, value: V) -> None:
    """Keep the newest ANSWERS_MAX of some values."""
    newest.pop(key, None)
    newest[key] = value
    if len(newest) > ANSWERS_MAX:
        del newest[next(iter(newest))]
