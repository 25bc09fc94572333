"""Fits the lines of a list into their cells: in columns below headings, or at both edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from client.drawing.canvas import clean, fit, fit_name, pad, width_of
from client.net.identity.identity import MAX_NAME_COLUMNS
from client.state.phrases.players import PAIR

GAP = 2
"""Cells between two columns."""
LEAST_NAME = 4
"""Cells of a name that still identify somebody: three letters, and the sign that more are left out."""
LEAST_LEFT = 16
"""Cells that the text at the left edge keeps, if it needs them, while one at the right can be left out."""
VERSUS, AND = " - ", ", "
"""Stands between two players, and between more."""


class PlayersCell(NamedTuple):
    """People, each with a rating in words or "": where cells are few, names are cut, and never a number."""

    people: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return self._with_names(MAX_NAME_COLUMNS)

    def within(self, width: int) -> str:
        """As much as fits; if ratings do not, the names alone, or the first one and how many more there are."""
        alone = PlayersCell(tuple((name, "") for name, _ in self.people))
        for cell in (self, alone):
            for most in range(MAX_NAME_COLUMNS, LEAST_NAME - 1, -1):
                text = cell._with_names(most)
                if width_of(text) <= width:
                    return text
        (first, _), *others = self.people
        more = f" +{len(others)}" if others else ""
        return fit(f"{fit(first, max(0, width - len(more)))}{more}", width)

    def _with_names(self, most: int) -> str:
        return self._joined(f"{fit_name(name, most)} {rating}".rstrip() for name, rating in self.people)

    def _joined(self, texts: Iterable[str]) -> str:
        return (VERSUS if len(self.people) == PAIR else AND).join(texts)


class Title(NamedTuple):
    """A game's title, shortened to its first word where it does not fit."""

    text: str

    def within(self, width: int) -> str:
        title = clean(self.text).strip()
        return title if width_of(title) <= width else title.partition(" ")[0]


Cell = str | PlayersCell | Title
Cells = Mapping[str, Cell]
"""A line's cells, by the headings of their columns."""
NO_CELLS: Cells = MappingProxyType({})


class TableRow(NamedTuple):
    """A line that can be chosen: its command, a hint, and what it shows.

    It has cells for the columns of its list or, if that has none, texts for its edges: one for the left, and for the
    right as many as fit. A row is left free above a line that `begins` a group.
    """

    command: str
    hint: str
    cells: Cells = NO_CELLS
    edges: tuple[str, ...] = ()
    begins: bool = False


class Column(NamedTuple):
    """A column: its heading, the width it may shrink to, and in which turn, counted from 1; 0 for never."""

    heading: str
    least: int = 0
    turn: int = 0


def filled(columns: Sequence[Column], lines: Sequence[Cells]) -> tuple[Column, ...]:
    """The columns that have something in any line."""
    return tuple(each for each in columns if any(_width(line[each.heading]) for line in lines))


def widths(columns: Sequence[Column], lines: Sequence[Cells], room: int) -> list[int]:
    """The width of each column: that of its widest cell, as far as there is room."""
    wanted = [max([width_of(each.heading), *(_width(line[each.heading]) for line in lines)]) for each in columns]
    excess = sum(wanted) + GAP * (len(columns) - 1) - room
    for at in sorted((at for at, column in enumerate(columns) if column.turn), key=lambda at: columns[at].turn):
        cut = min(max(0, excess), max(0, wanted[at] - columns[at].least))
        wanted[at] -= cut
        excess -= cut
    return wanted


def in_columns(columns: Sequence[Column], wide: Sequence[int], line: Cells) -> str:
    cells = (pad(_within(line[each.heading], width), width) for each, width in zip(columns, wide, strict=True))
    return (" " * GAP).join(cells)


def headings(columns: Sequence[Column], wide: Sequence[int]) -> str:
    return in_columns(columns, wide, {each.heading: each.heading for each in columns})


def at_edges(texts: tuple[str, ...], room: int) -> tuple[str, str]:
    """The text at the left edge, and at the right as many of the others as leave it room, but at least the first."""
    left, *right = texts
    while len(right) > 1 and room - width_of(_joined(right)) - 1 < min(width_of(clean(left)), LEAST_LEFT):
        right.pop()
    end = _joined(right)
    return f"{pad(left, max(0, room - width_of(end) - bool(end)))}{' ' if end else ''}", end


def _joined(texts: Sequence[str]) -> str:
    return clean((" " * GAP).join(filter(None, texts)))


def _width(cell: Cell) -> int:
    return width_of(clean(cell if isinstance(cell, str) else cell.text))


def _within(cell: Cell, width: int) -> str:
    return cell if isinstance(cell, str) else cell.within(width)
