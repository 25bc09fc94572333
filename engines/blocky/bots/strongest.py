"""The strongest computer player: it weighs a move by what comes after it."""

from __future__ import annotations

from engines.blocky.bots.blob_strategy import best_growing
from engines.blocky.bots.evaluation import Stakes
from engines.blocky.bots.perimeter_bound import best_alone
from engines.blocky.bots.reply_search import best_after_reply
from engines.blocky.moves import Move
from engines.blocky.view import View, board_of
from engines.chance import Chance


def plan(view: View, chance: Chance) -> Move:
    """The move that promises most; with others at the table, the one that stands best once the next has answered."""
    stakes, board = Stakes.of(view), board_of(view)
    match view.made, view.kind:
        case (made,), "perimeter":
            return best_alone(board, view.depth, stakes.colour, view.moves - made)
        case (made,), "blob":
            return best_growing(stakes.footing(board), view.moves - made, chance)
    return best_after_reply(stakes.footing(board), chance)
