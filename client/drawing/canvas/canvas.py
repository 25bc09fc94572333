"""The grid of cells that drawings are made on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from client.drawing.canvas.cells import clean, fit, is_beside, is_wide, measure, width_of, wrap_words
from client.drawing.canvas.drawings import WHEEL, Drawing, Fragment, Grid, Line, Region, Spare

FRAME = "┌─┐│└┘"
FIRST_BESIDE = "\u0903"
"""The first of the marks that stand beside their letters."""


class Canvas:
    """A grid of cells to draw on. It cuts what falls off its edges, so the drawing always has the size asked for.

    It is mutable, and never leaves the function that made it.
    """

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width = width
        self.height = height
        self.again_s: float | None = None
        self.spare: Spare | None = None
        self.is_full = False
        # Apart, as neither takes an object for each cell then.
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]
        self._regions: list[Region] = []

    def put(self, x: int, y: int, text: str, style: str = "", height: int = 1) -> int:
        """Write to the right from a cell, cleaned and cut at the edge, and the same into so many rows in all.

        Returns the column after the text.
        """
        chars, room = measure(text)
        end, styles = x + room, [style] * room
        for row in range(max(y, 0), min(y + height, self.height)):
            line = self._chars[row]
            if 0 <= x < end <= self.width and line[x] and (end == self.width or "" < line[end] < FIRST_BESIDE):
                line[x:end] = chars
                self._styles[row][x:end] = styles
            else:
                self._fill(x, row, chars, styles)
        return end

    def _fill(self, x: int, y: int, chars: Sequence[str], styles: list[str]) -> None:
        """Fill cells of a row; what is left of a letter that is half covered, or cut by the edge, is blanked."""
        row, end = self._chars[y], min(x + len(chars), self.width)
        if x < 0 or x >= end:
            return
        if row[x] == "":
            row[x - 1] = " "
        for after in range(end, self.width):
            if row[after] and not is_beside(row[after][0]):
                break
            row[after] = " "
        row[x:end] = chars[: end - x]
        self._styles[y][x:end] = styles[: end - x]
        if end == self.width and is_wide(row[-1]):
            row[-1] = " "

    def restyle(self, x: int, y: int, width: int, style: str) -> None:
        """Give cells of a row, whatever stands there, another style."""
        start, end = max(0, x), min(x + width, self.width)
        if 0 <= y < self.height and start < end:
            self._styles[y][start:end] = [style] * (end - start)

    def right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write so that the text ends before column `x`; returns the column where it starts."""
        start = x - measure(text)[1]
        self.put(start, y, text, style)
        return start

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write in the middle of `width` cells."""
        text = fit(text, width)
        self.put(x + (width - width_of(text)) // 2, y, text, style)

    def centre_wrapped(self, y: int, text: str, style: str = "") -> None:
        """Write a text over the whole width, each of its lines in the middle, around a row."""
        lines = wrap_words(clean(text), self.width - 2)
        for row, line in enumerate(lines, y - len(lines) // 2):
            self.centre(0, row, self.width, line, style)

    def rule(self, y: int) -> None:
        self.put(0, y, "─" * self.width, "rule")

    def blank(self, x: int, y: int, width: int, height: int) -> None:
        self.put(x, y, " " * width, height=height)

    def blank_words(self, x: int, y: int, width: int, height: int) -> None:
        """Blank a rectangle, and on its left what is left of the words that reach into it."""
        for row in range(y, y + height):
            chars, start = self._chars[row], x
            while start > 0 and chars[start].isalnum() and chars[start - 1].isalnum():
                start -= 1
            self.put(start, row, " " * (x + width - start))

    def frame(self, x: int, y: int, width: int, height: int, title: str = "", style: str = "frame") -> None:
        """Draw a frame with a title in its upper edge, and clear its inside."""
        self.blank(x + 1, y + 1, width - 2, height - 2)
        self.outline(x, y, width, height, style)
        if title:
            self.put(x + 2, y, fit(f" {title} ", width - 4), "panel-title")

    def outline(
        self, x: int, y: int, width: int, height: int, style: str, edges: str = FRAME, inside: str = ""
    ) -> None:
        """Draw a frame of six characters, filled with one if `inside` is one, or else around what is there."""
        across = edges[1] * (width - 2)
        self.put(x, y, edges[0] + across + edges[2], style)
        if inside:
            self.put(x, y + 1, edges[3] + inside * (width - 2) + edges[3], style, height - 2)
        else:
            self.put(x, y + 1, edges[3], style, height - 2)
            self.put(x + width - 1, y + 1, edges[3], style, height - 2)
        self.put(x, y + height - 1, edges[4] + across + edges[5], style)

    def click(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        command: str,
        hint: str = "",
        *,
        over: str = "",
        other: str = "",
        twice: str = "",
        drop: str = "",
        wheel: tuple[str, str] = WHEEL,
        grid: Grid | None = None,
        click: str = "",
        carries: str = "",
        away: str = "",
    ) -> None:
        region = Region(x, y, width, height, command, hint, over, other, twice, drop, wheel, grid, click, carries, away)
        self._regions.append(region)

    def cover(self) -> None:
        """Remove all regions so far."""
        self._regions.clear()

    def spares(self, x: int, y: int, width: int, height: int, framed: int | None = None) -> None:
        """Mark a framed list, newest entries first, whose lower part and the rows below it may be covered."""
        self.spare = Spare(x, y, width, height, height if framed is None else framed)

    def mark_full(self) -> None:
        """Have nothing laid over this: a panel would hide what one wants to see, so a line tells the same."""
        self.is_full = True

    def again(self, after_s: float) -> None:
        """Have the drawing made again after so many seconds."""
        self.again_s = after_s if self.again_s is None else min(self.again_s, after_s)

    def paste(self, x: int, y: int, drawing: Drawing) -> None:
        """Put another drawing on this one, with its regions."""
        for row, line in enumerate(drawing.lines[: max(0, self.height - y)], y):
            chars: list[str] = []
            styles: list[str] = []
            for style, text in line:
                cells, room = measure(text)
                chars += cells
                styles += [style] * room
            self._fill(x, row, chars, styles)
        self._regions += [region._replace(x=region.x + x, y=region.y + y) for region in drawing.regions]
        if drawing.again_s is not None:
            self.again(drawing.again_s)
        self.is_full = self.is_full or drawing.is_full
        if drawing.spare is not None:
            self.spare = drawing.spare._replace(x=drawing.spare.x + x, y=drawing.spare.y + y)

    def done(self) -> Drawing:
        lines = tuple(map(_join_runs, self._chars, self._styles))
        return Drawing(lines, tuple(self._regions), self.again_s, self.spare, self.is_full)


def _join_runs(chars: list[str], styles: list[str]) -> Line:
    """Join neighbouring cells of one style."""
    runs: list[Fragment] = []
    start = 0
    for style, cells in groupby(styles):
        end = start + len(list(cells))
        runs.append((style, "".join(chars[start:end])))
        start = end
    return tuple(runs)
