"""The board's cells and outlines, in every palette and at every scale."""

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

pytestmark = pytest.mark.slow

LARGE = (150, 70)
DEEP = text(random_board(1))
BOARDS = st.builds(
    lambda number, depth: (depth, text(random_board(number, depth))), st.integers(0, 500), st.integers(2, 5)
)
ROOMS = st.tuples(st.integers(32, 150), st.integers(15, 70))


def drawn(depth, board, palette, room=LARGE, outlined=(), **changes):
    plot = fit_board(depth, palette, *room)._replace(**changes)
    canvas = Canvas(plot.width + 1, plot.height + 1)
    put_board(canvas, plot, board, palette, outlined)
    return plot, canvas.done()


def rows(*arguments, **changes):
    return [line.rstrip() for line in lines(drawn(*arguments, **changes)[1]) if line.strip()]


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


@given(st.integers(2, 5), st.sampled_from(PALETTES), ROOMS)
def test_no_board_is_larger_than_its_room(depth, palette, room):
    plot = fit_board(depth, palette, *room)
    assert plot.width <= room[0]
    assert plot.height <= room[1]


@given(BOARDS, st.sampled_from(PALETTES), ROOMS, st.integers(0, 16))
def test_every_cell_shows_its_colour(board, palette, room, top):
    depth, written = board
    plot = fit_board(depth, palette, *room)
    plot, drawing = drawn(depth, written, palette, room, top=min(top // 2 * 2, plot.side - plot.units))
    shown, colours = cells(drawing), grid(read(written), depth)
    for row in range(plot.height):
        for column in range(plot.width):
            upper, lower = (
                colours[plot.top + half // plot.down][column // plot.across] for half in (2 * row, 2 * row + 1)
            )
            expected = fill_cells(palette, upper) if upper == lower else fill_halves(palette, upper, lower)
            assert shown[row][column] == expected


@given(BOARDS, st.sampled_from(PALETTES), ROOMS, st.data())
def test_an_outline_lies_inside_its_block_and_leaves_all_else_alone(board, palette, room, data):
    depth, written = board
    path, _ = data.draw(st.sampled_from(list(blocks(read(written)))))
    place = square(path, depth)
    plot = fit_board(depth, palette, *room).scrolled_to(place, place.y, 0)
    bare = cells(drawn(depth, written, palette, room, top=plot.top)[1])
    outlined = cells(drawn(depth, written, palette, room, ((place, MARKED),), top=plot.top)[1])
    changed = {(x, y) for y, row in enumerate(bare) for x, cell in enumerate(row) if cell != outlined[y][x]}
    assert changed
    for x, y in changed:
        assert place.x <= x // plot.across < place.x + place.size
        units = {plot.top + half // plot.down for half in (2 * y, 2 * y + 1)}
        assert units & set(range(place.y, place.y + place.size))


@given(BOARDS, st.sampled_from(("safe", "original")), ROOMS, st.data())
def test_outlines_keep_the_colours_beneath_them(board, palette, room, data):
    depth, written = board
    path, _ = data.draw(st.sampled_from(list(blocks(read(written)))))
    plot = fit_board(depth, palette, *room).scrolled_to(square(path, depth), square(path, depth).y, 0)
    colours = grid(read(written), depth)
    shown = cells(drawn(depth, written, palette, room, ((square(path, depth), MARKED),), top=plot.top)[1])
    for y in range(plot.height):
        for x in range(plot.width):
            halves = {colours[plot.top + half // plot.down][x // plot.across] for half in (2 * y, 2 * y + 1)}
            style, char = shown[y][x]
            if char not in " ▀":
                assert style in {line_style(palette, colour) for colour in halves}


@given(BOARDS, st.sampled_from(PALETTES), ROOMS, st.data())
def test_what_is_marked_is_in_sight(board, palette, room, data):
    depth, written = board
    path, _ = data.draw(st.sampled_from(list(blocks(read(written)))))
    place = square(path, depth)
    row = place.y + data.draw(st.integers(0, place.size - 1))
    plot = fit_board(depth, palette, *room).scrolled_to(place, row, data.draw(st.integers(0, 40)))
    assert 0 <= plot.top <= plot.side - plot.units
    assert plot.top <= row < plot.top + plot.units
    if place.size <= plot.units - 4:
        assert plot.top <= place.y
        assert place.y + place.size <= plot.top + plot.units


def test_a_part_in_sight_stays_where_it_is_until_the_mark_comes_to_its_edge():
    plot = fit_board(5, "texture", 40, 15)
    assert [plot.scrolled_to(Square(0, y, 1), y, 5).top for y in (3, 5, 6, 12, 18, 19, 20)] == [2, 4, 5, 5, 5, 6, 7]
    assert [plot.scrolled_to(Square(0, y, 1), y, 0).top for y in (0, 31)] == [0, 17]


def test_a_part_drawn_by_halves_begins_with_a_whole_row():
    plot = fit_board(5, "safe", 40, 15)
    assert [plot.scrolled_to(Square(0, y, 1), y, 0).top for y in (0, 27, 28, 31)] == [0, 0, 2, 2]
    assert [plot.scrolled_to(Square(0, y, 1), y, 2).top for y in (2, 4)] == [0, 2]


def test_a_block_is_framed():
    assert rows(3, B, "texture", (17, 8), outlined=((square((0,), 3), MARKED), (square((2,), 3), CHANGED))) == [
        "▚▚▚▚▚▚▚▚┏━━━━━━┓",
        "▚▚▚▚▚▚▚▚┃█▚▚███┃",
        "▚▚▚▚▚▚▚▚┃▒▒▒░░░┃",
        "▚▚▚▚▚▚▚▚┗━━━━━━┛",
        "╔══════╗░░░░░░░░",
        "║▒▒▒▒▒▒║░░░░░░░░",
        "║▒▒▒▒▒▒║░░░░░░░░",
        "╚══════╝░░░░░░░░",
    ]


def test_a_single_cell_is_in_brackets_and_so_are_small_blocks_of_texture():
    assert rows(3, B, "texture", (17, 8), outlined=((square((0, 1, 1), 3), MARKED), (square((0, 0), 3), WAITING)))[
        :2
    ] == ["▚▚▚▚▚▚▚▚[]▚▚:██:", "▚▚▚▚▚▚▚▚██▚▚:██:"]


def test_small_blocks_of_colour_are_framed_on_their_colours():
    shown = rows(3, B, "safe", (17, 8), outlined=((square((0, 1, 1), 3), MARKED), (square((0, 2), 3), CHANGED)))
    assert shown == ["        []", "        ╔══╗", "        ╚══╝"]


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


def test_of_a_block_that_is_partly_out_of_sight_its_part_is_framed():
    _, drawing = drawn(4, text(random_board(3, 4)), "texture", (32, 15), ((Square(0, 8, 8), MARKED),), top=0)
    shown = lines(drawing)
    assert shown[8][0] == "┏"
    assert shown[14][0] == "┃"
    assert not any("┗" in line for line in shown)
