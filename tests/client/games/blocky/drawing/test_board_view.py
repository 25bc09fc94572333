"""The board on the table, and pointing at it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.blocky.drawing.board_view import FLASH_S
from client.games.blocky.drawing.draw import draw
from client.games.blocky.selection import aim
from client.games.spec import EarlierView
from engines.blocky.block import text
from tests.support.games.blocky_tables import (
    PALETTES,
    STAGES,
    TABLES,
    aimed,
    cells,
    lines,
    played,
    scene,
    seen,
    shown,
    state,
)
from tests.support.games.boards import board_of_chance, play

pytestmark = pytest.mark.slow


@given(TABLES, st.integers(60, 160), st.integers(15, 60), st.sampled_from(PALETTES), st.data())
def test_pointing_at_a_cell_of_the_board_marks_the_block_that_is_drawn_there(state, width, height, palette, data):
    if state.mover is None:
        return
    view = seen(state)
    mark = aimed(view, data.draw(st.sampled_from(("at 0 0", f"at 0 {(1 << view.depth) - 1}", "down", "out"))))
    drawing = draw(scene(view, width, height, palette=palette, mark=mark))
    board = board_on(drawing)
    x = board.x + data.draw(st.integers(0, board.width - 1))
    y = board.y + data.draw(st.integers(0, board.height - 1))
    if drawing.at(x, y).command in ("aim up", "aim down", "aim left", "aim right"):
        return  # an arrow to where there is more of the board
    assert drawing.at(x, y) == board
    pointed = aim(view, mark, over(board, x, y))
    column, row = board.cell(x, y)
    assert pointed.cell == (column, row)
    redrawn = draw(scene(view, width, height, palette=palette, mark=pointed))
    grid = board_on(redrawn).grid
    assert grid.first_row <= row < grid.first_row + grid.rows


def test_a_board_too_high_for_the_screen_shows_where_there_is_more():
    view = seen(played(3, 4, 2, 0))
    assert "▼" in shown(draw(scene(view, 60, 15)))
    assert "▲" not in shown(draw(scene(view, 60, 15)))
    low = draw(scene(view, 60, 15, mark=aimed(view, "at 0 15")))
    assert "▲" in shown(low)
    row, line = next((row, line) for row, line in enumerate(lines(low)) if "▲" in line)
    assert low.at(line.index("▲"), row).command == "aim up"
    assert "▲" not in shown(draw(scene(view, 80, 19, mark=aimed(view, "at 0 15"))))


def test_a_pointer_at_the_edge_of_what_is_in_sight_brings_the_next_row_and_back_at_the_other_edge():
    view = seen(state(text(board_of_chance(1, depth=4)), depth=4))
    small = aimed(view, "in 0 14", "in 0 14", "in 0 14", "at 0 13 0 0", "at 0 14 0 0")
    drawing = draw(scene(view, 60, 15, mark=small))
    assert board_on(drawing).grid.first_row == 1
    back = aim(view, small, over(board_on(drawing), 0, 0))
    assert board_on(draw(scene(view, 60, 15, mark=back))).grid.first_row == 0


def board_on(drawing):
    (board,) = (region for region in drawing.regions if region.grid)
    return board


def over(board, x, y):
    return board.says(board.over, x, y).removeprefix("aim ")


def changed(view, before, age_s=0.1):
    return scene(view, age_s=age_s, earlier=(EarlierView(5.0, before),))


def test_the_block_that_a_move_changed_is_outlined_for_a_moment():
    before, after = seen(state()), seen(play(state(), "rotate clockwise 0"))
    drawing = draw(changed(after, before))
    assert "╔" in shown(drawing)
    assert drawing.again_s == pytest.approx(FLASH_S - 0.1)
    assert "╔" not in shown(draw(changed(after, before, FLASH_S)))
    assert draw(changed(after, before, FLASH_S)).again_s is None


@pytest.mark.parametrize(
    ("shown_scene", "signs", "is_outlined"),
    [
        pytest.param(changed(seen(play(state(), "pass")), seen(state())), "╔", False, id="not a pass"),
        pytest.param(scene(seen(play(state(), "smash 3"))), "╔", False, id="nothing without motion"),
        pytest.param(scene(seen(state()), pending="rotate clockwise 0"), "┅", True, id="a move on its way"),
        pytest.param(scene(seen(state()), pending="pass"), "┅", False, id="not a pass on its way"),
        pytest.param(scene(seen(STAGES["over"])), "┏┓┗┛", False, id="not the mark once the game is over"),
    ],
)
def test_only_a_block_is_outlined(shown_scene, signs, is_outlined):
    board = {char for row in cells(draw(shown_scene)) for _, char in row}
    assert bool(board & set(signs)) == is_outlined


def corners_on(view):
    """How many blocks on the board have their corners marked."""
    drawing = draw(scene(view, mark=aimed(view, "at 0 7")))
    board = board_on(drawing)
    rows = lines(drawing)[board.y : board.y + board.height]
    return sum(row[board.x : board.x + board.width].count("┌") for row in rows)


def test_what_others_did_since_ones_own_move_stays_marked_at_its_corners():
    moved = play(state(seats=3), "pass", "rotate clockwise 0", "smash 1")
    assert {seat: corners_on(seen(moved, seat)) for seat in (0, 1, 2, None)} == {0: 2, 1: 1, 2: 0, None: 1}
    assert corners_on(seen(state(seats=3))) == 0


def test_all_moves_that_came_within_a_moment_are_outlined():
    states = [state(), play(state(), "smash 3"), play(state(), "smash 3", "rotate clockwise 0")]
    first, second, third = map(seen, states)
    drawing = draw(scene(third, age_s=0.1, earlier=(EarlierView(5.0, first), EarlierView(0.3, second))))
    assert shown(drawing).count("╚") == 2
    later = draw(scene(third, age_s=0.5, earlier=(EarlierView(5.0, first), EarlierView(0.9, second))))
    assert shown(later).count("╚") == 1
