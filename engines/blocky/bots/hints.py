"""What a person might do in Blocky: the best computer player's move, and what it does in points."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engines.blocky.block import Colour
from engines.blocky.bots.evaluation import Stakes
from engines.blocky.bots.levels import plan
from engines.blocky.goals import Kind
from engines.blocky.moves import Action, Combine, Move, Paint, Pass, Rotate, Smash, Swap, cost, text
from engines.blocky.places import place_name
from engines.blocky.view import View, board_of
from engines.chance import Chance
from engines.game import Hint

SMASHES = 64
"""How many outcomes of a smash are averaged. Hints round them to whole points."""
TO_BOARD: dict[Kind, str] = {"blob": "to your biggest blob", "perimeter": "on the edge"}
OFF_BOARD: dict[Kind, str] = {"blob": "of your biggest blob", "perimeter": "on the edge"}


class Change(NamedTuple):
    """How a move changes what the board is worth, costs not taken off; on average where it is left to chance.

    Attributes:
        own: to the seat that makes it.
        others: to all others together whose colours it knows.
    """

    own: float
    others: float


def hint(view: View, chance: Chance) -> Hint:
    move = plan(view, chance)
    return Hint(text(move), f"{_describe_move(move, view.depth)}: {_reason(view, move, chance)}.")


def change(view: View, move: Action, chance: Chance) -> Change:
    stakes = Stakes.of(view)
    footing = stakes.footing(board_of(view))
    outcomes = SMASHES if isinstance(move, Smash) else 1
    brought = [footing.seen_after(move, chance) for _ in range(outcomes)]

    def gain(colour: Colour) -> int:
        return sum(footing.score(colour, after) - footing.score(colour, footing.seen) for after in brought)

    return Change(gain(stakes.colour) / outcomes, sum(gain(rival) for rival, _ in stakes.rivals) / outcomes)


def _describe_move(move: Move, depth: int) -> str:
    match move:
        case Rotate(path, clockwise):
            return f"Turn {place_name(path, depth)} to the {'right' if clockwise else 'left'}"
        case Swap(path, horizontally):
            halves = "left and right" if horizontally else "top and bottom"
            return f"Swap the {halves} of {place_name(path, depth)}"
        case Smash(path) | Combine(path) | Paint(path):
            return f"{type(move).__name__} {place_name(path, depth)}"
        case Pass():
            return "Pass"


def _reason(view: View, move: Move, chance: Chance) -> str:
    if isinstance(move, Pass):
        return _why_pass(view, chance)
    brought, about = change(view, move, chance), "about " if isinstance(move, Smash) else ""
    own, others = round(brought.own), round(brought.others)
    gain, price = _gain(own, about, view.kind), f"costs {cost(move)}" if cost(move) else ""
    if others:
        effect = f"{f'takes {about}{-others} from' if others < 0 else f'gives {about}{others} to'} {_others(view)}"
        told = f"it {gain}, {price} and {effect}" if price else f"it {gain} at no cost and {effect}"
    else:
        told = f"it {gain} and {price}" if price else f"it {gain} at no cost"
    return told if own > cost(move) or others < 0 else f"{told}, but should pay off later"


def _gain(own: int, about: str, kind: Kind) -> str:
    if not own:
        return "adds nothing yet"
    return f"adds {about}{own} {TO_BOARD[kind]}" if own > 0 else f"loses {about}{-own} {OFF_BOARD[kind]}"


def _others(view: View) -> str:
    if len(view.made) == 2:
        return "the other player"
    known = len(Stakes.of(view).rivals)
    return "the others" if known + len(view.gone) + 1 == len(view.made) else "those whose colours you know"


def _why_pass(view: View, chance: Chance) -> str:
    alone = replace(Stakes.of(view), rivals=())
    still, *others = alone.footing(board_of(view)).candidates(chance)
    if all(option.worth <= still.worth for option in others):
        return "no move should gain more than it costs"
    return "any move should leave you worse off"
