"""A board of cells, in the tests' own Noughts."""

from dataclasses import replace

import pytest

from client.games.spec import NotYourTurnError
from client.games.widgets.cell_grid import CellMark, with_board
from engines.game import IllegalMoveError
from tests.support.builders.scenes import is_whole, lines, scene_of
from tests.support.games.noughts import CLIENT, GRID, View
from tests.support.golden.sentences import error_of, golden_test

NAMES = ("ana", "ben")
TAKEN = View(0, ("X..", ".O.", "..."))
SIZES = ((100, 27), (80, 19), (60, 15), (20, 7), (9, 3))


@pytest.mark.parametrize("size", SIZES)
def test_a_board_is_drawn_at_every_size_with_a_click_for_each_cell(size):
    drawing = CLIENT.drawing.draw(scene_of(TAKEN, NAMES, size))
    assert is_whole(drawing, size)
    (region,) = drawing.regions
    cells = {(x, y): region.cell(x, y) for x in range(size[0]) for y in range(size[1]) if region.holds(x, y)}
    assert set(cells.values()) == {(column, row) for column in range(3) for row in range(3)}
    drawn = lines(drawing)
    found = {cells[x, y]: drawn[y][x] for x, y in cells if drawn[y][x] in "XO"}
    assert found == {(0, 0): "X", (1, 1): "O"}


def test_a_click_on_a_cell_makes_its_move_and_the_pointer_marks_it():
    drawing = CLIENT.drawing.draw(scene_of(TAKEN, NAMES, (60, 15)))
    (region,) = drawing.regions
    command = region.says(region.command, region.x + region.width - 1, region.y)
    assert CLIENT.reading.parse(command.removeprefix("move "), TAKEN, None) == "take c1"
    assert CLIENT.marking.aim(TAKEN, None, region.says(region.over, region.x, region.y)[4:]) == (0, 0)


def test_the_marked_cell_is_drawn_as_marked_while_one_can_move():
    def styles(**changes):
        return {
            style
            for line in CLIENT.drawing.draw(scene_of(TAKEN, NAMES, (60, 15), **changes)).lines
            for style, _ in line
        }

    assert "marked" in styles(mark=CellMark(2, 1))
    assert "marked" not in styles(mark=CellMark(2, 1), is_over=True)
    assert "marked" not in styles()


def test_arrows_lead_around_the_board():
    aim = CLIENT.marking.aim
    assert aim(TAKEN, None, "up") == (1, 1)
    assert [aim(TAKEN, CellMark(0, 0), way) for way in ("up", "left", "down", "right")] == [
        (0, 2),
        (2, 0),
        (0, 1),
        (1, 0),
    ]


def test_by_columns_a_click_anywhere_in_one_makes_its_move_and_all_of_it_is_marked():
    grid = replace(GRID, by_column=True, move_at=lambda _view, column, _row: f"drop {column}")
    drawing = with_board(CLIENT, grid).drawing.draw(scene_of(TAKEN, NAMES, (60, 15), mark=CellMark(2, 0)))
    (region,) = drawing.regions
    ends = [(region.x, region.y), (region.x + region.width - 1, region.y + region.height - 1)]
    assert [region.says(region.command, *end) for end in ends] == ["move at 0 0", "move at 2 0"]
    assert sum(style == "marked" for line in drawing.lines for style, _ in line) == 3
    assert grid.aim(TAKEN, CellMark(1, 0), "down") == grid.hinted(TAKEN, None, "drop 1") == (1, 0)


def test_a_hint_marks_its_cell_and_enter_makes_its_move():
    mark = CLIENT.marking.hinted(TAKEN, None, "take b3")
    assert mark == (1, 2)
    assert CLIENT.reading.parse("pick", TAKEN, mark) == "take b3"
    assert GRID.hinted(TAKEN, mark, "take d9") == mark


def test_every_legal_text_and_every_number_in_the_list_means_its_move():
    moves = CLIENT.legal(TAKEN)
    assert [CLIENT.reading.parse(move, TAKEN, None) for move in moves] == list(moves)
    assert CLIENT.reading.parse("2", TAKEN, None) == moves[1]


@pytest.mark.parametrize(
    ("typed", "view", "error"),
    [("at 0 0", TAKEN, IllegalMoveError), ("pick", View(1), NotYourTurnError), ("at 3 0", TAKEN, ValueError)],
)
def test_a_cell_without_a_legal_move_is_refused(typed, view, error):
    with pytest.raises(error):
        CLIENT.reading.parse(typed, view, CellMark(0, 0))


SAID = {
    "what no cell stands for is refused in a sentence": lambda: [
        error_of(lambda: CLIENT.reading.parse("at 0 0", TAKEN, None)),
        error_of(lambda: CLIENT.reading.parse("pick", TAKEN, None)),
        error_of(lambda: CLIENT.reading.parse("take d9", TAKEN, None)),
        error_of(lambda: CLIENT.marking.aim(TAKEN, None, "at 1 7")),
    ],
    "a board with room has lines and one without has none": lambda: [
        "\n".join(lines(CLIENT.drawing.draw(scene_of(TAKEN, NAMES, size, mark=CellMark(2, 1)))))
        for size in ((40, 9), (9, 3))
    ],
}

test_said = golden_test(__name__, SAID)
