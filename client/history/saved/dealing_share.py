"""A player's part in dealing: a secret share, revealed once every player has committed to one.

      on_deal(part, deal, draw) -> Reply    the part after a Deal message, and what to send

Nothing here is random by itself: `draw` gives so many unpredictable bytes, and is called once for each dealing.
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
    """What the player has done and been sent in the newest dealing of a room.

    Attributes:
        deal: the dealing's number.
        game: the number of the game that it is for.
        drawn: the player's own share, secret until it is due.
        share: the share, once it was sent.
        hashes: every player's commitment, as it was before the share was sent.
        shares: every player's share, as it was when the cards were dealt.
        steps: the order in which all this happened.
        bound: every dealing of the room so far, with the server's commitment.
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
        """The seat of the player's own commitment, once the share was sent."""
        own = None if self.drawn is None or self.share is None else pledge(self.drawn).hex()
        return self.hashes.index(own) if self.hashes and own in self.hashes else None


class Reply(NamedTuple):
    """The part afterwards, and the command to send, if any."""

    part: DealingPart
    command: m.CommitShare | m.RevealShare | None = None


def on_deal(part: DealingPart, deal: m.Deal, draw: Callable[[int], bytes], *, plays: bool) -> Reply:
    """Handle a Deal message; somebody who does not play only remembers it."""
    if deal.deal < part.deal:
        return Reply(part)
    if deal.deal > part.deal:
        before = part.steps if part.game == deal.number and "commitment" not in part.steps else ()
        part = DealingPart(
            deal.deal, deal.number, bound=_remember_deal(part.bound, deal), steps=(*before, "commitment")
        )
    match deal.stage:
        case "pledging" if plays:
            return _commit(part, deal, draw)
        case "sharing" if part.drawn is not None:
            return _reveal(part, deal, part.drawn)
        case "dealt" | "over" if part.shares is None:
            return Reply(replace(part, shares=deal.shares))
        case _:
            return Reply(part)


def on_table(part: DealingPart, number: int) -> DealingPart:
    """Handle a Table of game `number`: its cards are dealt."""
    if number < part.game or (number == part.game and "cards" in part.steps):
        return part
    if number > part.game:
        part = DealingPart(part.deal, number, bound=part.bound)
    return replace(part, steps=(*part.steps, "cards"))


def _commit(part: DealingPart, deal: m.Deal, draw: Callable[[int], bytes]) -> Reply:
    """Commit to a share; the same one however often the server asks, as after a reconnect."""
    drawn = part.drawn or draw(SHARE_BYTES)
    if part.drawn is None:
        part = replace(part, drawn=drawn, steps=(*part.steps, "pledge"))
    return Reply(part, m.CommitShare(room=deal.room, deal=deal.deal, hash=pledge(drawn).hex()))


def _reveal(part: DealingPart, deal: m.Deal, drawn: bytes) -> Reply:
    """Send the share once the player's own hash is among those shown, and then always for these same hashes only."""
    if pledge(drawn).hex() not in deal.hashes:
        return Reply(part)
    if part.share is None:
        part = replace(part, share=drawn.hex(), hashes=deal.hashes, steps=(*part.steps, "hashes", "share"))
    if part.hashes != deal.hashes:
        return Reply(part)
    return Reply(part, m.RevealShare(room=deal.room, deal=deal.deal, share=drawn.hex()))


def _remember_deal(before: tuple[BoundDeal, ...], deal: m.Deal) -> tuple[BoundDeal, ...]:
    return (*before, BoundDeal(deal.deal, deal.commitment))[-MAX_BOUND:]
