"""A signed-in player's connection: who speaks through it, how much they may ask for, and how they are told."""

from __future__ import annotations

from math import ceil

from engines.game import Seat
from protocol import messages as m
from protocol.codec import encode
from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket
from server.net.connection import ServerConnection
from server.net.framing import frame
from server.net.outbox import Outbox
from server.players.sessions.routing import Session
from server.room.match.occupants import Person
from server.room.outputs import Refuse

LEAST_WAIT_S = 0.01
"""Shorter waits are told as this: a timer is no finer, and a rounded 0 would say that there is nothing to wait for."""


class Allowance:
    """What one player may say and make, however often they sign in anew. Mutable: it is used up, and comes back."""

    __slots__ = ("makings", "voice")

    def __init__(self, limits: ServerLimits) -> None:
        """Begin with all of it."""
        self.makings = TokenBucket(limits.makings)
        self.voice = TokenBucket(limits.chat)

    def is_whole(self, now: float) -> bool:
        """Whether nothing of it is used up, so that it need not be remembered."""
        return self.makings.is_full(now) and self.voice.is_full(now)


class ClientSession:
    """A signed-in player's connection. Mutable: its session changes, its buckets are drained, and it ends."""

    __slots__ = ("_commands", "_moves", "connection", "following", "makings", "session", "voice")

    def __init__(
        self, connection: ServerConnection, signed_in: Session, limits: ServerLimits, allowance: Allowance
    ) -> None:
        """Speak for a session through a connection; `allowance` is the player's."""
        self.connection = connection
        self.session = signed_in
        self.following: set[str] = set()
        self.makings = allowance.makings
        self.voice = allowance.voice
        self._commands = TokenBucket(limits.commands)
        self._moves = TokenBucket(limits.moves)

    @property
    def player(self) -> int:
        """The player's number."""
        return self.session.player

    @property
    def name(self) -> str:
        """What they are called now."""
        return self.session.name

    @property
    def outbox(self) -> Outbox:
        """Where frames for them go."""
        return self.connection.outbox

    def wait_s(self, command: m.Command) -> float:
        """How many seconds too early a command came; 0 for one that may be carried out."""
        bucket = self._moves if type(command) is m.Play else self._commands
        return bucket.take(self.connection.heard_at)

    def person(self) -> Person:
        """Who takes a seat when they do."""
        return Person(self.player, self.session.name, self.session.deals)

    def tell(self, message: m.Event) -> None:
        """Send them a message."""
        self.connection.outbox.offer(frame(encode(message)))

    def entered(self, ref: int | None, code: str, seat: Seat | None) -> None:
        """They follow a room now."""
        self.tell(m.Entered(ref=ref or 0, room=code, seat=seat))

    def refused(self, refusal: m.Refused) -> None:
        """What they asked for is refused."""
        self.tell(refusal)

    def advised(self, advice: m.Advice) -> None:
        """What they asked about their position is answered."""
        self.tell(advice)

    def transcribed(self, transcript: m.Transcript) -> None:
        """They are told all that happened in a game."""
        self.tell(transcript)

    def left(self, code: str, reason: str) -> None:
        """They follow a room no longer."""
        self.tell(m.Left(room=code, reason=reason))

    def deny(self, refusal: Refuse, about: str, ref: int | None) -> None:
        """What they asked for with a command of that type and number is refused."""
        text, retry_after_s = refusal.text, refusal.retry_after_s
        self.tell(m.Refused(code=refusal.code, text=text, about=about, ref=ref, room=None, retry_after_s=retry_after_s))

    def stop_for(self, wait_s: float, text: str, command: m.Command) -> None:
        """A command came `wait_s` seconds too early."""
        self.tell(
            m.Refused(
                code="too-many",
                text=f"{text} {_patience(wait_s)}",
                about=tag(command),
                ref=getattr(command, "ref", None),
                room=getattr(command, "room", None),
                retry_after_s=max(round(wait_s, 3), LEAST_WAIT_S),
            )
        )


def tag(command: m.Command) -> str:
    """A command's type, as it stands in its message."""
    return str(type(command).__struct_config__.tag)


def _patience(wait_s: float) -> str:
    return "Try again in a moment." if wait_s < 1 else f"Try again in {ceil(wait_s)} s."
