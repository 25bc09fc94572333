"""How each action on a block would change everybody's score, as far as that can be known."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from client.games.blocky.actions import moves_at
from engines.blocky.block import Block, Colour, Path, at, combine, read, replace_block, rotate, square, swap, text
from engines.blocky.goals import Kind, Planes, planes, repaint, score
from engines.blocky.moves import Combine, Move, Paint, Pass, Rotate, Smash, Swap, cost, refusal
from engines.blocky.view import View, board_of
from engines.game import Seat

Colours = tuple[Colour | None, ...]
Changes = tuple[int | None, ...]
"""By seat; None if it is secret, or left to chance."""

NO_COLOUR = -1
"""Differs from every colour, because a player whose colour is secret might be allowed to paint any cell."""


_board = lru_cache(maxsize=8)(read)


class ScorePreview(NamedTuple):
    """A move, why it is not allowed (empty if it is), and how it would change the scores.

    The change for the seat that makes it includes the move's cost.
    """

    move: Move
    obstacle: str
    changes: Changes


class PreviewBasis(NamedTuple):
    """What a preview depends on besides the block: the cache key."""

    board: str
    depth: int
    kind: Kind
    colours: Colours
    seat: Seat


def preview_scores(view: View, path: Path) -> tuple[ScorePreview, ...]:
    """A preview of each action on a block, for the view's seat or, for a spectator, the seat on turn."""
    return _preview_scores(PreviewBasis(view.board, view.depth, view.kind, view.colours, actor(view)), path)


def board_after(view: View, move: Move) -> str | None:
    """The board after a legal move; None if that depends on chance or a secret colour."""
    if isinstance(move, Pass):
        return view.board
    board = board_of(view)
    block = _block_after(at(board, move.path), move, view.colours[actor(view)])
    return None if block is None else text(replace_block(board, move.path, block))


def actor(view: View) -> Seat:
    """The seat whose moves are previewed."""
    return (view.mover or 0) if view.seat is None else view.seat


def best(view: View, found: tuple[ScorePreview, ...]) -> ScorePreview | None:
    """The preview that gains most, or of equals the one that others gain least by; None if none gains anything."""
    seat = actor(view)

    def worth(preview: ScorePreview) -> tuple[int, int]:
        others = [change or 0 for at, change in enumerate(preview.changes) if at != seat and at not in view.gone]
        return preview.changes[seat] or 0, -max(others, default=0)

    gaining = [preview for preview in found if (preview.changes[seat] or 0) > 0]
    return max(gaining, key=worth, default=None)


@lru_cache(maxsize=256)
def _preview_scores(position: PreviewBasis, path: Path) -> tuple[ScorePreview, ...]:
    return tuple(_preview(position, move) for move in moves_at(path))


def _preview(position: PreviewBasis, move: Move) -> ScorePreview:
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
    board, colour = _board(position.board), position.colours[position.seat]
    if refusal(board, position.depth, NO_COLOUR if colour is None else colour, move) is None:
        return ""
    match move:
        case Rotate() | Swap():
            return "not divided"
        case Smash(path):
            return "too small" if len(path) == position.depth else "is divided"
        case Combine(path):
            block = at(board, path)
            return "not four cells" if len(path) != position.depth - 1 or isinstance(block, Colour) else "a tie"
        case Paint(path):
            return "not one cell" if len(path) < position.depth else "already yours"
        case Pass():
            return ""


def _planes_after(position: PreviewBasis, move: Move) -> Planes | None:
    """Where each colour is after a legal move; None if that depends on chance or a secret colour."""
    before = _planes(position.board, position.depth)
    if isinstance(move, Pass):
        return before
    block = _block_after(at(_board(position.board), move.path), move, position.colours[position.seat])
    return None if block is None else repaint(before, square(move.path, position.depth), block, position.depth)


def _block_after(block: Block, move: Move, colour: Colour | None) -> Block | None:
    match move:
        case Rotate(_, clockwise):
            return rotate(block, clockwise=clockwise)
        case Swap(_, horizontally):
            return swap(block, horizontally=horizontally)
        case Combine():
            return combine(block)
        case Paint():
            return colour
        case Smash() | Pass():
            return None


def _worth(position: PreviewBasis, planes: Planes, colour: Colour) -> int:
    return score(position.kind, planes[colour], position.depth)


@lru_cache(maxsize=8)
def _planes(board: str, depth: int) -> Planes:
    return planes(_board(board), depth)
