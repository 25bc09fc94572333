"""What a person might do in Tower Blaster: the best computer player's move, and why in words that can be checked."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from engines.chance import Chance
from engines.game import Hint
from engines.tower_blaster.bots.estimate import with_brick
from engines.tower_blaster.bots.levels import foresee
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Move, Place, Reject, Take, Tower, View, text


def hint(view: View, chance: Chance) -> Hint:
    """The move of the seat on turn that should finish its tower soonest."""
    move = foresee(view, chance)
    return Hint(text(move), _reason(view, move, chance))


def to_fix(tower: Tower) -> int:
    """How many bricks have to be replaced at least.

    Bricks can stay that ascend and leave room between, above and below them for others that do too. That is where
    the room above them, which is their number less their slot's, never shrinks from one to the next.
    """
    longest: list[int] = []
    for slot, brick in enumerate(tower, 1):
        if 0 <= (room := brick - slot) <= len(BRICKS) - HEIGHT:
            at = bisect_right(longest, room)
            longest[at : at + 1] = [room]
    return HEIGHT - len(longest)


def helping(tower: Tower, brick: Brick) -> tuple[int, ...]:
    left = to_fix(tower)
    return tuple(slot for slot in range(1, HEIGHT + 1) if to_fix(with_brick(tower, brick, slot)) < left)


def _reason(view: View, move: Move, chance: Chance) -> str:
    tower, brick = view.own_tower, view.brick_in_question
    match move:
        case Take("discard"):
            placing = foresee(replace(view, source="discard", hand=brick), chance)
            assert isinstance(placing, Place), "a brick from the discard pile must be placed"
            return f"Take {brick}: {_why_take(tower, brick, placing.slot)}"
        case Take():
            return f"Draw from the pile: {_why_draw(tower, brick)}"
        case Place(slot):
            return f"Place {brick} in slot {slot}: {_why_place(tower, brick, slot, may_reject=view.source == 'pile')}"
        case Reject():
            return f"Reject {brick}: {_why_reject(tower, brick)}"


def _why_take(tower: Tower, brick: Brick, slot: int) -> str:
    """Why a brick in sight is worth more than one that is drawn unseen."""
    left = to_fix(with_brick(tower, brick, slot))
    if not left:
        return f"in slot {slot} it finishes your tower."
    if left < to_fix(tower):
        return f"it fits slot {slot} and leaves {_bricks(left)} to fix."
    return f"in slot {slot} it should help you finish sooner than a drawn brick would."


def _why_draw(tower: Tower, brick: Brick) -> str:
    """Why a brick unseen is worth more than the one in sight."""
    if not helping(tower, brick):
        return f"{brick} doesn't help in any slot."
    return f"{brick} would help in {_slots(helping(tower, brick))}, but a drawn brick should help more."


def _why_place(tower: Tower, brick: Brick, slot: int, *, may_reject: bool) -> str:
    left, slots = to_fix(with_brick(tower, brick, slot)), helping(tower, brick)
    if not left:
        return "it finishes your tower."
    match slots:
        case [only] if only == slot:
            return f"it only helps there, and leaves {_bricks(left)} to fix."
        case _ if slot in slots:
            return f"it helps in {_slots(slots)}, and from here you should finish soonest."
        case _ if may_reject:
            return f"it leaves {_bricks(left)} to fix, but you should finish sooner with it."
    return f"it leaves {_bricks(left)} to fix, but this slot should help you finish soonest."


def _why_reject(tower: Tower, brick: Brick) -> str:
    if not helping(tower, brick):
        return "it doesn't help in any slot."
    return f"it would help in {_slots(helping(tower, brick))}, but you should finish sooner without it."


def _bricks(left: int) -> str:
    return "1 brick" if left == 1 else f"{left} bricks"


def _slots(slots: tuple[int, ...]) -> str:
    *most, last = map(str, slots)
    return f"slots {', '.join(most)} and {last}" if most else f"slot {last}"
