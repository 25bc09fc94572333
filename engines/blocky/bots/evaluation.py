"""Evaluates a board for a seat: what it plays for, and what each of its moves is worth at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engines.blocky.block import Block, Colour, Path, at, blocks, replace_block, smash_block
from engines.blocky.bots.connected import Groups
from engines.blocky.bots.move_effects import Seen, whatifs, with_block
from engines.blocky.goals import Kind, Plane, planes, score
from engines.blocky.moves import Action, Move, Pass, Smash, apply_move, change_block, cost
from engines.blocky.past import earlier_boards
from engines.blocky.view import View, board_of
from engines.chance import Chance
from engines.game import Seat

SMASHES = 4
"""How many outcomes of a smash are imagined where many moves are compared."""
RELUCTANCE = 100.0
"""How many points less a move is worth that was made here before, and undone: more than it can bring on most boards."""

Position = tuple[Plane, ...]
"""The planes that matter, in the order of `Seen`."""


class Future(NamedTuple):
    """What a move may lead to: the planes then, and for a smash the block that it has brought."""

    seen: Seen
    brought: Block | None = None


class Candidate(NamedTuple):
    """A move that could be made.

    Attributes:
        worth: what it is worth as soon as it is made, its cost taken off.
        futures: what it leads to; several for a smash, all as likely.
    """

    move: Move
    worth: float
    futures: tuple[Future, ...]


@dataclass(frozen=True, slots=True)
class Stakes:
    """The goal and colours that a seat plays for and against.

    Attributes:
        rivals: the other seats' colours as far as they are known, with what their moves have cost. Who gave up is none.
        next_rival: the colour of the seat that moves next, where it is one of them.
    """

    kind: Kind
    depth: int
    colour: Colour
    rivals: tuple[tuple[Colour, int], ...]
    next_rival: Colour | None

    @classmethod
    def of(cls, view: View) -> Stakes:
        assert view.seat is not None
        colour = view.colours[view.seat]
        assert colour is not None
        others = [seat for seat in range(len(view.made)) if seat not in (view.seat, *view.gone)]
        known = [(rival, view.costs[seat]) for seat in others if (rival := _colour(view, seat)) is not None]
        return cls(view.kind, view.depth, colour, tuple(known), _next_rival(view, others))

    def seen(self, board: Block) -> Seen:
        everything = planes(board, self.depth)
        return {colour: everything[colour] for colour in (self.colour, *dict(self.rivals))}

    def footing(self, board: Block, undone: frozenset[Position] = frozenset()) -> BoardEvaluation:
        seen, in_groups = self.seen(board), self.kind == "blob"
        groups = {colour: Groups.of(plane, self.depth) for colour, plane in seen.items() if in_groups}
        return BoardEvaluation(self, board, seen, groups, undone)


@dataclass(frozen=True, slots=True)
class BoardEvaluation:
    """A board with what is at stake on it.

    Attributes:
        seen: the planes that matter.
        groups: the groups of each where groups count, so that planes that differ a little are soon counted.
        undone: positions that were reached from this one before, and undone.
    """

    stakes: Stakes
    board: Block
    seen: Seen
    groups: Mapping[Colour, Groups]
    undone: frozenset[Position]

    def score(self, colour: Colour, after: Seen) -> int:
        """What planes after a change are worth to a colour, costs not taken off."""
        match self.stakes.kind:
            case "blob":
                return self.groups[colour].largest_after(after[colour])
            case "perimeter":
                return score("perimeter", after[colour], self.stakes.depth)

    def worth(self, after: Seen) -> int:
        """By how much the own score is then ahead of the best of the others, the own costs not taken off."""
        others = [self.score(rival, after) - paid for rival, paid in self.stakes.rivals]
        return self.score(self.stakes.colour, after) - max(others, default=0)

    def candidates(self, chance: Chance) -> Iterator[Candidate]:
        """To pass, and every move that changes anything that matters."""
        depth = self.stakes.depth
        yield Candidate(Pass(), self.worth(self.seen), (Future(self.seen),))
        for move, after in whatifs(self.board, depth, self.stakes.colour, self.seen):
            yield Candidate(move, self.worth(after) - cost(move) - self.reluctance(after), (Future(after),))
        for path, block in blocks(self.board):
            if isinstance(block, Colour) and len(path) < depth:
                yield self.smash(path, SMASHES, chance)

    def reluctance(self, after: Seen) -> float:
        """What it takes off a move's worth that it has been made here before, and undone."""
        return RELUCTANCE if tuple(after.values()) in self.undone else 0.0

    def smash(self, path: Path, outcomes: int, chance: Chance) -> Candidate:
        depth = self.stakes.depth
        brought = [smash_block(len(path), depth, chance) for _ in range(outcomes)]
        futures = tuple(Future(with_block(self.seen, depth, path, each), each) for each in brought)
        worth = sum(self.worth(future.seen) for future in futures) / outcomes
        return Candidate(Smash(path), worth - cost(Smash(path)), futures)

    def seen_after(self, move: Action, chance: Chance) -> Seen:
        block = change_block(at(self.board, move.path), self.stakes.depth, self.stakes.colour, move, chance)
        return with_block(self.seen, self.stakes.depth, move.path, block)

    def after(self, move: Move, future: Future, chance: Chance) -> BoardEvaluation:
        if isinstance(move, Smash) and future.brought is not None:
            return self.stakes.footing(replace_block(self.board, move.path, future.brought))
        return self.stakes.footing(apply_move(self.board, self.stakes.depth, self.stakes.colour, move, chance))


def evaluate(view: View) -> BoardEvaluation:
    """A view's board with what is at stake on it, and the positions that were left from it before and undone.

    Two who undo and redo one move for ever both gain nothing, and whoever redoes it has the time for something else.
    """
    stakes, board = Stakes.of(view), board_of(view)
    positions = [tuple(stakes.seen(each).values()) for each in (board, *earlier_boards(view))]
    oldest = {position: age for age, position in enumerate(positions)}
    return stakes.footing(board, frozenset(each for each in oldest if oldest[each] < oldest[positions[0]]))


def _next_rival(view: View, others: list[Seat]) -> Colour | None:
    """The colour of the seat on turn after the view's; None where it is not known, or nobody is."""
    waiting = [seat for seat in others if view.made[seat] < view.moves]
    return _colour(view, min(waiting, key=view.made.__getitem__)) if waiting else None


def _colour(view: View, seat: Seat) -> Colour | None:
    """A seat's colour, where it is shown or was seen in a paint."""
    shown = view.colours[seat]
    return view.painted[seat] if shown is None else shown
