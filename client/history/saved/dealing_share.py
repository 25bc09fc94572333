"""A player's part in dealing: a share that is kept until every hash is known, and what was shown meanwhile.

    shown(part, deal, draw) -> Reply     how the part goes on once a Deal is shown, and what to send

Nothing here draws anything: `draw` gives so many bytes that nobody can guess, and is asked once for each dealing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from protocol import messages as m
from protocol.dealing import SHARE_BYTES, pledge
from protocol.saved_game import BoundDeal, Step

MAX_BOUND = 1000
"""How many dealings of a room are remembered."""


@dataclass(frozen=True, slots=True)
class DealingPart:
    """What one has done and been shown in the newest dealing of a room.

    Attributes:
        deal: its number.
        game: the number of the game that it is for.
        drawn: one's own share, which nobody is told before it is due.
        share: the share, once it was given.
        hashes: what everybody had pledged before it left.
        shares: what everybody had given when the cards were dealt.
        steps: in which order all this came.
        bound: every dealing of the room that was shown.
    """

    deal: int = 0
    game: int = 0
    drawn: bytes | None = field(default=None, repr=False)
    share: str | None = None
    hashes: tuple[str | None, ...] | None = None
    shares: tuple[str | None, ...] | None = None
    steps: tuple[Step, ...] = ()
    bound: tuple[BoundDeal, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat that one's share stands at, where it was given."""
        own = None if self.drawn is None or self.share is None else pledge(self.drawn).hex()
        return self.hashes.index(own) if self.hashes and own in self.hashes else None


class Reply(NamedTuple):
    """The part as it goes on, and what to send, if anything."""

    part: DealingPart
    command: m.CommitShare | m.RevealShare | None = None


def shown(part: DealingPart, deal: m.Deal, draw: Callable[[int], bytes], *, plays: bool) -> Reply:
    """How one's part goes on once a Deal is shown; who does not play only remembers it."""
    if deal.deal < part.deal:
        return Reply(part)
    if deal.deal > part.deal:
        before = part.steps if part.game == deal.number and "commitment" not in part.steps else ()
        part = DealingPart(deal.deal, deal.number, bound=_bound(part.bound, deal), steps=(*before, "commitment"))
    match deal.stage:
        case "pledging" if plays:
            return _pledged(part, deal, draw)
        case "sharing" if part.drawn is not None:
            return _shared(part, deal, part.drawn)
        case "dealt" | "over" if part.shares is None:
            return Reply(replace(part, shares=deal.shares))
        case _:
            return Reply(part)


def played(part: DealingPart, number: int) -> DealingPart:
    """One's part once a Table of game `number` was shown."""
    if number < part.game or (number == part.game and "cards" in part.steps):
        return part
    if number > part.game:
        part = DealingPart(part.deal, number, bound=part.bound)
    return replace(part, steps=(*part.steps, "cards"))


def _pledged(part: DealingPart, deal: m.Deal, draw: Callable[[int], bytes]) -> Reply:
    """The same pledge however often it is asked for, as after a return."""
    drawn = part.drawn or draw(SHARE_BYTES)
    if part.drawn is None:
        part = replace(part, drawn=drawn, steps=(*part.steps, "pledge"))
    return Reply(part, m.CommitShare(room=deal.room, deal=deal.deal, hash=pledge(drawn).hex()))


def _shared(part: DealingPart, deal: m.Deal, drawn: bytes) -> Reply:
    """The share, once one's own hash stands among those that are shown; the same for the same hashes ever after."""
    if pledge(drawn).hex() not in deal.hashes:
        return Reply(part)
    if part.share is None:
        part = replace(part, share=drawn.hex(), hashes=deal.hashes, steps=(*part.steps, "hashes", "share"))
    if part.hashes != deal.hashes:
        return Reply(part)
    return Reply(part, m.RevealShare(room=deal.room, deal=deal.deal, share=drawn.hex()))


def _bound(before: tuple[BoundDeal, ...], deal: m.Deal) -> tuple[BoundDeal, ...]:
    return (*before, BoundDeal(deal.deal, deal.commitment))[-MAX_BOUND:]
