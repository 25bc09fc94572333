"""The board's blocks, the lines between them and the rings around them, in every palette and at every scale."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import Canvas
from client.drawing.palettes import TEXTURES
from client.games.blocky.colours import LINE, pixel, texture
from client.games.blocky.drawing.board import CHANGED, MARKED, WAITING, put_board
from client.games.blocky.drawing.plot import OVERVIEW, SMALLEST, fit_board
from engines.blocky.block import Colour, Square, blocks, grid, read, square, text
from tests.support.games.blocky_tables import PALETTES, cells, lines
from tests.support.games.boards import B, random_board
from tests.support.golden.sentences import golden_test

pytestmark = pytest.mark.slow

COLOURED = ("safe", "original")
LARGE = (150, 70)


def put(plot, board, palette, *ringed):
    canvas = Canvas(plot.x + plot.width, plot.y + plot.height)
    put_board(canvas, plot, board, palette, ringed)
    return canvas.done()


def pixels(plot, board, palette, *ringed):
    """The stems of the styles of all half cells, row by row; None for what is not drawn."""
    rows = []
    for line in cells(put(plot, board, palette, *ringed)):
        looks = [dict(reversed(name.rsplit("-", 1)) for name in style.split()) for style, _ in line]
        rows.append([look.get("ink" if char == "▀" else "ground") for look, (_, char) in zip(looks, line, strict=True)])
        rows.append([look.get("ground") for look in looks])
    return rows[: plot.half_rows]


def leaf_of(board, depth):
    """The path and colour of the undivided block at each unit cell."""
    found = {}
    for path, block in blocks(read(board)):
        if isinstance(block, Colour):
            x, y, size = square(path, depth)
            found |= dict.fromkeys(product(range(x, x + size), range(y, y + size)), (path, block))
    return found


@st.composite
def scenes(draw, palettes=PALETTES):
    """A board, a block of it, and a plot on which that block is in sight."""
    depth, palette = draw(st.integers(2, 5)), draw(st.sampled_from(palettes))
    board = text(random_board(draw(st.integers(0, 500)), depth))
    path, _ = draw(st.sampled_from(list(blocks(read(board)))))
    place, room = square(path, depth), draw(st.tuples(st.integers(33, 200), st.integers(15, 70)))
    plot = fit_board(depth, palette, *room, draw(st.sampled_from((1, place.size))))
    assert plot.width <= room[0]
    assert plot.height <= room[1]
    cell = place.x + draw(st.integers(0, place.size - 1)), place.y + draw(st.integers(0, place.size - 1))
    plot = plot.scrolled_to(place, cell, draw(st.integers(0, 40)), draw(st.integers(0, 40)))
    assert 0 <= plot.left <= cell[0] < plot.left + plot.units_across <= plot.side
    assert 0 <= plot.top <= cell[1] < plot.top + plot.units_down <= plot.side
    if place.size <= min(plot.units_across, plot.units_down) - 2:
        assert plot.left <= place.x
        assert place.x + place.size <= plot.left + plot.units_across
        assert plot.top <= place.y
        assert place.y + place.size <= plot.top + plot.units_down
    return board, palette, place, plot


def middle(plot, x, y):
    """A pixel in the middle of a unit cell, where no line is drawn."""
    scale = plot.scale
    across, down = (x - plot.left) * scale.across + scale.line_across, (y - plot.top) * scale.down + scale.line_down
    return across, down


def in_sight(plot):
    return product(range(plot.left, plot.left + plot.units_across), range(plot.top, plot.top + plot.units_down))


@given(scenes(COLOURED))
def test_every_unit_cell_shows_its_colour_whatever_is_marked(scene):
    board, palette, place, plot = scene
    shown, colours = pixels(plot, board, palette, (place, MARKED)), grid(read(board), plot.side.bit_length() - 1)
    for x, y in in_sight(plot):
        column, row = middle(plot, x, y)
        assert shown[row][column] == pixel(palette, colours[y][x])


@given(scenes(COLOURED))
def test_a_line_is_drawn_wherever_one_block_ends_and_nowhere_else(scene):
    board, palette, _, plot = scene
    if plot.scale == OVERVIEW:
        return
    shown, leaves = pixels(plot, board, palette), leaf_of(board, plot.side.bit_length() - 1)
    for x, y in in_sight(plot):
        column, row = middle(plot, x, y)
        assert (shown[row][column - 1] == LINE) == (leaves[x, y] != leaves.get((x - 1, y)))
        assert (shown[row - 1][column] == LINE) == (leaves[x, y] != leaves.get((x, y - 1)))
        assert (shown[row][column + plot.scale.across - 1] == LINE) == (leaves[x, y] != leaves.get((x + 1, y)))
        below = row + plot.scale.down - 1
        if below < plot.half_rows:
            assert (shown[below][column] == LINE) == (leaves[x, y] != leaves.get((x, y + 1)))


@pytest.mark.parametrize(("rows", "units", "half_rows"), [(15, 14, 29), (16, 16, 32), (17, 16, 33)])
def test_a_whole_board_that_just_fits_without_its_last_line_leaves_it_out(rows, units, half_rows):
    plot = fit_board(4, "safe", 40, rows)
    assert (plot.scale, plot.units_down, plot.half_rows) == (SMALLEST, units, half_rows)
    assert len(pixels(plot, text(random_board(1, 4)), "safe")) == half_rows


@given(scenes(("texture",)))
def test_blocks_of_texture_end_in_something_free_or_a_line(scene):
    board, _, _, plot = scene
    shown, leaves = cells(put(plot, board, "texture")), leaf_of(board, plot.side.bit_length() - 1)
    for x, y in in_sight(plot):
        column, row = middle(plot, x, y)
        row //= 2
        assert (shown[row][column - 1][1] == " " and not shown[row][column - 1][0]) == (
            leaves[x, y] != leaves.get((x - 1, y))
        )
        is_end = leaves[x, y] != leaves.get((x, y + 1))
        if plot.scale.line_down:
            assert shown[row][column] == texture(leaves[x, y][1], is_end=False)
            assert (shown[row + plot.scale.down // 2 - 1][column][1] == " ") == is_end
        else:
            assert shown[row][column] == texture(leaves[x, y][1], is_end=is_end)


@given(scenes(COLOURED))
def test_a_ring_is_of_one_colour_all_around_its_block_and_changes_nothing_else(scene):
    board, palette, place, plot = scene
    bare, ringed = pixels(plot, board, palette), pixels(plot, board, palette, (place, MARKED))
    changed = {(x, y): ringed[y][x] for y, row in enumerate(bare) for x, each in enumerate(row) if each != ringed[y][x]}
    assert set(changed.values()) <= {MARKED.pixel}
    assert bool(changed) != (plot.scale == OVERVIEW)
    assert {bare[y][x] for x, y in changed} <= {LINE}


@pytest.mark.parametrize(
    ("depth", "room", "palette", "scale"),
    [
        pytest.param(2, (33, 17), "safe", 8, id="80x24, depth 2"),
        pytest.param(3, (33, 17), "safe", 4, id="80x24, depth 3"),
        pytest.param(4, (33, 17), "safe", 2, id="80x24, depth 4"),
        pytest.param(4, (33, 17), "texture", 2, id="80x24, depth 4, textures"),
        pytest.param(4, (53, 25), "safe", 3, id="100x32, depth 4"),
        pytest.param(4, (53, 25), "texture", 2, id="100x32, depth 4, textures"),
        pytest.param(5, (93, 38), "safe", 2, id="140x45, depth 5"),
        pytest.param(4, (93, 38), "original", 4, id="140x45, depth 4"),
        pytest.param(5, (153, 53), "safe", 3, id="200x60, depth 5"),
        pytest.param(4, (153, 53), "texture", 6, id="200x60, depth 4, textures"),
    ],
)
def test_the_whole_board_is_drawn_as_large_as_fits(depth, room, palette, scale):
    plot = fit_board(depth, palette, *room)
    assert plot.scale.down == scale
    assert plot.scale.across - scale in ((0, 1) if palette == "texture" else (0,))
    assert plot.is_whole


def test_cells_of_texture_are_a_column_wider_than_high_where_there_is_room():
    assert fit_board(4, "texture", 53, 25).width == 49
    assert fit_board(4, "texture", 33, 17).width == 33


def test_where_a_large_board_does_not_fit_a_part_of_it_has_lines_and_the_whole_has_none():
    part, whole = fit_board(5, "safe", 53, 19, 16), fit_board(5, "safe", 53, 19, 32)
    assert (part.units_across, part.units_down, part.scale.line_across) == (26, 18, 1)
    assert (whole.units_across, whole.units_down, whole.scale) == (32, 32, OVERVIEW)
    assert fit_board(5, "texture", 53, 19, 32) == fit_board(5, "texture", 53, 19)
    assert fit_board(4, "safe", 33, 15, 16).scale != OVERVIEW


@pytest.mark.parametrize(
    ("before", "tops"),
    [
        pytest.param(5, {3: 2, 5: 4, 6: 5, 12: 5, 18: 5, 19: 6, 20: 7}, id="as little as its edge demands"),
        pytest.param(0, {0: 0, 31: 17}, id="from the first row to the last"),
    ],
)
def test_the_part_in_sight_follows_the_mark_along_both_axes(before, tops):
    down, across = fit_board(5, "texture", 65, 15), fit_board(5, "texture", 31, 32)
    assert {y: down.scrolled_to(Square(0, y, 1), (0, y), 0, before).top for y in tops} == tops
    assert {x: across.scrolled_to(Square(x, 0, 1), (x, 0), before, 0).left for x in tops} == tops


def rows(palette, room, *ringed):
    """The board B with rings."""
    plot = fit_board(3, palette, *room)
    return lines(put(plot, B, palette, *((square(path, 3), ring) for ring, path in ringed)))


SAID = {
    "blocks of texture have free rows and columns between them": lambda: rows("texture", (33, 17)),
    "small blocks of texture have free columns alone": lambda: rows("texture", (17, 8)),
    "rings stand where the lines are": lambda: rows("texture", (33, 17), (MARKED, (0,)), (CHANGED, (2,))),
    "around a row of cells they are brackets": lambda: rows(
        "texture", (17, 8), (MARKED, (0, 1, 1)), (WAITING, (0, 0)), (CHANGED, (3,))
    ),
}

test_said = golden_test(__name__, SAID)


def test_textures_differ():
    assert len(set(TEXTURES)) == len(TEXTURES)
