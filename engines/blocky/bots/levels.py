"""Computer players of Blocky."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engines.blocky.block import Block, path_at
from engines.blocky.bots.blob_strategy import best_growing
from engines.blocky.bots.evaluation import SMASHES, BoardEvaluation, Stakes, evaluate
from engines.blocky.bots.perimeter_bound import best_alone
from engines.blocky.bots.reply_search import best_after_reply
from engines.blocky.moves import Action, Move, Pass, Smash, actions_at, cost, refusal
from engines.blocky.view import View, board_of
from engines.chance import Chance
from engines.game import BotLevel, NumberedBot

IDLE = 0.125
"""How much less passing is worth to a wise player than a move that is worth as much: less than any two worths differ
that are not the same, which are counted in quarters.
"""


def any_move(view: View, chance: Chance) -> Move:
    """Any allowed move, but never to pass."""
    return _any_action(board_of(view), Stakes.of(view), chance)


def _any_action(board: Block, stakes: Stakes, chance: Chance) -> Action:
    """Attempt any action on the block at any cell and of any level, until one is allowed."""
    depth, width = stakes.depth, 1 << stakes.depth
    while True:
        path = path_at(board, depth, chance.below(width), chance.below(width), chance.below(depth + 1))
        action = chance.choice(actions_at(path))
        if refusal(board, depth, stakes.colour, action) is None:
            return action


def smart(tries: int, view: View, chance: Chance) -> Move:
    """The best of so many moves, whatever they cost; to pass where none is better than to leave the board alone."""
    footing = replace(Stakes.of(view), rivals=()).footing(board_of(view))
    bar = footing.worth(footing.seen)
    return _best_of(tries, footing, lambda move: footing.worth(footing.seen_after(move, chance)), bar, chance)


def wise(tries: int, view: View, chance: Chance) -> Move:
    """The best of so many moves by what they bring, cost and leave the others; to pass only where each does harm."""
    footing = evaluate(view)

    def worth(move: Action) -> float:
        if isinstance(move, Smash):
            return footing.smash(move.path, SMASHES, chance).worth
        after = footing.seen_after(move, chance)
        return footing.worth(after) - cost(move) - footing.reluctance(after)

    return _best_of(tries, footing, worth, footing.worth(footing.seen) - IDLE, chance)


def _best_of(
    tries: int, footing: BoardEvaluation, worth: Callable[[Action], float], most: float, chance: Chance
) -> Move:
    """The best of so many moves by their worth; to pass where none is worth more than that, which is worth `most`."""
    best: Move = Pass()
    for _ in range(tries):
        move = _any_action(footing.board, footing.stakes, chance)
        if (reached := worth(move)) > most:
            best, most = move, reached
    return best


def weigh(view: View, chance: Chance) -> Move:
    """The best of all moves by what they bring, cost and leave the others; to pass where that is better."""
    return max(evaluate(view).candidates(chance), key=lambda candidate: candidate.worth).move


def plan(view: View, chance: Chance) -> Move:
    """The move that promises most; with others at the table, the one that stands best once the next has answered."""
    stakes, board = Stakes.of(view), board_of(view)
    match view.made, view.kind:
        case (made,), "perimeter":
            return best_alone(board, view.depth, stakes.colour, view.moves - made)
        case (made,), "blob":
            return best_growing(evaluate(view), view.moves - made, chance)
    return best_after_reply(evaluate(view), chance)


SMART: NumberedBot[View, Move] = NumberedBot(
    "smart", range(1, 1000), "Makes the best of N random moves, whatever it costs.", smart
)
"""The rules' own player, at any difficulty."""

LEVELS: tuple[BotLevel[View, Move], ...] = (
    BotLevel("random", "Moves at random, and never passes.", any_move, rating=1005),
    BotLevel("smart-2", "Makes the better of two random moves, whatever it costs.", partial(smart, 2), rating=1254),
    BotLevel(
        "wise-4",
        "Weighs four random moves: what each gains and costs, and what it leaves the others.",
        partial(wise, 4),
        rating=1500,
    ),
    BotLevel(
        "wise-20",
        "Weighs twenty random moves: what each gains and costs, and what it leaves the others.",
        partial(wise, 20),
        rating=1723,
    ),
    BotLevel(
        "planner",
        "Weighs every move and looks ahead: at its own next moves, or at the next player's reply.",
        plan,
        rating=1981,
    ),
)
"""The levels, weakest first. Their numbers are chosen so that each wins about as often against the one below."""
