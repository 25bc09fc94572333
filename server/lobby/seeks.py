"""Seeks and challenges as values: those that stand, and what a step over them has the shell do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from protocol import messages as m
from server.room.match.occupants import Person
from server.room.outputs import Refuse


class PendingSeek(msgspec.Struct, frozen=True):
    """A seek or challenge that stands until a time in seconds; `whom` is the one who is challenged.

    One that stands at another node of a cluster says at which. `offered_to` is the number of a seek at another node
    that this one is offered to: until that is answered, it is nobody else's.
    """

    number: int
    who: Person
    asked: m.Quick | m.Challenge
    until: float
    whom: Person | None = None
    node: int | None = None
    offered_to: int | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that would do, the preferred first."""
        return self.asked.games if isinstance(self.asked, m.Quick) else (self.asked.game,)

    @property
    def is_for_anybody(self) -> bool:
        """Whether whoever seeks one of the games can be paired with it now."""
        return self.whom is None and self.offered_to is None


class SeekPool(msgspec.Struct, frozen=True):
    """The pending seeks, oldest first, and how many there ever were."""

    seeks: tuple[PendingSeek, ...] = ()
    made: int = 0

    def seek_of(self, player: int) -> PendingSeek | None:
        """The seek or challenge of a player who is connected here."""
        return next((each for each in self.seeks if each.who.player == player and each.node is None), None)

    def challenges_to(self, player: int) -> tuple[PendingSeek, ...]:
        """The challenges that a player may answer."""
        return tuple(each for each in self.seeks if each.whom is not None and each.whom.player == player)

    def own(self) -> Iterator[PendingSeek]:
        """The seeks and challenges of those who are connected here."""
        return (each for each in self.seeks if each.node is None)


class _ForSeeker(msgspec.Struct, frozen=True):
    """What the shell is to do for who sought."""

    pending: PendingSeek

    @property
    def player(self) -> int:
        """Who sought."""
        return self.pending.who.player


class MakePair(_ForSeeker, frozen=True):
    """Open a table of a game for who sought, and for the guest who has come by a command."""

    game: str
    guest: Person
    command: m.Quick | m.Respond


class AgainstComputer(_ForSeeker, frozen=True):
    """Open a table for who sought and a computer of `level`."""

    level: str


class SitDown(_ForSeeker, frozen=True):
    """Ask the room of a code for a seat for who sought."""

    code: str


class TellSeeker(msgspec.Struct, frozen=True):
    """A player is to be sent their seek and challenges, and `news`, a sentence."""

    player: int
    news: str = ""


class DenySeek(msgspec.Struct, frozen=True):
    """A player's command is refused."""

    player: int
    asked: m.Quick | m.Challenge | m.Respond
    refusal: Refuse


class MakeOffer(_ForSeeker, frozen=True):
    """Offer a seek to the node where an older one stands."""

    to: PendingSeek


class AnswerElsewhere(msgspec.Struct, frozen=True):
    """A player answers a challenge that stands at another node."""

    player: int
    pending: PendingSeek
    answer: m.Respond


Output = MakePair | AgainstComputer | SitDown | TellSeeker | DenySeek | MakeOffer | AnswerElsewhere


class SeekStep(msgspec.Struct, frozen=True):
    """The seeks after an event, and what to do about it."""

    pool: SeekPool
    outputs: tuple[Output, ...] = ()

    def with_outputs(self, *outputs: Output) -> SeekStep:
        return replace(self, outputs=(*self.outputs, *outputs))

    def without(self, pending: PendingSeek) -> SeekStep:
        seeks = tuple(each for each in self.pool.seeks if each is not pending)
        return replace(self, pool=replace(self.pool, seeks=seeks))

    def with_seek(self, pending: PendingSeek) -> SeekStep:
        """The step with a seek in the place of the one of its number."""
        seeks = tuple(pending if each.number == pending.number else each for each in self.pool.seeks)
        return replace(self, pool=replace(self.pool, seeks=seeks))
