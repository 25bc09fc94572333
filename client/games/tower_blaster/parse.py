"""Parses what a person types or clicks in Tower Blaster into a move, or says why it is none now."""

from __future__ import annotations

from client.drawing.grammar import read_number
from client.games.spec import NotYourTurnError
from client.games.tower_blaster.selection import SlotSelection, marked_move
from engines.game import IllegalMoveError, UnreadableMoveError
from engines.tower_blaster.view import HEIGHT, Move, Place, Reject, Take, View, is_over, legal, text

WORDS: dict[str, Move] = {
    **dict.fromkeys(("take discard", "discard", "take d", "d"), Take("discard")),
    **dict.fromkeys(("take pile", "pile", "take p", "p", "draw"), Take("pile")),
    **dict.fromkeys(("reject", "x"), Reject()),
}


def parse(typed: str, view: View, mark: SlotSelection | None = None) -> str:
    """The canonical text of what was typed: one of WORDS, a slot with or without "place", or "replace" with a brick.

    "pick" is what is marked, and 0 is the tenth slot, as on the keys. Raises NotYourTurnError or IllegalMoveError for a
    move that cannot be made now, and UnreadableMoveError for what is no move.
    """
    move = _read(typed.lower().split(), view, mark)
    if move not in legal(view):
        raise IllegalMoveError(_why_not(move, view))
    return text(move)


def _read(words: list[str], view: View, mark: SlotSelection | None) -> Move:
    known = WORDS.get(" ".join(words))
    if known is not None:
        return known
    match words:
        case ["pick"]:
            return marked_move(view, mark)
        case [number] | [("place" | "slot"), number] if (slot := read_number(number)) is not None:
            return Place(slot or HEIGHT)
        case ["replace", number] if (brick := read_number(number)) is not None:
            return Place(_slot_of(brick, view))
    written = " ".join(words)[:40]
    raise UnreadableMoveError(
        f"{written!r} is not a move of Tower Blaster; "
        "there is 'take discard', 'take pile', 'reject', and 'place' with a slot, such as 'place 4'."
    )


def _slot_of(brick: int, view: View) -> int:
    tower = None if view.seat is None else view.towers[view.seat]
    if tower is None or brick not in tower:
        raise IllegalMoveError(f"Your tower has no brick {brick}.")
    return tower.index(brick) + 1


def _why_not(move: Move, view: View) -> str:
    """Why a move cannot be made, in a sentence. Raises NotYourTurnError if others are on turn."""
    if view.seat is None:
        return "You are watching; only the players move bricks."
    if is_over(view):
        return "The game is over."
    if view.seat != view.mover:
        raise NotYourTurnError
    match move:
        case Take():
            way_out = "place it in a slot" if view.source == "discard" else "place it in a slot, or reject it"
            return f"You already hold {view.hand}; {way_out}."
        case _ if view.source is None:
            return "Take a brick first, from the discard pile or from the main pile."
        case Reject():
            return "You must place a brick from the discard pile."
        case Place(slot):
            return f"There's no slot {slot}; slots are 1 (the top) to {HEIGHT}."
