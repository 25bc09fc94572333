"""What a person might do in Blocky: the best computer player's move, and what comes of it in points."""

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
ON_BOARD: dict[Kind, str] = {"blob": "in your biggest blob", "perimeter": "on the edge"}


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
            return f"Swap {halves} of {place_name(path, depth)}"
        case Smash(path) | Combine(path) | Paint(path):
            return f"{type(move).__name__} {place_name(path, depth)}"
        case Pass():
            return "Pass"


def _reason(view: View, move: Move, chance: Chance) -> str:
    if isinstance(move, Pass):
        return _why_pass(view, chance)
    brought, about = change(view, move, chance), "about " if isinstance(move, Smash) else ""
    own, others = round(brought.own), round(brought.others)
    told = f"{_own(own, about, ON_BOARD[view.kind])}, {f'for {cost(move)}' if cost(move) else 'at no cost'}"
    if others:
        told += f", and {f'takes {about}{-others} from' if others < 0 else f'gives {about}{others} to'} {_others(view)}"
    if own > cost(move) or others < 0:
        return told
    return f"{told}, but {'later moves' if len(view.made) == 1 else 'what others do next'} should make it worth that"


def _own(own: int, about: str, where: str) -> str:
    if not own:
        return "nothing yet"
    return f"{about}{abs(own)} {'more' if own > 0 else 'fewer'} {where}{' on average' if about else ''}"


def _others(view: View) -> str:
    if len(view.made) == 2:
        return "the other player"
    known = len(Stakes.of(view).rivals)
    return "the others" if known + len(view.gone) + 1 == len(view.made) else "those whose colours you know"


def _why_pass(view: View, chance: Chance) -> str:
    alone = replace(Stakes.of(view), rivals=())
    still, *others = alone.footing(board_of(view)).candidates(chance)
    if all(option.worth <= still.worth for option in others):
        return "no move promises more than it costs"
    return "the board as it is should be worth more than after any move"
