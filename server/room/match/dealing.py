"""Dealing a game fairly, as frozen values: the server's commitment, the players' shares, and the chain of events.

The server's secret follows from the room's seed, which is in the journal. The server commits to it before it knows any
share. Players who take part first commit to their shares by hash and then reveal them, so that nobody chooses last.
docs/dealing.md describes the whole protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engines.chance import Chance, derive_key
from engines.game import Seat
from protocol import dealing
from protocol import messages as m
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person, with_at

PHASE_S = 3.0
"""How long the server waits for the hashes, and then again for the shares, in seconds."""
RECENT = 16
"""How many events a chain remembers: at least as many as one journal entry can add, which is one for each seat."""


class InvalidShareError(ValueError):
    """The dealing cannot take this share or hash; the message is a sentence for the sender."""


class Dealing(msgspec.Struct, frozen=True):
    """One dealing; its tuples are by seat of the game that it is for.

    Attributes:
        number: counts the room's dealings, from 1 without a gap.
        game: the number of the game that it is for.
        parts: which seats' clients take part.
        hashes: the hashes they have committed to.
        shares: the shares they have revealed.
        until: when the current phase ends without the seats that are late.
        secret: the server's, once it is revealed.
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
        """Leave out the shares, which no log may hold before everyone is shown them."""
        return f"Dealing(number={self.number}, game={self.game}, stage={self.stage!r}, parts={self.parts})"

    @property
    def is_open(self) -> bool:
        """Whether the server waits for hashes or shares."""
        return self.until is not None


class Chain(msgspec.Struct, frozen=True):
    """A game's source of randomness, and the hash chain over its events.

    Attributes:
        key: what all randomness in the game is derived from; a secret until the game is over.
        head: the chain's head.
        events: how many events it covers.
        recent: the last of them.
    """

    key: bytes
    head: bytes
    events: int = 0
    recent: tuple[m.GameEvent, ...] = ()

    def __repr__(self) -> str:
        """Leave out the key, which no log may hold, and the events."""
        return f"Chain(head={self.head!r}, events={self.events})"

    @property
    def chance(self) -> Chance:
        """The randomness of the next event, which has its own stream; number 0 is the deal."""
        return Chance(self.key, self.events + 1)


@lru_cache(maxsize=4096)
def server_secret(seed: bytes, number: int) -> bytes:
    """The server's secret for one dealing, derived from the room's seed. It reveals no other dealing's.

    It is needed when a game is dealt, twice, and again at its end.
    """
    return derive_key(seed, f"parlour-secret-v1|{number}")


def name_salt(seed: bytes, game: int, seat: Seat) -> bytes:
    """The salt of a person's name in the chain of one game; nothing else that anybody is shown tells it."""
    return derive_key(seed, f"parlour-name-salt-v1|{game}|{seat}")[: dealing.NAME_SALT_BYTES]


def name_salts(seed: bytes, game: int, occupants: Sequence[Occupant]) -> tuple[bytes | None, ...]:
    """The salt of each seat's name; None for a computer, whose name is no secret."""
    seats = enumerate(occupants)
    return tuple([name_salt(seed, game, seat) if isinstance(each, Person) else None for seat, each in seats])


def begin_dealing(seed: bytes, name: str, number: int, game: int, parts: tuple[bool, ...], now: float) -> Dealing:
    """Open dealing `number` for a game of that name. Where nobody takes part, it is complete at once."""
    nothing = (None,) * len(parts)
    bound = dealing.commitment(name, server_secret(seed, number))
    if any(parts):
        return Dealing(number, game, bound, parts, nothing, nothing, "pledging", now + PHASE_S)
    return Dealing(number, game, bound, parts, nothing, nothing, "dealt")


def commit_share(deal: Dealing, seat: Seat, hashed: bytes, now: float) -> Dealing:
    """The dealing with a seat's hash; the same object if it had that already. Raises InvalidShareError."""
    if not deal.parts[seat]:
        raise InvalidShareError("Your program said it would take no part in dealing.")
    if deal.hashes[seat] == hashed:
        return deal
    if deal.hashes[seat] is not None or deal.stage != "pledging":
        raise InvalidShareError("It's too late to commit to another share.")
    return _advance_if_complete(replace(deal, hashes=with_at(deal.hashes, seat, hashed)), now)


def reveal_share(deal: Dealing, seat: Seat, share: bytes, now: float) -> Dealing:
    """The dealing with a seat's share; the same object if it had that already. Raises InvalidShareError."""
    if deal.stage != "sharing":
        raise InvalidShareError("Reveal no share before all hashes are known.")
    if deal.hashes[seat] != dealing.pledge(share):
        raise InvalidShareError("That is not the share you committed to.")
    if deal.shares[seat] is not None:
        return deal
    return _advance_if_complete(replace(deal, shares=with_at(deal.shares, seat, share)), now)


def expire_phase(deal: Dealing, now: float) -> Dealing:
    """The dealing in its next phase, without the seats that are late."""
    if deal.stage == "pledging" and any(deal.hashes):
        return replace(deal, stage="sharing", until=now + PHASE_S)
    return replace(deal, stage="dealt", until=None)


def reveal_secret(deal: Dealing, seed: bytes, stage: m.Stage) -> Dealing:
    """The dealing at its end, with the server's secret."""
    return replace(deal, stage=stage, until=None, secret=server_secret(seed, deal.number))


def given_shares(deal: Dealing) -> dict[Seat, bytes]:
    return {seat: share for seat, share in enumerate(deal.shares) if share is not None}


def transcript_player(occupant: Occupant) -> m.TranscriptPlayer:
    """A seat's occupant in the form of a transcript."""
    match occupant:
        case Person(name=name):
            return m.TranscriptPlayer(kind="person", name=name)
        case Computer(level=level):
            return m.TranscriptPlayer(kind="computer", name=level)
        case OpenSeat():
            raise ValueError("a game is dealt when every seat is held")


def fact_player(player: m.TranscriptPlayer, hashed: str | None) -> list[str]:
    """A seat's occupant among the facts of a chain: with the hash of the name where there is one."""
    return [player.kind, player.name if hashed is None else hashed]


def hash_name(player: m.TranscriptPlayer, salt: bytes | None) -> str | None:
    return None if salt is None else dealing.name_hash(salt, player.name).hex()


def extend_chain(before: Chain, kind: m.Kind, seat: Seat | None, text: str = "") -> Chain:
    number = before.events + 1
    head = dealing.next_head(before.head, dealing.leaf(before.key, number, kind, seat, text))
    event = m.GameEvent(kind=kind, seat=seat, text=text)
    return Chain(before.key, head, number, (*before.recent, event)[-RECENT:])


def _advance_if_complete(deal: Dealing, now: float) -> Dealing:
    """The dealing, in its next phase if every awaited seat has sent its hash or share."""
    awaited = deal.parts if deal.stage == "pledging" else tuple(hashed is not None for hashed in deal.hashes)
    come = deal.hashes if deal.stage == "pledging" else deal.shares
    is_complete = all(piece is not None for piece, waits in zip(come, awaited, strict=True) if waits)
    return expire_phase(deal, now) if is_complete else deal
