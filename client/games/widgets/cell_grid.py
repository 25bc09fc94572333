"""A board of cells for games on a grid: drawn, with a marked cell that arrows move, and a click for each cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from client.drawing.canvas import Canvas, Drawing, Fragment, Grid, width_of
from client.games.keys import Key
from client.games.spec import GameClient, Marking, MoveReading, NotYourTurnError, Scene, TableDrawing
from engines.game import IllegalMoveError

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CELL_WIDTHS = (7, 5, 3, 1)
"""The widths of a cell between its lines; the widest for which the board fits is taken."""
SIDE_COLUMNS = 40
"""Columns on the right that a wide screen leaves free, where a question can open."""
WIDE_SCREEN = 80
KEYS = (
    Key(("enter", "space"), "Enter", "choose", "pick", "Make the move of the marked cell."),
    Key(("up",), "↑", "", "aim up", "Mark the cell above."),
    Key(("down",), "↓", "", "aim down", "Mark the cell below."),
    Key(("left",), "←", "", "aim left", "Mark the cell on the left."),
    Key(("right",), "→", "", "aim right", "Mark the cell on the right."),
)


class CellMark(NamedTuple):
    """The marked cell, counted from the upper left."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class CellGrid:
    """A board of so many columns and rows.

    Attributes:
        cell: the style and text of a cell, given a view, its column and its row.
        move_at: the canonical text of the move that a cell stands for, given the same. It need not be legal.
        by_column: whether moves are about columns: then a whole column is marked and clicked, and its row is always 0.
    """

    columns: int
    rows: int
    cell: Callable[[Any, int, int], Fragment]
    move_at: Callable[[Any, int, int], str]
    by_column: bool = False

    @property
    def _rows_to_mark(self) -> int:
        return 1 if self.by_column else self.rows

    def put(self, canvas: Canvas, place: tuple[int, int, int, int], view: Any, mark: Any) -> None:  # noqa: ANN401
        """Draw the board in the middle of a place: its column, row, width and height. A click makes a cell's move."""
        left, top, width, height = place
        inner = next((each for each in CELL_WIDTHS if self.columns * (each + 1) < width), 1)
        wide, high = inner + 1, 2 if 2 * self.rows < height else 1
        x, y = left + max(0, (width - self.columns * wide - 1) // 2), top + max(0, (height - self.rows * high) // 2)
        if high > 1:
            self._put_lines(canvas, x, y, inner)
        for row, column in product(range(self.rows), range(self.columns)):
            style, text = self.cell(view, column, row)
            is_marked = mark == (column, min(row, self._rows_to_mark - 1))
            text = f"[{text}]" if is_marked and inner > width_of(text) + 1 else text
            canvas.centre(
                x + column * wide + 1,
                y + row * high + high - 1,
                inner,
                text.center(inner),
                "marked" if is_marked else style,
            )
        canvas.click(
            x, y, self.columns * wide, self.rows * high, "move at {x} {y}", over="aim at {x} {y}",
            grid=Grid(self.columns, self._rows_to_mark),
        )  # fmt: skip

    def draw(self, scene: Scene) -> Drawing:
        """Draw the board alone, with the mark of a player who may move."""
        canvas = Canvas(scene.width, scene.height)
        side = SIDE_COLUMNS if scene.width >= WIDE_SCREEN else 0
        mark = None if scene.seat is None or scene.is_over or scene.is_past else scene.mark
        self.put(canvas, (0, 0, scene.width - side, scene.height), scene.view, mark)
        return canvas.done()

    def aim(self, view: Any, mark: Any, words: str) -> CellMark:  # noqa: ANN401, ARG002 - every game's `aim`
        """The cell that "up", "down", "left" or "right" leads to, or that "at COLUMN ROW" names. Raises ValueError."""
        match words.split():
            case [way] if way in WAYS:
                if mark is None:
                    return CellMark(self.columns // 2, self._rows_to_mark // 2)
                right, down = WAYS[way]
                return CellMark((mark[0] + right) % self.columns, (mark[1] + down) % self._rows_to_mark)
            case ["at", column, row] if self._holds(column, row):
                return CellMark(int(column), int(row))
        raise ValueError("There's no such cell.")

    def hinted(self, view: Any, mark: Any, move: str) -> Any:  # noqa: ANN401 - every game's `hinted`
        """The first cell that stands for the move; the mark before if none does."""
        cells = (CellMark(column, row) for row, column in product(range(self._rows_to_mark), range(self.columns)))
        return next((cell for cell in cells if self.move_at(view, *cell) == move), mark)

    def _holds(self, column: str, row: str) -> bool:
        return column in map(str, range(self.columns)) and row in map(str, range(self._rows_to_mark))

    def _put_lines(self, canvas: Canvas, x: int, y: int, inner: int) -> None:
        for row in range(self.rows + 1):
            left, cross, right = "┌┬┐" if row == 0 else "└┴┘" if row == self.rows else "├┼┤"
            canvas.put(x, y + 2 * row, left + cross.join(["─" * inner] * self.columns) + right, "rule")
            if row < self.rows:
                canvas.put(x, y + 2 * row + 1, "│" + (" " * inner + "│") * self.columns, "rule")


def with_board(client: GameClient, grid: CellGrid) -> GameClient:
    """A game's client with a board to draw and to choose from, in place of a list of its moves."""
    return replace(
        client,
        keys=KEYS,
        reading=replace(client.reading, parse=_parse_with(client.reading, client.legal, grid)),
        marking=Marking(grid.aim, hinted=grid.hinted),
        drawing=TableDrawing(grid.draw),
    )


def _parse_with(
    otherwise: MoveReading, legal: Callable[[Any], tuple[str, ...]], grid: CellGrid
) -> Callable[[str, Any, Any], str]:
    """Read "pick" and "at COLUMN ROW" as the move of that cell, and all else as before."""

    def parse(typed: str, view: Any, mark: Any = None) -> str:  # noqa: ANN401 - the game's own types
        match typed.split():
            case ["pick"]:
                cell = mark
            case ["at", _, _]:
                cell = grid.aim(view, mark, typed)
            case _:
                return otherwise.parse(typed, view, mark)
        if not (moves := legal(view)):
            raise NotYourTurnError
        if cell is None:
            raise ValueError("Mark a cell first.")
        if (move := grid.move_at(view, *cell)) not in moves:
            raise IllegalMoveError("You can't move there.")
        return move

    return parse
