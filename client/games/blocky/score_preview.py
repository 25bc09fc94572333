"""What each thing to do with a block would do to everyone's score, as far as that may be known."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from client.games.blocky.actions import moves_at
from engines.blocky.block import Block, Colour, Path, at, combined, read, rotated, square, swapped
from engines.blocky.goals import Kind, Planes, planes, repainted, score
from engines.blocky.moves import Combine, Move, Paint, Pass, Rotate, Smash, Swap, cost, refusal
from engines.blocky.view import View
from engines.game import Seat

Colours = tuple[Colour | None, ...]
Changes = tuple[int | None, ...]
"""By seat; None where it is secret, or left to chance."""

NO_COLOUR = -1
"""Differs from every colour: as far as one knows, whose colour is secret could paint any cell."""


class ScorePreview(NamedTuple):
    """A move, why it is not allowed in a few words (nothing where it is), and how it would change the scores.

    The change of the seat that makes it has the move's cost in it.
    """

    move: Move
    obstacle: str
    changes: Changes


class PreviewBasis(NamedTuple):
    """What the prospects depend on, beside the block: so they are looked into once for as long as all of it stays."""

    board: str
    depth: int
    kind: Kind
    colours: Colours
    seat: Seat


def prospects(view: View, path: Path) -> tuple[ScorePreview, ...]:
    """What comes of each of the DEEDS on a block, made by the view's seat or, for who watches, by the seat on turn."""
    return _prospects(PreviewBasis(view.board, view.depth, view.kind, view.colours, actor(view)), path)


def actor(view: View) -> Seat:
    """The seat whose moves are looked into."""
    return (view.mover or 0) if view.seat is None else view.seat


def best(view: View, found: tuple[ScorePreview, ...]) -> ScorePreview | None:
    """The prospect that gains most, of equals the one that others gain least by; None where none gains anything."""
    seat = actor(view)

    def worth(prospect: ScorePreview) -> tuple[int, int]:
        others = [change or 0 for at, change in enumerate(prospect.changes) if at != seat and at not in view.gone]
        return prospect.changes[seat] or 0, -max(others, default=0)

    gaining = [prospect for prospect in found if (prospect.changes[seat] or 0) > 0]
    return max(gaining, key=worth, default=None)


@lru_cache(maxsize=256)
def _prospects(position: PreviewBasis, path: Path) -> tuple[ScorePreview, ...]:
    return tuple(_prospect(position, move) for move in moves_at(path))


def _prospect(position: PreviewBasis, move: Move) -> ScorePreview:
    unknown: Changes = (None,) * len(position.colours)
    obstacle = _obstacle(position, move)
    after = None if obstacle else _planes_after(position, move)
    if after is None:
        return ScorePreview(move, obstacle, unknown)
    before = _planes(position.board, position.depth)
    changes = [
        None if colour is None else _worth(position, after, colour) - _worth(position, before, colour)
        for colour in position.colours
    ]
    own = changes[position.seat]
    changes[position.seat] = None if own is None else own - cost(move)
    return ScorePreview(move, "", tuple(changes))


def _obstacle(position: PreviewBasis, move: Move) -> str:
    """Why a move is refused, in a few words."""
    board, colour = _board(position.board), position.colours[position.seat]
    if refusal(board, position.depth, NO_COLOUR if colour is None else colour, move) is None:
        return ""
    match move:
        case Rotate() | Swap():
            return "not divided"
        case Smash(path):
            return "a unit cell" if len(path) == position.depth else "is divided"
        case Combine(path):
            block = at(board, path)
            return "not four cells" if len(path) != position.depth - 1 or isinstance(block, Colour) else "a tie"
        case Paint(path):
            return "not one cell" if len(path) < position.depth else "yours already"
        case Pass():
            return ""


def _planes_after(position: PreviewBasis, move: Move) -> Planes | None:
    """Where each colour is after an allowed move; None where chance decides that, or a colour that is secret."""
    before = _planes(position.board, position.depth)
    if isinstance(move, Pass):
        return before
    block = _block_after(at(_board(position.board), move.path), move, position.colours[position.seat])
    return None if block is None else repainted(before, square(move.path, position.depth), block, position.depth)


def _block_after(block: Block, move: Move, colour: Colour | None) -> Block | None:
    match move:
        case Rotate(_, clockwise):
            return rotated(block, clockwise=clockwise)
        case Swap(_, horizontally):
            return swapped(block, horizontally=horizontally)
        case Combine():
            return combined(block)
        case Paint():
            return colour
        case Smash() | Pass():
            return None


def _worth(position: PreviewBasis, planes: Planes, colour: Colour) -> int:
    return score(position.kind, planes[colour], position.depth)


@lru_cache(maxsize=8)
def _planes(board: str, depth: int) -> Planes:
    return planes(_board(board), depth)


@lru_cache(maxsize=8)
def _board(written: str) -> Block:
    return read(written)
