"""Notes which dealings are called off, and whether anybody was seen to leave or come meanwhile.

A dealing is called off when somebody leaves before the cards are dealt. A server that does so while everybody stays may
be waiting for cards that please it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from client.history.saved.dealing_share import MAX_BOUND, DealingPart
from protocol import messages as m
from protocol.saved_game import CalledOffDeal

MAX_AGAIN = 3
"""How many times one game is dealt anew before the player is warned."""
WARNING = "The server has dealt this game again {} times. If nobody left in between, don't trust it."


@dataclass(frozen=True, slots=True)
class SeatWatch:
    """Who was seen at a table while it was dealt there.

    Attributes:
        people: the kinds and names of those in its seats, sorted, as seats are changed between games.
        has_changed: whether anybody has left or come since the newest dealing began.
        is_new: whether no Table has come since then.
        again: how many times the newest game was dealt anew.
        called_off: the dealings that were seen to be called off.
    """

    people: tuple[tuple[str, str], ...] = ()
    has_changed: bool = False
    is_new: bool = False
    again: int = 0
    called_off: tuple[CalledOffDeal, ...] = ()

    @property
    def warning(self) -> str:
        """What to warn the player of; empty while nothing is unusual."""
        return WARNING.format(self.again) if self.again > MAX_AGAIN else ""


def on_new_deal(before: SeatWatch, part: DealingPart, deal: m.Deal) -> SeatWatch:
    """Handle a Deal message that comes after what `part` knows: another for the same game calls off the last."""
    if deal.deal <= part.deal:
        return before
    begun = replace(before, has_changed=False, is_new=True, again=0)
    if not part.deal or part.game != deal.number or "cards" in part.steps:
        return begun
    call = CalledOffDeal(part.deal, before.has_changed)
    return replace(begun, again=before.again + 1, called_off=(*before.called_off, call)[-MAX_BOUND:])


def on_seats(before: SeatWatch, chairs: Iterable[m.SeatInfo]) -> SeatWatch:
    """Handle the seats of a Table; the first after a Deal may be what called off the dealing before that."""
    people = tuple(sorted((chair.kind, chair.name) for chair in chairs if chair.kind != "open"))
    is_other = before.people not in ((), people)
    after = replace(before, people=people, is_new=False)
    if not is_other:
        return after
    if not before.is_new:
        return replace(after, has_changed=True)
    if not before.again:
        return after
    *earlier, last = before.called_off
    return replace(after, called_off=(*earlier, CalledOffDeal(last.deal, left=True)))
