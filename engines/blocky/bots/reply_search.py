"""The move of a seat with others at the table: the one that stands best once the next of them has answered."""

from __future__ import annotations

from heapq import nlargest
from math import inf

from engines.blocky.block import Colour
from engines.blocky.bots.evaluation import BoardEvaluation, Candidate
from engines.blocky.bots.move_effects import whatifs
from engines.blocky.moves import Move, cost
from engines.chance import Chance

PURSUED = 8
"""How many of the best moves are looked at more closely."""
PURSUED_SMASHES = 2
"""How many of the imagined outcomes of each of them."""


def best_after_reply(footing: BoardEvaluation, chance: Chance) -> Move:
    """The move that is worth most after the next seat's answer, of those that are worth most before it."""
    best, *others = nlargest(PURSUED, footing.candidates(chance), key=lambda candidate: candidate.worth)
    rival = footing.stakes.next_rival
    if rival is None:
        return best.move
    most = _worth_after_reply(footing, best, rival, -inf, chance)
    for candidate in others:
        if (reached := _worth_after_reply(footing, candidate, rival, most, chance)) > most:
            best, most = candidate, reached
    return best.move


def _worth_after_reply(
    footing: BoardEvaluation, candidate: Candidate, rival: Colour, known: float, chance: Chance
) -> float:
    """What it is worth after an answer; where that is less than another is known to be, not always how much."""
    futures = candidate.futures[:PURSUED_SMASHES]
    # The answer to one of several outcomes may leave little, and the candidate still be good.
    price = cost(candidate.move) + footing.reluctance(futures[0].seen)
    enough = known + price if len(futures) == 1 else -inf
    after = (footing.after(candidate.move, future, chance) for future in futures)
    return sum(_worth_of_reply(then, rival, enough) for then in after) / len(futures) - price


def _worth_of_reply(footing: BoardEvaluation, rival: Colour, enough: float) -> float:
    """What a board is worth after the answer that leaves least of it, or after any that leaves no more than enough."""
    least: float = footing.worth(footing.seen)
    for move, then in whatifs(footing.board, footing.stakes.depth, rival, footing.seen):
        if least <= enough:
            break
        least = min(least, footing.worth(then) + cost(move))
    return least
