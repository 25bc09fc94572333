"""Seeks and challenges as frozen values, the events that change them, and the outputs for the shell."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from protocol import messages as m
from server.room.match.occupants import Person
from server.room.outputs import Refuse


class Seek(msgspec.Struct, frozen=True):
    """A player wants to play with anybody."""

    who: Person
    quick: m.Quick


class Challenge(msgspec.Struct, frozen=True):
    """A player challenges another, who is connected."""

    who: Person
    challenge: m.Challenge
    whom: Person


class Respond(msgspec.Struct, frozen=True):
    """A player accepts or declines a challenge."""

    who: Person
    respond: m.Respond


class Withdraw(msgspec.Struct, frozen=True):
    """A player takes back their seek or challenge."""

    player: int


class SatDown(msgspec.Struct, frozen=True):
    """A player goes to a table without a match."""

    player: int


class Disconnected(msgspec.Struct, frozen=True):
    """A player has disconnected."""

    player: int


class CheckTime(msgspec.Struct, frozen=True):
    """Time has passed. `waiting` finds the listed table, if any, where a player may sit down for one of some games."""

    waiting: Callable[[int, tuple[str, ...]], str | None]


Event = Seek | Challenge | Respond | Withdraw | SatDown | Disconnected | CheckTime


class PendingSeek(msgspec.Struct, frozen=True):
    """A seek or challenge that stands until a time in seconds; `whom` is the one who is challenged."""

    number: int
    who: Person
    asked: m.Quick | m.Challenge
    until: float
    whom: Person | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that would do, the preferred first."""
        return self.asked.games if isinstance(self.asked, m.Quick) else (self.asked.game,)


class SeekPool(msgspec.Struct, frozen=True):
    """The pending seeks, oldest first, and how many there ever were."""

    seeks: tuple[PendingSeek, ...] = ()
    made: int = 0


class MakePair(msgspec.Struct, frozen=True):
    """The shell is to open a table of a game for who sought, and for who came with the newest command."""

    pending: PendingSeek
    game: str
    guest: Person

    @property
    def player(self) -> int:
        """Who sought."""
        return self.pending.who.player


class AgainstComputer(msgspec.Struct, frozen=True):
    """The shell is to open a table for who sought and a computer of `level`."""

    pending: PendingSeek
    level: str

    @property
    def player(self) -> int:
        """Who sought."""
        return self.pending.who.player


class SitDown(msgspec.Struct, frozen=True):
    """The shell is to ask the room of a code for a seat for who sought."""

    pending: PendingSeek
    code: str

    @property
    def player(self) -> int:
        """Who sought."""
        return self.pending.who.player


class TellSeeker(msgspec.Struct, frozen=True):
    """A player is to be sent their seek and challenges, and `news`, a sentence."""

    player: int
    news: str = ""


class DenySeek(msgspec.Struct, frozen=True):
    """A player's command is refused."""

    player: int
    asked: m.Quick | m.Challenge | m.Respond
    refusal: Refuse


Output = MakePair | AgainstComputer | SitDown | TellSeeker | DenySeek


class SeekStep(msgspec.Struct, frozen=True):
    """The seeks after an event, and what to do about it."""

    pool: SeekPool
    outputs: tuple[Output, ...] = ()
