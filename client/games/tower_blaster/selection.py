"""The slot that the player or a hint has marked, for one decision of the player's."""

from __future__ import annotations

from typing import NamedTuple

from client.games.tower_blaster.ascending import best_slot, brick_to_place
from engines.tower_blaster.view import HEIGHT, Move, Place, View, is_over, read

STEPS = {"up": -1, "down": 1}

Decision = tuple[int, bool]
"""How many turns of the player's have ended, and whether a brick was taken since."""


class SlotSelection(NamedTuple):
    """A slot, counted from 0, and the decision that it was marked for; a hint may mark a move without a slot."""

    slot: int
    decision: Decision
    hint: Move | None = None


def aim(view: View, mark: SlotSelection | None, words: str) -> SlotSelection:
    """Mark the slot above ("up") or below ("down"), within the tower. Raises ValueError."""
    slot = selected_slot(view, mark)
    if slot is None:
        raise ValueError("There's no slot to mark.")
    if words not in STEPS:
        raise ValueError("In Tower Blaster 'aim' takes up or down.")
    return SlotSelection(max(0, min(slot + STEPS[words], HEIGHT - 1)), _decision(view))


def selected_slot(view: View, mark: SlotSelection | None) -> int | None:
    """The marked slot, at first where the brick in hand or on the discard pile helps most; None without a tower."""
    tower = None if view.seat is None or is_over(view) else view.towers[view.seat]
    if tower is None:
        return None
    if mark is not None and mark.decision == _decision(view):
        return mark.slot
    brick = brick_to_place(view)
    return 0 if brick is None else best_slot(tower, brick)


def hinted_selection(view: View, mark: SlotSelection | None, move: str) -> SlotSelection:
    """The mark for a move: its slot, or the move itself if it has none."""
    match read(move):
        case Place(slot):
            return SlotSelection(slot - 1, _decision(view))
        case other:
            return SlotSelection(selected_slot(view, mark) or 0, _decision(view), other)


def marked_move(view: View, mark: SlotSelection | None) -> Move:
    """What Enter does: the move that a hint marked, or else the brick into the marked slot.

    Whoever has nothing marked may place nothing either.
    """
    if mark is not None and mark.hint is not None and mark.decision == _decision(view):
        return mark.hint
    return Place(1 + (selected_slot(view, mark) or 0))


def _decision(view: View) -> Decision:
    """The player's next decision; seat 0 has the first turn of the game."""
    is_mine = view.seat == view.mover
    return (view.turns + 1 - (view.seat or 0)) // 2, is_mine and view.source is not None
