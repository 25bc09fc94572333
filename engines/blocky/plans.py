"""The strongest computer player: it weighs a move by what comes after it."""

from __future__ import annotations

from heapq import nlargest
from math import exp

from engines.blocky.block import Block, Colour, put
from engines.blocky.goals import nearly_connected
from engines.blocky.moves import Move, Smash, applied, cost
from engines.blocky.prospects import best_alone
from engines.blocky.stakes import Footing, Future, Option, Stakes
from engines.blocky.view import View, board_of
from engines.blocky.whatifs import whatifs
from engines.chance import Chance

PURSUED = 8
"""How many of the best moves are looked at more closely."""
PURSUED_SMASHES = 2
"""How many of the imagined outcomes of each of them."""
REPLIES = 3
"""How many of the next seat's best moves are expected, one as likely as the other."""
NEARNESS = 0.5
"""What a cell is worth that is all but connected, while there is all the time to connect it."""
HURRY_MOVES = 10.0
"""When so many moves are left, about two thirds of that."""


def plan(view: View, chance: Chance) -> Move:
    """The move that promises most; with others at the table, the one that stands best once the next has answered."""
    stakes, board, moves_left = Stakes.of(view), board_of(view), view.moves - min(view.made)
    match view.made, view.kind:
        case (_,), "perimeter":
            return best_alone(board, view.depth, stakes.colour, moves_left)
        case (_,), "blob":
            return _most_promising(stakes, board, moves_left, chance)
    return _best_answered(stakes, board, chance)


def _most_promising(stakes: Stakes, board: Block, moves_left: int, chance: Chance) -> Move:
    """The move that is worth most if also cells that are nearly connected count, the less the fewer moves are left."""
    weight = NEARNESS * (1 - exp((1 - moves_left) / HURRY_MOVES))

    def promise(option: Option) -> float:
        near = [nearly_connected(future.seen[stakes.colour], stakes.depth) for future in option.futures]
        return option.worth + weight * sum(near) / len(near)

    return max(stakes.footing(board).options(chance), key=promise).move


def _best_answered(stakes: Stakes, board: Block, chance: Chance) -> Move:
    """The move that is worth most after the next seat's answer, of those that are worth most before it."""
    pursued = nlargest(PURSUED, stakes.footing(board).options(chance), key=lambda option: option.worth)
    rival = stakes.next_rival
    if rival is None:
        return pursued[0].move

    def answered(option: Option) -> float:
        futures = option.futures[:PURSUED_SMASHES]
        after = (stakes.footing(_after(stakes, board, option.move, future, chance)) for future in futures)
        return sum(_worth_answered(then, rival) for then in after) / len(futures) - cost(option.move)

    return max(pursued, key=answered).move


def _after(stakes: Stakes, board: Block, move: Move, future: Future, chance: Chance) -> Block:
    """The board in a move's future."""
    if isinstance(move, Smash) and future.brought is not None:
        return put(board, move.path, future.brought)
    return applied(board, stakes.depth, stakes.colour, move, chance)


def _worth_answered(footing: Footing, rival: Colour) -> float:
    """What a board is worth after one of the moves that raise a rival's own score most, which is all it looks for."""
    stands = footing.score(rival, footing.seen)
    made = (then for _, then in whatifs(footing.board, footing.stakes.depth, rival, footing.seen))
    answers = ((footing.score(rival, then), then) for then in made)
    likely = nlargest(REPLIES, (answer for answer in answers if answer[0] > stands), key=lambda answer: answer[0])
    worths = [footing.worth(then) for _, then in likely] or [footing.worth(footing.seen)]
    return sum(worths) / len(worths)
