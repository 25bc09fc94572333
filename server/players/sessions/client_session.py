"""A signed-in player's connection: their rate limits, and the messages sent to them."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from engines import catalog
from protocol import messages as m
from protocol.codec import encode
from protocol.errors import CloseCode
from server.limits.addresses import AddressUsage
from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket
from server.net.connection import ServerConnection
from server.net.framing import frame
from server.net.outbox import Outbox
from server.players.sessions.refusals import refused
from server.players.sessions.routing import Session
from server.room.match.occupants import Person
from server.room.outputs import Refuse

LEAST_WAIT_S = 0.01
"""Shorter waits are sent as this: a timer is no finer, and 0 would mean there is nothing to wait for."""

JOINS = frozenset({m.Join, m.Quick})
STORED = frozenset({m.Play, m.Look, m.Join, m.AddComputers, m.Rematch, m.Create, m.Quick, m.Challenge, m.Respond})
"""The commands of which something is stored, but for those that end something or answer others."""

NEVER_WAITS = "Your program kept sending requests although the server told it to wait."


class KeyProof(NamedTuple):
    """The key that a connection has signed in by, and the nonce that was drawn for it."""

    key: bytes
    nonce: bytes


class Allowance:
    """One player's rate limits for what is rarer than moves, which outlast their connections."""

    __slots__ = ("chat", "joins", "makings", "renames", "reports")

    def __init__(self, limits: ServerLimits) -> None:
        self.makings = TokenBucket(limits.rooms_per_s, limits.rooms_burst)
        self.joins = TokenBucket(limits.joins_per_s, limits.joins_burst)
        self.chat = TokenBucket(limits.chat_per_s, limits.chat_burst)
        self.renames = TokenBucket(limits.renames_per_s, limits.renames_burst)
        self.reports = TokenBucket(limits.reports_per_s, limits.reports_burst)

    def spent(self, now: float) -> tuple[float, ...]:
        """How many seconds each of its limits takes to be whole again; nothing where all are."""
        return () if self.is_whole(now) else tuple(getattr(self, name).full_in_s(now) for name in self.__slots__)

    def spend(self, now: float, spent: tuple[float, ...]) -> None:
        """Have as much used up, at least, as was spent at another node of a cluster."""
        for name, seconds in zip(self.__slots__, spent, strict=False):
            getattr(self, name).fill_no_sooner(now, seconds)

    def is_whole(self, now: float) -> bool:
        """Whether nothing is used up, so that it need not be remembered."""
        return all(getattr(self, name).is_full(now) for name in self.__slots__)


class ClientSession:
    """A signed-in player's connection, with its rate limits and the rooms it follows."""

    __slots__ = (
        "_commands", "_is_looking_at", "_joins", "_moves", "_refused", "_tells_looks", "address_usage", "chat",
        "connection", "following", "makings", "proof", "renames", "reports", "signed_in", "takes_updates",
        "window",
    )  # fmt: skip
    is_stranded = False

    def __init__(
        self,
        connection: ServerConnection,
        signed_in: Session,
        limits: ServerLimits,
        allowance: Allowance,
        *,
        takes_updates: bool = False,
        tells_looks: bool = False,
        proof: KeyProof | None = None,
        window: str = "",
    ) -> None:
        """Sign a player in on a connection; `proof` is None where that was by a token, `window` as in Hello.

        A client that `tells_looks` says by Look which table is on the player's screen.
        """
        self.connection = connection
        self.proof = proof
        self.window = window
        self.signed_in = signed_in
        self.takes_updates = takes_updates
        self.address_usage = connection.address_usage or AddressUsage(limits)
        self._tells_looks = tells_looks
        self._is_looking_at: str | None = None
        self.following: set[str] = set()
        self.makings = allowance.makings
        self.chat = allowance.chat
        self.renames = allowance.renames
        self.reports = allowance.reports
        self._joins = allowance.joins
        self._commands = TokenBucket(limits.commands_per_s, limits.commands_burst)
        self._moves = TokenBucket(limits.moves_per_s, limits.moves_burst)
        self._refused = TokenBucket(limits.refused_per_s, limits.refused_burst)

    @property
    def player(self) -> int:
        return self.signed_in.player

    @property
    def name(self) -> str:
        return self.signed_in.name

    @property
    def outbox(self) -> Outbox:
        return self.connection.outbox

    @property
    def looks(self) -> tuple[bool, str | None]:
        """Whether the client says what is on its player's screen, and which table that is."""
        return self._tells_looks, self._is_looking_at

    def look_at(self, room: str | None) -> None:
        self._tells_looks, self._is_looking_at = True, room

    def looks_at(self, room: str) -> bool:
        return not self._tells_looks or room == self._is_looking_at

    def wait_s(self, command: m.Command) -> float:
        """Count a command; returns how many seconds too early it came, 0 for one to carry out."""
        now, usage = self.connection.heard_at, self.address_usage
        if type(command) is m.Play:
            return self._moves.take(now) or usage.moves.take(now)
        wait_s = self._commands.take(now) or usage.commands.take(now)
        return self._joins.take(now) if not wait_s and type(command) in JOINS else wait_s

    def storage_wait_s(self, command: m.Command) -> float:
        """How many seconds to wait until more can be stored for this address; 0 for a command to carry out.

        A move that only undoes or redoes never waits, as it takes next to nothing on the disk.
        """
        if type(command) not in STORED or (type(command) is m.Play and command.move in catalog.undo_moves()):
            return 0.0
        return self.address_usage.storage_wait_s(self.connection.heard_at)

    def person(self) -> Person:
        return Person(self.player, self.signed_in.name, self.signed_in.deals, self.signed_in.home)

    def tell(self, message: m.Event) -> None:
        self.connection.outbox.offer(frame(encode(message)))

    def deny(self, refusal: Refuse, command: m.Command) -> None:
        """Refuse a command that is about no room."""
        self.tell(refused(refusal, command, None))

    def refuse_early(self, wait_s: float, text: str, command: m.Command) -> None:
        """Refuse a command that came `wait_s` seconds too early; whoever never waits is cut off."""
        if self._refused.take(self.connection.heard_at):
            self.connection.close(CloseCode.FLOODING, NEVER_WAITS)
            return
        self.tell(refused(early_refusal(wait_s, text), command, getattr(command, "room", None)))


def early_refusal(wait_s: float, text: str) -> Refuse:
    """The refusal of what came `wait_s` seconds too early, with a sentence that says why."""
    retry = "Try again in a moment." if wait_s < 1 else f"Try again in {ceil(wait_s)} s."
    return Refuse("too-many", f"{text} {retry}", max(wait_s, LEAST_WAIT_S))
