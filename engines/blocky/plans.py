"""The strongest computer player: it weighs a move by what comes after it."""

from __future__ import annotations

from heapq import nlargest
from math import exp

from engines.blocky.block import COLOURS, Block, Colour, put
from engines.blocky.goals import nearly_connected
from engines.blocky.moves import Move, Smash, applied, cost
from engines.blocky.prospects import best_alone
from engines.blocky.stakes import Footing, Future, Option, Stakes
from engines.blocky.view import View, board_of
from engines.blocky.whatifs import mask, whatifs
from engines.chance import Chance

PURSUED = 8
"""How many of the best moves are looked at more closely."""
PURSUED_SMASHES = 2
"""How many of the imagined outcomes of each of them."""
REPLIES = 3
"""How many of the next seat's best moves are expected, one as likely as the other."""
LIKELY = 12
"""How many of the moves that promise most are looked at twice, where one plays alone for a blob."""
LIKELY_SMASHES = 16
"""How many outcomes are imagined then of a smash."""
NEARNESS = 0.5
"""What a cell is worth that is all but connected, while there is all the time to connect it."""
LOOSENESS = 0.4
"""What a cell is worth wherever it is, while there is all the time to bring cells together."""
HURRY_MOVES = 10.0
"""When so many moves are left, both are worth about two thirds of that."""


def plan(view: View, chance: Chance) -> Move:
    """The move that promises most; with others at the table, the one that stands best once the next has answered."""
    stakes, board = Stakes.of(view), board_of(view)
    if not is_alone(view):
        return _best_answered(stakes, board, chance)
    moves_left = view.moves - view.made[view.seat or 0]
    match view.kind:
        case "perimeter":
            return best_alone(board, view.depth, stakes.colour, moves_left)
        case "blob":
            return _most_promising(stakes.footing(board), moves_left, chance)


def is_alone(view: View) -> bool:
    """Whether nobody else makes any more moves, because all others have given up or there are none."""
    return len(view.gone) + 1 == len(view.made)


def _most_promising(footing: Footing, moves_left: int, chance: Chance) -> Move:
    """The move that is worth most if cells that are not connected yet count too, the less the fewer moves are left."""
    colour, depth = footing.stakes.colour, footing.stakes.depth
    time = 1 - exp((1 - moves_left) / HURRY_MOVES)

    def promise(option: Option) -> float:
        near = [nearly_connected(future.seen[colour], depth) for future in option.futures]
        return option.worth + time * (NEARNESS * sum(near) / len(near) + LOOSENESS * _cells(footing, option))

    likely = nlargest(LIKELY, footing.options(chance), key=promise)
    # Of many smashes the one that seems best has mostly been lucky in what was imagined.
    return max((_surer(footing, option, chance) for option in likely), key=promise).move


def _surer(footing: Footing, option: Option, chance: Chance) -> Option:
    """The option, with other and more outcomes imagined where it is a smash."""
    match option.move:
        case Smash(path):
            return footing.smash(path, LIKELY_SMASHES, chance)
        case _:
            return option


def _cells(footing: Footing, option: Option) -> float:
    """How many cells have the own colour after a move: of those of a block that is smashed, as many as of any other."""
    colour = footing.stakes.colour
    match option.move:
        case Smash(path):
            place = mask(path, footing.stakes.depth)
            return (footing.seen[colour] & ~place).bit_count() + place.bit_count() / len(COLOURS)
        case _:
            return option.futures[0].seen[colour].bit_count()


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
