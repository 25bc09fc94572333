"""The move of a seat with others at the table: the one that stands best once the next of them has answered."""

from __future__ import annotations

from heapq import nlargest

from engines.blocky.block import Colour
from engines.blocky.moves import Move, cost
from engines.blocky.stakes import Footing, Option
from engines.blocky.whatifs import whatifs
from engines.chance import Chance

PURSUED = 8
"""How many of the best moves are looked at more closely."""
PURSUED_SMASHES = 2
"""How many of the imagined outcomes of each of them."""
REPLIES = 3
"""How many of the next seat's best moves are expected, one as likely as the other."""


def best_answered(footing: Footing, chance: Chance) -> Move:
    """The move that is worth most after the next seat's answer, of those that are worth most before it."""
    pursued = nlargest(PURSUED, footing.options(chance), key=lambda option: option.worth)
    rival = footing.stakes.next_rival
    if rival is None:
        return pursued[0].move

    def answered(option: Option) -> float:
        futures = option.futures[:PURSUED_SMASHES]
        after = (footing.after(option.move, future, chance) for future in futures)
        return sum(_worth_answered(then, rival) for then in after) / len(futures) - cost(option.move)

    return max(pursued, key=answered).move


def _worth_answered(footing: Footing, rival: Colour) -> float:
    """What a board is worth after one of the moves that raise a rival's own score most, which is all it looks for."""
    stands = footing.score(rival, footing.seen)
    made = (then for _, then in whatifs(footing.board, footing.stakes.depth, rival, footing.seen))
    answers = ((footing.score(rival, then), then) for then in made)
    likely = nlargest(REPLIES, (answer for answer in answers if answer[0] > stands), key=lambda answer: answer[0])
    worths = [footing.worth(then) for _, then in likely] or [footing.worth(footing.seen)]
    return sum(worths) / len(worths)
