"""Computer players of Blocky."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engines.blocky.block import Block, Colour, at, path_at, square
from engines.blocky.bots.evaluation import SMASHES, BoardEvaluation, Stakes
from engines.blocky.bots.strongest import plan
from engines.blocky.goals import Kind, Planes, planes, repaint, score
from engines.blocky.moves import Action, Move, Pass, Smash, actions_at, change_block, cost, refusal
from engines.blocky.view import View, board_of
from engines.chance import Chance


@dataclass(frozen=True, slots=True)
class BoardSight:
    """What a computer player looks at: the board, the same as planes, and the seat's goal."""

    kind: Kind
    depth: int
    colour: Colour
    board: Block
    planes: Planes

    @classmethod
    def of(cls, view: View) -> BoardSight:
        """Make it from a view, for the view's seat."""
        assert view.seat is not None
        colour = view.colours[view.seat]
        assert colour is not None
        board = board_of(view)
        return cls(view.kind, view.depth, colour, board, planes(board, view.depth))

    def worth(self) -> int:
        """What the board is worth as it stands."""
        return score(self.kind, self.planes[self.colour], self.depth)

    def worth_after(self, move: Action, chance: Chance) -> int:
        """What it would be worth after a move, the move's cost not taken off; chance imagines what a smash brings."""
        return score(self.kind, self.planes_after(move, chance)[self.colour], self.depth)

    def planes_after(self, move: Action, chance: Chance) -> Planes:
        """What a move makes of the planes."""
        block = change_block(at(self.board, move.path), self.depth, self.colour, move, chance)
        return repaint(self.planes, square(move.path, self.depth), block, self.depth)

    def any_move(self, chance: Chance) -> Action:
        """Attempt any action on the block at any cell and of any level, until one is allowed."""
        width = 1 << self.depth
        while True:
            path = path_at(
                self.board, self.depth, chance.below(width), chance.below(width), chance.below(self.depth + 1)
            )
            action = chance.choice(actions_at(path))
            if refusal(self.board, self.depth, self.colour, action) is None:
                return action


def any_move(view: View, chance: Chance) -> Move:
    """Any allowed move, but never to pass."""
    return BoardSight.of(view).any_move(chance)


def smart(tries: int, view: View, chance: Chance) -> Move:
    """The best of so many moves, whatever they cost; to pass where none is better than to leave the board alone."""
    sight = BoardSight.of(view)
    best: Move = Pass()
    most = sight.worth()
    for _ in range(tries):
        move = sight.any_move(chance)
        if (reached := sight.worth_after(move, chance)) > most:
            best, most = move, reached
    return best


def wise(tries: int, view: View, chance: Chance) -> Move:
    """The best of so many moves by what they bring, cost and leave the others; to pass where that is better."""
    sight, footing = BoardSight.of(view), Stakes.of(view).footing(board_of(view))
    best: Move = Pass()
    most: float = footing.worth(footing.seen)
    for _ in range(tries):
        move = sight.any_move(chance)
        if (reached := _worth(sight, footing, move, chance)) > most:
            best, most = move, reached
    return best


def _worth(sight: BoardSight, footing: BoardEvaluation, move: Action, chance: Chance) -> float:
    match move:
        case Smash(path):
            return footing.smash(path, SMASHES, chance).worth
        case _:
            return footing.worth(dict(enumerate(sight.planes_after(move, chance)))) - cost(move)


def weigh(view: View, chance: Chance) -> Move:
    """The best of all moves by what they bring, cost and leave the others; to pass where that is better."""
    return max(Stakes.of(view).footing(board_of(view)).options(chance), key=lambda option: option.worth).move


BOTS: Mapping[str, Callable[[View, Chance], Move]] = {
    "random": any_move,
    "smart-2": partial(smart, 2),
    "wise-4": partial(wise, 4),
    "wise-20": partial(wise, 20),
    "planner": plan,
}
"""The levels, weakest first. Their numbers are chosen so that each wins about as often against the one below."""

LEVELS: Mapping[str, str] = {
    "random": "Makes any move that is allowed.",
    "smart-2": "Looks at two moves and makes the better one, whatever it costs.",
    "wise-4": "Looks at four moves, and at what each brings, costs and leaves the others.",
    "wise-20": "Looks at twenty moves, and at what each brings, costs and leaves the others.",
    "planner": "Weighs every move by what comes after it: its own next moves, or the next seat's answer.",
}
"""What each of them does, in a sentence."""
