"""A room's dealing as a frozen value: what the server is bound to, what the players add, and what comes of it.

The server's secret follows from the room's seed, which is in the journal, and is bound by a commitment before anybody's
share is known. Players who take part first pledge their shares by hash and then give them, so that nobody chooses last.
docs/dealing.md has the whole of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from engines.chance import Chance, derive_key
from engines.game import Game, Seat
from protocol import dealing
from protocol import messages as m
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person

PHASE_S = 3.0
"""How long the hashes are waited for, and then the shares."""
RECENT = 16
"""How many events a chain remembers: more than one entry of the journal ever brings, which is one a seat."""


class DealSettings(Protocol):
    """What the opening of a chain is over, of all that never changes about a room."""

    @property
    def code(self) -> str: ...
    @property
    def game(self) -> Game[Any, Any, Any]: ...
    @property
    def sheet(self) -> dict[str, Any]: ...
    @property
    def seed(self) -> bytes: ...


class InvalidShareError(ValueError):
    """The dealing has no use for that; the message is a sentence for whoever sent it."""


class Dealing(msgspec.Struct, frozen=True):
    """A dealing, by the seats of the game that it is for.

    Attributes:
        number: which of the room's dealings it is, from 1 without a gap.
        game: the number of the game that it is for.
        parts: whose programs take part.
        hashes: what they have pledged.
        shares: what they have given.
        until: when the phase under way ends without those who are not there.
        secret: the server's, once it is no secret any longer.
    """

    number: int
    game: int
    commitment: bytes
    parts: tuple[bool, ...]
    hashes: tuple[bytes | None, ...]
    shares: tuple[bytes | None, ...]
    stage: m.Stage
    until: float | None = None
    secret: bytes | None = None

    def __repr__(self) -> str:
        """Without shares, which no log may hold before they are shown."""
        return f"Deal(number={self.number}, game={self.game}, stage={self.stage!r}, parts={self.parts})"

    @property
    def is_open(self) -> bool:
        """Whether hashes or shares are awaited."""
        return self.until is not None


@dataclass(frozen=True, slots=True)
class Chain:
    """What is random in a game, and the chain over what happens there.

    Attributes:
        key: what everything random in the game comes from; a secret until it is over.
        head: the chain's head.
        events: how many events it is over.
        recent: the last of them.
    """

    key: bytes = field(repr=False)
    head: bytes
    events: int = 0
    recent: tuple[m.GameEvent, ...] = field(default=(), repr=False)

    @property
    def chance(self) -> Chance:
        """The randomness of the next event, a stream of its own; that of number 0 deals."""
        return Chance(self.key, self.events + 1)


def server_secret(seed: bytes, number: int) -> bytes:
    """The server's secret for a dealing of the room of this seed. It tells nothing about any other."""
    return derive_key(seed, f"parlour-secret-v1|{number}")


def begin_dealing(seed: bytes, name: str, number: int, game: int, parts: tuple[bool, ...], now: float) -> Dealing:
    """Dealing `number` for a game of that name. Where nobody takes part, the cards can be dealt at once."""
    nothing = (None,) * len(parts)
    bound = dealing.commitment(name, server_secret(seed, number))
    if any(parts):
        return Dealing(number, game, bound, parts, nothing, nothing, "pledging", now + PHASE_S)
    return Dealing(number, game, bound, parts, nothing, nothing, "dealt")


def commit_share(deal: Dealing, seat: Seat, hashed: bytes, now: float) -> Dealing:
    """The dealing once a seat has pledged a share; itself where it had, the same one. Raises Unwanted."""
    if not deal.parts[seat]:
        raise InvalidShareError("Your program said that it takes no part in dealing.")
    if deal.hashes[seat] == hashed:
        return deal
    if deal.hashes[seat] is not None or deal.stage != "pledging":
        raise InvalidShareError("It is too late to pledge another share.")
    return _onward(replace(deal, hashes=_with(deal.hashes, seat, hashed)), now)


def reveal_share(deal: Dealing, seat: Seat, share: bytes, now: float) -> Dealing:
    """The dealing once a seat has given its share; itself where it had. Raises Unwanted."""
    if deal.stage != "sharing":
        raise InvalidShareError("No share is given before every hash is known.")
    if deal.hashes[seat] != dealing.pledge(share):
        raise InvalidShareError("That is not the share that you have pledged.")
    if deal.shares[seat] is not None:
        return deal
    return _onward(replace(deal, shares=_with(deal.shares, seat, share)), now)


def expire_phase(deal: Dealing, now: float) -> Dealing:
    """The dealing once a phase's time is up: it goes on without who is late."""
    if deal.stage == "pledging" and any(deal.hashes):
        return replace(deal, stage="sharing", until=now + PHASE_S)
    return replace(deal, stage="dealt", until=None)


def reveal_secret(deal: Dealing, seed: bytes, stage: m.Stage) -> Dealing:
    """The dealing at its end, with the secret."""
    return replace(deal, stage=stage, until=None, secret=server_secret(seed, deal.number))


def open_chain(deal: Dealing, setting: DealSettings, chairs: Sequence[Occupant]) -> Chain:
    """What a game begins with that is dealt so to whoever sits there."""
    name = setting.game.name
    key = dealing.deal_key(name, server_secret(setting.seed, deal.number), given_shares(deal))
    opening = dealing.opening(
        {
            "room": setting.code,
            "number": deal.game,
            "game": name,
            "version": setting.game.version,
            "options": setting.sheet,
            "players": [[each.kind, each.name] for each in map(transcript_player, chairs)],
            "deal": deal.number,
            "commitment": deal.commitment.hex(),
            "shares": [None if share is None else share.hex() for share in deal.shares],
        }
    )
    return Chain(key, opening)


def given_shares(deal: Dealing) -> dict[Seat, bytes]:
    """The shares that were given, by seat."""
    return {seat: share for seat, share in enumerate(deal.shares) if share is not None}


def transcript_player(holder: Occupant) -> m.TranscriptPlayer:
    """Whoever holds a seat, as a transcript has it."""
    match holder:
        case Person(name=name):
            return m.TranscriptPlayer(kind="person", name=name)
        case Computer(level=level):
            return m.TranscriptPlayer(kind="computer", name=level)
        case OpenSeat():
            raise ValueError("a game is dealt when every seat is held")


def extend_chain(before: Chain, kind: m.Kind, seat: Seat | None, text: str = "") -> Chain:
    """The chain after one more event."""
    number = before.events + 1
    head = dealing.linked(before.head, dealing.leaf(before.key, number, kind, seat, text))
    event = m.GameEvent(kind=kind, seat=seat, text=text)
    return Chain(before.key, head, number, (*before.recent, event)[-RECENT:])


def _onward(deal: Dealing, now: float) -> Dealing:
    """The dealing in its next phase, once nobody is waited for in this one."""
    awaited = deal.parts if deal.stage == "pledging" else tuple(hashed is not None for hashed in deal.hashes)
    come = deal.hashes if deal.stage == "pledging" else deal.shares
    is_complete = all(piece is not None for piece, waits in zip(come, awaited, strict=True) if waits)
    return expire_phase(deal, now) if is_complete else deal


def _with(pieces: tuple[bytes | None, ...], seat: Seat, piece: bytes) -> tuple[bytes | None, ...]:
    return (*pieces[:seat], piece, *pieces[seat + 1 :])
