"""What is drawn, as plain values: lines of styled text, the places on them to click, and a canvas to make them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import category

from wcwidth import wcwidth

Fragment = tuple[str, str]
"""A style's name and the text in it."""

Line = tuple[Fragment, ...]

FRAME = "┌─┐│└┘"


class Region(NamedTuple):
    """A rectangle of cells that does something: a click gives `command`, the pointer over it shows `hint`."""

    x: int
    y: int
    width: int
    height: int
    command: str
    hint: str = ""

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies inside."""
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of one width, what can be clicked on them (the last drawn lies on top), and when they change by themselves.

    `again_s` is in seconds from now; None means that nothing changes until something happens.
    """

    lines: tuple[Line, ...]
    regions: tuple[Region, ...] = ()
    again_s: float | None = None

    def at(self, x: int, y: int) -> Region | None:
        """What lies on top at a cell."""
        return next((region for region in reversed(self.regions) if region.holds(x, y)), None)


class Canvas:
    """A sheet of cells to draw on. What falls off its edges is lost, so the drawing has the size asked for, always.

    It changes as it is drawn on, which is what a canvas is for, and never leaves the function that made it.
    """

    def __init__(self, width: int, height: int, style: str = "") -> None:
        """Start with blank cells."""
        self.width = width
        self.height = height
        self.again_s: float | None = None
        self._cells = [[(style, " ")] * width for _ in range(height)]
        self._regions: list[Region] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write from a cell to the right, cleaned and cut at the edge; gives the column after the text."""
        for char in clean(text):
            room = wcwidth(char)
            if 0 <= y < self.height and x >= 0 and x + room <= self.width:
                self._write(x, y, style, char, room)
            x += room
        return x

    def _write(self, x: int, y: int, style: str, char: str, room: int) -> None:
        """Fill a character's cells; of a wide one that lay there, no half is left."""
        row = self._cells[y]
        if row[x][1] == "" and x > 0:
            row[x - 1] = (row[x - 1][0], " ")
        if x + room < self.width and row[x + room][1] == "":
            row[x + room] = (row[x + room][0], " ")
        row[x : x + room] = [(style, char), (style, "")][:room]

    def right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write so that the text ends before column `x`; gives the column where it starts."""
        start = x - width_of(clean(text))
        self.put(start, y, text, style)
        return start

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write in the middle of `width` cells."""
        text = fit(text, width)
        self.put(x + (width - width_of(text)) // 2, y, text, style)

    def rule(self, y: int, style: str = "rule") -> None:
        """Draw a line across."""
        self.put(0, y, "─" * self.width, style)

    def blank(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        """Wipe a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def frame(self, x: int, y: int, width: int, height: int, title: str = "", style: str = "frame") -> None:
        """Draw a frame with its title in the upper edge, and wipe what is inside."""
        across = FRAME[1] * (width - 2)
        self.blank(x + 1, y + 1, width - 2, height - 2)
        self.put(x, y, FRAME[0] + across + FRAME[2], style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, FRAME[3], style)
            self.put(x + width - 1, row, FRAME[3], style)
        self.put(x, y + height - 1, FRAME[4] + across + FRAME[5], style)
        if title:
            self.put(x + 2, y, fit(f" {title} ", width - 4), "panel-title")

    def click(self, x: int, y: int, width: int, height: int, command: str, hint: str = "") -> None:
        """Let a rectangle be clicked."""
        self._regions.append(Region(x, y, width, height, command, hint))

    def cover(self) -> None:
        """Let nothing drawn so far be clicked any more."""
        self._regions.clear()

    def again(self, after_s: float) -> None:
        """Say that the drawing looks different after so many seconds."""
        self.again_s = after_s if self.again_s is None else min(self.again_s, after_s)

    def paste(self, x: int, y: int, drawing: Drawing) -> None:
        """Put another drawing on this one, with all that can be clicked on it."""
        for row, line in enumerate(drawing.lines, y):
            column = x
            for style, text in line:
                column = self.put(column, row, text, style)
        self._regions += [region._replace(x=region.x + x, y=region.y + y) for region in drawing.regions]
        if drawing.again_s is not None:
            self.again(drawing.again_s)

    def done(self) -> Drawing:
        """The finished drawing."""
        return Drawing(tuple(_runs(row) for row in self._cells), tuple(self._regions), self.again_s)


def clean(text: str) -> str:
    r"""The text without anything that could harm a screen: controls, escapes, direction marks, characters of no width.

    >>> clean("ana\x1b[2J\u202e\n bob")
    'ana[2J  bob'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([" " if char.isspace() else char for char in text if _shows(char)])


def width_of(text: str) -> int:
    """How many cells a cleaned text takes."""
    return len(text) if text.isascii() else sum([wcwidth(char) for char in text])


def fit(text: str, width: int) -> str:
    """The text cleaned and, where it is wider than `width` cells, cut with an ellipsis."""
    text = clean(text)
    if width_of(text) <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """The text made exactly `width` cells wide."""
    text = fit(text, width)
    return text + " " * (width - width_of(text))


def _shows(char: str) -> bool:
    return char.isspace() or (wcwidth(char) > 0 and category(char)[0] != "C")


def _runs(row: list[Fragment]) -> Line:
    """The cells with neighbours of one style joined."""
    runs: list[Fragment] = []
    style, text = row[0][0], ""
    for cell_style, char in row:
        if cell_style != style:
            runs.append((style, text))
            style, text = cell_style, ""
        text += char
    return (*runs, (style, text))
