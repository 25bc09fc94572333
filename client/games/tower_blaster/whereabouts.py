"""Draws where each of the sixty bricks is, as far as those who watched know."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit
from client.games.spec import Scene
from client.games.tower_blaster.bricks import HIDDEN, LIGHT, SOLID
from client.games.tower_blaster.text import known_bricks
from client.games.widgets.rectangles import Rectangle
from engines.game import Seat
from engines.tower_blaster.view import BRICKS, Brick, View, discard_pile

CELLS = (4, 3)
"""Cells for a brick: its number, a sign of where it is, and if that fits a space."""
IN_ROW = (30, 20, 15, 12, 10)
"""How many bricks may stand in a row, so that all rows are full."""
UNSEEN = (" ", "off")
SIGNS = ((SOLID, "brick"), (LIGHT, "brick-theirs"), (HIDDEN, "brick-top"))
"""The signs, and their styles, of a brick in the player's own tower, in the other, and on the discard pile."""
DISCARDED, GAP = "discarded", 2
"""What the last sign means, and the cells after the others' meanings."""


def put_map(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> None:
    """Draw all bricks by their numbers in a frame, and below them what the signs mean."""
    canvas.frame(x, y, width, map_rows(width), "Where the bricks are")
    in_row, cells = _in_row(width)
    signs = _signs(scene.view, scene.seat or 0)
    for at, brick in enumerate(BRICKS):
        row, column = divmod(at, in_row)
        sign, style = signs.get(brick, UNSEEN)
        canvas.put(x + 2 + cells * column, y + 1 + row, f"{brick:>2}{sign}", style)
    _put_signs(canvas, scene, Rectangle(x + 2, y + map_rows(width) - 2, width - 4, 1))


def _put_signs(canvas: Canvas, scene: Scene, place: Rectangle) -> None:
    """Write what the signs mean, in a row; long names are cut."""
    first, x = scene.seat or 0, place.x
    room = (place.width - len(DISCARDED) - len(SIGNS) * 2 - 2 * GAP) // 2
    names = ["you" if seat == scene.seat else fit(scene.names[seat], room) for seat in (first, 1 - first)]
    for (sign, style), meaning in zip(SIGNS, (*names, DISCARDED), strict=True):
        x = canvas.put(x, place.y, f"{sign} {meaning}", style) + GAP


def map_rows(width: int) -> int:
    """The rows of the frame, with those of its edges and of what the signs mean."""
    return len(BRICKS) // _in_row(width)[0] + 3


def _in_row(width: int) -> tuple[int, int]:
    """How many bricks stand in a row of the frame, and the cells for each."""
    ways = ((many, cells) for cells in CELLS for many in IN_ROW)
    return next(((many, cells) for many, cells in ways if many * cells <= width - 4), (IN_ROW[-1], CELLS[-1]))


def _signs(view: View, first: Seat) -> dict[Brick, tuple[str, str]]:
    """What stands for the place of each brick that is known, and its style; one in hand belongs to its player."""
    towers = [view.towers[seat] or (*known_bricks(view, seat), *_in_hand(view, seat)) for seat in (first, 1 - first)]
    places = (*towers, discard_pile(view))
    return {brick: sign for sign, bricks in zip(SIGNS, places, strict=True) for brick in bricks}


def _in_hand(view: View, seat: Seat) -> tuple[Brick, ...]:
    return (view.hand,) if view.hand is not None and seat == view.mover else ()
