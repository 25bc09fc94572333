"""The board's cells and outlines, in every palette and at every scale."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import Canvas
from client.drawing.palettes import TEXTURES
from client.games.blocky.colours import fill_cells, fill_halves, line_style
from client.games.blocky.drawing.board import CHANGED, MARKED, WAITING, fit_board, put_board
from engines.blocky.block import Square, blocks, grid, read, square, text
from tests.support.games.blocky_tables import PALETTES, cells, lines
from tests.support.games.boards import B, random_board
from tests.support.golden.sentences import golden_test

pytestmark = pytest.mark.slow

LARGE = (150, 70)
DEEP = text(random_board(1))


def drawn(depth, board, palette, room=LARGE, outlined=(), **changes):
    plot = fit_board(depth, palette, *room)._replace(**changes)
    canvas = Canvas(plot.width + 1, plot.height + 1)
    put_board(canvas, plot, board, palette, outlined)
    return plot, canvas.done()


def rows(*arguments, **changes):
    return [line.rstrip() for line in lines(drawn(*arguments, **changes)[1]) if line.strip()]


def outlined(palette, *outlines):
    """The board B with outlined blocks."""
    return rows(3, B, palette, (17, 8), outlined=[(square(path, 3), outline) for outline, path in outlines])


@pytest.mark.parametrize(
    ("depth", "room", "palette", "scale"),
    [
        (2, (53, 25), "safe", (12, 12)),
        (3, (53, 25), "safe", (6, 6)),
        (4, (53, 25), "safe", (2, 2)),
        (4, (33, 17), "texture", (2, 2)),
        (4, (32, 15), "safe", (2, 2)),
        (5, (64, 32), "safe", (2, 2)),
        (5, (64, 31), "safe", (1, 1)),
        (5, (53, 25), "safe", (1, 1)),
        (5, (53, 25), "texture", (1, 2)),
        (5, (64, 32), "texture", (2, 2)),
        (4, (21, 15), "original", (1, 1)),
    ],
)
def test_a_board_is_drawn_as_large_as_fits(depth, room, palette, scale):
    plot = fit_board(depth, palette, *room)
    assert (plot.across, plot.down) == scale


@st.composite
def scenes(draw, palettes=PALETTES):
    """A board, a block of it, and a plot on which that block is in sight."""
    depth, palette = draw(st.integers(2, 5)), draw(st.sampled_from(palettes))
    board = text(random_board(draw(st.integers(0, 500)), depth))
    path, _ = draw(st.sampled_from(list(blocks(read(board)))))
    place, room = square(path, depth), draw(st.tuples(st.integers(32, 150), st.integers(15, 70)))
    plot = fit_board(depth, palette, *room)
    assert plot.width <= room[0]
    assert plot.height <= room[1]
    row = place.y + draw(st.integers(0, place.size - 1))
    plot = plot.scrolled_to(place, row, draw(st.integers(0, 40)))
    assert 0 <= plot.top <= row < plot.top + plot.units <= plot.side
    if place.size <= plot.units - 4:
        assert plot.top <= place.y
        assert place.y + place.size <= plot.top + plot.units
    return board, palette, place, plot


def put(plot, board, palette, *outlined):
    canvas = Canvas(plot.width + 1, plot.height + 1)
    put_board(canvas, plot, board, palette, outlined)
    return cells(canvas.done())


def halves(plot, x, y):
    """The unit cells of a character's upper and lower half."""
    return [(plot.top + half // plot.down, x // plot.across) for half in (2 * y, 2 * y + 1)]


@given(scenes())
def test_a_board_fits_its_room_with_what_is_marked_and_every_cell_shows_its_colour(scene):
    board, palette, _, plot = scene
    shown, colours = put(plot, board, palette), grid(read(board), plot.side.bit_length() - 1)
    for y, x in product(range(plot.height), range(plot.width)):
        upper, lower = (colours[row][column] for row, column in halves(plot, x, y))
        expected = fill_cells(palette, upper) if upper == lower else fill_halves(palette, upper, lower)
        assert shown[y][x] == expected


@given(scenes())
def test_an_outline_lies_inside_its_block_and_leaves_all_else_alone(scene):
    board, palette, place, plot = scene
    bare, outlined = put(plot, board, palette), put(plot, board, palette, (place, MARKED))
    changed = {(x, y) for y, row in enumerate(bare) for x, cell in enumerate(row) if cell != outlined[y][x]}
    assert changed
    for x, y in changed:
        assert place.x <= x // plot.across < place.x + place.size
        assert {row for row, _ in halves(plot, x, y)} & set(range(place.y, place.y + place.size))


@given(scenes(("safe", "original")))
def test_outlines_keep_the_colours_beneath_them(scene):
    board, palette, place, plot = scene
    colours = grid(read(board), plot.side.bit_length() - 1)
    for y, line in enumerate(put(plot, board, palette, (place, MARKED))[: plot.height]):
        for x, (style, char) in enumerate(line[: plot.width]):
            beneath = {colours[row][column] for row, column in halves(plot, x, y)}
            assert char in " ▀" or style in {line_style(palette, colour) for colour in beneath}


@pytest.mark.parametrize(
    ("palette", "before", "tops"),
    [
        pytest.param("texture", 5, {3: 2, 5: 4, 6: 5, 12: 5, 18: 5, 19: 6, 20: 7}, id="as little as its edge demands"),
        pytest.param("texture", 0, {0: 0, 31: 17}, id="from the first row to the last"),
        pytest.param("safe", 0, {0: 0, 27: 0, 28: 2, 31: 2}, id="by whole rows of two halves"),
        pytest.param("safe", 2, {2: 0, 4: 2}, id="back by whole rows"),
    ],
)
def test_the_part_in_sight_follows_the_mark(palette, before, tops):
    plot = fit_board(5, palette, 40, 15)
    assert {y: plot.scrolled_to(Square(0, y, 1), y, before).top for y in tops} == tops


def test_half_a_character_is_filled_with_a_line():
    upper, lower = square((0, 1, 1), 3), square((0, 1, 2), 3)
    marked = [drawn(3, B, "safe", (10, 8), ((place, MARKED),)) for place in (upper, lower)]
    assert [cells(drawing)[0][4] for _, drawing in marked] == [
        (line_style("safe", 0), "▀"),
        (line_style("safe", 1), "▄"),
    ]


def test_where_two_colours_share_a_character_only_corners_hide_one():
    board = text(random_board(7, 5))
    _, bare = drawn(5, board, "safe", (40, 17))
    _, framed = drawn(5, board, "safe", (40, 17), ((square((), 5), MARKED),))
    halves = [(x, y) for y in range(16) for x in range(32) if cells(bare)[y][x][1] == "▀"]
    hidden = [(x, y) for x, y in halves if cells(framed)[y][x][1] != "▀"]
    assert halves
    assert set(hidden) <= {(0, 0), (31, 0), (0, 15), (31, 15)}


def test_a_cell_of_one_character_is_crossed_out_and_a_block_of_four_has_two_corners():
    shown = rows(5, DEEP, "texture", (40, 32), outlined=((Square(0, 0, 1), MARKED), (Square(2, 2, 2), MARKED)))
    assert shown[0][0] == "×"
    assert (shown[2][2], shown[3][3]) == ("┏", "┛")
    assert shown[2][3] in TEXTURES
    assert shown[3][2] in TEXTURES


SAID = {
    "a block is framed": lambda: outlined("texture", (MARKED, (0,)), (CHANGED, (2,))),
    "a single cell is in brackets and so are small blocks of texture": lambda: outlined(
        "texture", (MARKED, (0, 1, 1)), (WAITING, (0, 0))
    )[:2],
    "small blocks of colour are framed on their colours": lambda: outlined(
        "safe", (MARKED, (0, 1, 1)), (CHANGED, (0, 2))
    ),
    "of a block that is partly out of sight its part is framed": lambda: rows(
        4, text(random_board(3, 4)), "texture", (32, 15), ((Square(0, 8, 8), MARKED),), top=0
    ),
}

test_said = golden_test(__name__, SAID)
