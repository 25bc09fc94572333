"""The move of a seat with others at the table: the one that stands best once the next has answered, and it again."""

from __future__ import annotations

from heapq import nlargest

from engines.blocky.block import Colour
from engines.blocky.moves import Move, Pass, applied, cost
from engines.blocky.stakes import Footing, Option
from engines.blocky.whatifs import Seen, whatifs
from engines.chance import Chance

PURSUED_PLANES = 14
"""How many of the best moves are looked at more closely, times the colours to look at: so no table takes longer."""
PURSUED_SMASHES = 2
"""How many of the imagined outcomes of each of them."""


def best_answered(footing: Footing, moves_left: int, chance: Chance) -> Move:
    """The move that is worth most after the next seat's answer and, where others are left, the best move then."""
    pursued = nlargest(PURSUED_PLANES // len(footing.seen), footing.options(chance), key=lambda option: option.worth)
    rival = footing.stakes.next_rival
    if rival is None:
        return pursued[0].move

    def in_all(option: Option) -> float:
        futures = (footing.after(option.move, future, chance) for future in option.futures[:PURSUED_SMASHES])
        worths = [_worth_answered(then, rival, moves_left - 1, chance) for then in futures]
        return sum(worths) / len(worths) - cost(option.move)

    return max(pursued, key=in_all).move


def _worth_answered(footing: Footing, rival: Colour, moves_left: int, chance: Chance) -> float:
    """What a board is worth after the rival's answer and the best move then; what it pays for that is to one's good."""
    answer = _answer(footing, rival)
    board = applied(footing.board, footing.stakes.depth, rival, answer, chance)
    after = footing.stakes.footing(board)
    return cost(answer) + (_best_worth(after) if moves_left else after.worth(after.seen))


def _answer(footing: Footing, rival: Colour) -> Move:
    """The rival's move, but for a smash, that gains it most on the seat; to pass where none gains anything."""
    own, depth = footing.stakes.colour, footing.stakes.depth

    def lead(seen: Seen) -> int:
        return footing.score(rival, seen) - footing.score(own, seen)

    answers = [(lead(after) - cost(move), move) for move, after in whatifs(footing.board, depth, rival, footing.seen)]
    most, answer = max(answers, key=lambda answer: answer[0], default=(0, Pass()))
    return answer if most > lead(footing.seen) else Pass()


def _best_worth(footing: Footing) -> float:
    """What the board is worth after the best move but a smash, or as it is."""
    moves = whatifs(footing.board, footing.stakes.depth, footing.stakes.colour, footing.seen)
    return max((footing.worth(footing.seen), *(footing.worth(after) - cost(move) for move, after in moves)))
