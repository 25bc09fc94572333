"""The place and scale of a board on the screen, and the part of it that is in sight."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.palettes import Palette
from engines.blocky.block import Square

LEAST_SHARE = 3, 4
"""The share of the board that is in sight at least; otherwise the whole board can be looked at without lines."""


class BoardScale(NamedTuple):
    """How large a unit cell is drawn, with the line that separates its block from those before it.

    Attributes:
        across, down: its columns and half rows, a line included.
        line_across, line_down: the columns and half rows of a line; 0 where none fits.
    """

    across: int
    down: int
    line_across: int = 1
    line_down: int = 1


SMALLEST = BoardScale(2, 2)
"""The smallest scale with lines."""
OVERVIEW = BoardScale(1, 1, 0, 0)
"""Two unit cells in one character, which leaves nothing for lines."""


class BoardPlot(NamedTuple):
    """A board's place and scale on a canvas.

    Attributes:
        x, y: its upper left corner.
        side: its width in unit cells.
        columns, rows: the space available; if it needs more, a part of it shows.
        left, top: the leftmost column and the uppermost row of unit cells in sight.
    """

    side: int
    scale: BoardScale
    columns: int
    rows: int
    x: int = 0
    y: int = 0
    left: int = 0
    top: int = 0

    @property
    def units_across(self) -> int:
        """The number of columns of unit cells in sight."""
        return min(self.side, (self.columns - self.scale.line_across) // self.scale.across)

    @property
    def line_below(self) -> int:
        """The half rows of the last line: a board of the smallest scale that just fits without it leaves it out."""
        fits_without = (self.rows, self.scale) == (self.side, SMALLEST)
        return 0 if fits_without else self.scale.line_down

    @property
    def units_down(self) -> int:
        """The number of rows of unit cells in sight."""
        return min(self.side, (2 * self.rows - self.line_below) // self.scale.down)

    @property
    def width(self) -> int:
        return self.units_across * self.scale.across + self.scale.line_across

    @property
    def half_rows(self) -> int:
        return self.units_down * self.scale.down + self.line_below

    @property
    def height(self) -> int:
        return (self.half_rows + 1) // 2

    @property
    def in_sight(self) -> int:
        """The number of unit cells in sight."""
        return self.units_across * self.units_down

    @property
    def has_lines(self) -> bool:
        return self.scale != OVERVIEW

    @property
    def is_whole(self) -> bool:
        return self.in_sight == self.side**2

    def scrolled_to(self, square: Square, cell: tuple[int, int], left: int, top: int) -> BoardPlot:
        """The plot scrolled so that a square and its neighbours are in sight; for one too large, the given cell.

        It is scrolled from `left` and `top` by as little as possible.
        """
        (column, row), size = cell, square.size
        return self._replace(
            left=_scroll(left, (square.x, size, column), self.units_across, self.side),
            top=_scroll(top, (square.y, size, row), self.units_down, self.side),
        )

    def scrolled_by(self, steps: int) -> BoardPlot:
        """The plot scrolled from its upper left corner: down as far as it goes, and then to the right."""
        below, aside = self.side - self.units_down, self.side - self.units_across
        return self._replace(top=min(steps, below), left=max(0, min(steps - below, aside)))


def fit_board(
    depth: int, palette: Palette, width: int, height: int, needed: int = 1, *, widens: bool = True
) -> BoardPlot:
    """The largest plot that fits so many columns and rows, at their upper left corner.

    Lines between blocks are always drawn, so the smallest scale shows a part of a large board. Only where that is
    little of it, and so many unit cells are `needed` at once that they do not fit, all are drawn without lines.
    Where a board `widens`, cells of texture may be a column wider than high: they have no half rows to grow by.
    """
    side = 1 << depth
    most = (width - 1) // side if widens else 0
    for size in range(min(width // side, 2 * height // side), 2, -1):
        plot = BoardPlot(side, _scale(palette, size, most), width, height)
        if plot.is_whole and (palette != "texture" or size % 2 == 0):
            return plot
    plot = BoardPlot(side, _scale(palette, 2, most), width, height)
    least, of = LEAST_SHARE
    shows_enough = of * plot.in_sight >= least * side**2 or needed <= min(plot.units_across, plot.units_down)
    return plot if shows_enough or palette == "texture" else plot._replace(scale=OVERVIEW)


def _scale(palette: Palette, size: int, most: int) -> BoardScale:
    """The scale by a unit cell's columns, of which a texture's may have one more if so many fit at most.

    Textures have no half rows: their lines are whole rows, or none.
    """
    if palette == "texture":
        return BoardScale(min(size + 1, max(size, most)), size, 1, 2 if size > 2 else 0)
    return BoardScale(size, size)


def _scroll(before: int, wanted: tuple[int, int, int], shown: int, side: int) -> int:
    start, size, cell = wanted
    if size + 2 > shown:
        start, size = cell, 1
    least, most = start + size + 1 - shown, min(start - 1, side - shown)
    return max(0, min(max(before, least), most))
