import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from client.drawing.canvas import (
    Canvas,
    Drawing,
    Grid,
    Region,
    cells_of,
    clean,
    fit,
    is_beside,
    pad,
    width_of,
    wrap_words,
)
from protocol.text import clusters

WITH_MARKS = st.text("aक漢ि्ีื่\u0301\u20dd\u1100\u1161 \u200d\ufe0f", max_size=12)
"""Letters of several scripts, and what stands on them."""


def texts(drawing):
    return ["".join(text for _, text in line) for line in drawing.lines]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ana", "ana"),
        ("漢字 ♣", "漢字 ♣"),
        ("ana\x1b[2Jbob", "ana[2Jbob"),
        ("\x07\x00\x9b31m", "31m"),
        ("ana\u202ebob\u200f", "anabob"),
        ("a\u200bb\u200d\ufeff", "ab"),
        ("e\u0301", "é"),
        ("q\u0301\u0301\u0301", "q\u0301\u0301"),
        ("\u0301a \u0301b", "a b"),
        ("नमस्ते", "नमस्ते"),
        ("หนึ่งที่", "หนึ่งที่"),
        ("❤\ufe0f 👋🏽", "❤ 👋"),
        ("\u1160\u3164\u2800", ""),
        ("two\nlines\tand\xa0more", "two lines and more"),
        ("\ue000\U000e0041", ""),
    ],
)
def test_what_could_harm_a_screen_is_dropped(written, kept):
    assert clean(written) == kept


@given(st.text() | WITH_MARKS)
def test_every_letter_of_a_cleaned_text_takes_one_or_two_cells_with_all_its_marks(text):
    cleaned = clean(text)
    assert all(wcwidth(cluster[0]) in (1, 2) for cluster in clusters(cleaned))
    assert all(wcwidth(mark) == 0 for cluster in clusters(cleaned) for mark in cluster[1:])
    assert width_of(cleaned) == sum(map(wcwidth, cleaned)) + sum(map(is_beside, cleaned))
    assert "".join(cells_of(cleaned)) == cleaned
    assert clean(cleaned) == cleaned


@given(st.text() | WITH_MARKS, st.integers(0, 30))
def test_a_fitted_text_is_no_wider_than_asked(text, width):
    assert width_of(fit(text, width)) <= width
    assert width_of(pad(text, width)) == width


def test_a_text_that_is_cut_shows_it():
    assert fit("cleopatra", 5) == "cleo…"
    assert fit("cleo", 4) == "cleo"
    assert fit("漢字漢字", 6) == "漢字…"
    assert fit("नमस्ते जी", 4) == "नमस्…"
    assert fit("हिन्दी", 4) == "हिन्…"


@example([(6, 0, "0ᄀ⼀⼀ा"), (4, 0, "00000000")])
@given(st.lists(st.tuples(st.integers(-9, 25), st.integers(-3, 6), st.text(max_size=12) | WITH_MARKS), max_size=9))
def test_whatever_is_drawn_the_lines_are_exactly_as_wide_as_the_canvas(puts):
    canvas = Canvas(20, 4)
    for x, y, text in puts:
        canvas.put(x, y, text, "news")
    drawn = texts(canvas.done())
    assert [width_of(line) for line in drawn] == [20] * 4


@pytest.mark.parametrize(
    ("puts", "line"),
    [
        pytest.param([(0, "漢字漢"), (1, "ab")], " ab 漢", id="half of a wide character that is written over is wiped"),
        pytest.param([(4, "漢字")], "    漢", id="a wide character beyond the edge is left out"),
        pytest.param([(3, "漢字")], "   漢 ", id="a wide character that the edge would cut is left out"),
    ],
)
def test_no_wide_character_is_cut(puts, line):
    canvas = Canvas(6, 1)
    for x, text in puts:
        canvas.put(x, 0, text)
    assert texts(canvas.done()) == [line]


def test_a_letter_stands_in_one_cell_with_its_marks_and_goes_with_them():
    canvas = Canvas(6, 2)
    assert canvas.put(0, 0, "ทีम्漢\u0301") == 4
    canvas.put(0, 1, "ทีम्漢\u0301")
    canvas.put(1, 1, "x")
    assert texts(canvas.done()) == ["ทีम्漢\u0301  ", "ทีx漢\u0301  "]


def test_a_mark_that_stands_beside_its_letter_takes_a_cell():
    assert cells_of("कि漢ा\u0301") == ("क", "ि", "漢", "", "ा\u0301")
    assert width_of("हिन्दी") == 5


def test_neighbours_of_one_style_are_joined():
    canvas = Canvas(6, 1)
    canvas.put(canvas.put(0, 0, "ab", "key"), 0, "cd", "key")
    assert canvas.done().lines == ((("key", "abcd"), ("", "  ")),)


def test_text_is_set_to_the_right_and_in_the_middle():
    canvas = Canvas(7, 2)
    assert canvas.right(7, 0, "abc") == 4
    canvas.centre(0, 1, 7, "abc")
    assert texts(canvas.done()) == ["    abc", "  abc  "]


def test_a_frame_wipes_what_lies_in_it():
    canvas = Canvas(9, 3)
    canvas.put(0, 1, "xxxxxxxxx")
    canvas.frame(0, 0, 9, 3, "ab")
    assert texts(canvas.done()) == ["┌─ ab ──┐", "│       │", "└───────┘"]


def test_the_place_drawn_last_lies_on_top():
    canvas = Canvas(9, 3)
    canvas.click(0, 0, 9, 3, "below")
    canvas.click(2, 1, 2, 1, "above", "a hint")
    drawing = canvas.done()
    assert drawing.at(3, 1) == Region(2, 1, 2, 1, "above", "a hint")
    assert drawing.at(4, 1).command == "below"
    assert drawing.at(9, 1) is None


def test_a_region_may_do_more_than_be_clicked():
    canvas = Canvas(9, 3)
    wheel = ("aim out", "aim in")
    canvas.click(
        *(0, 0, 9, 3, "pick"),
        over="aim at",
        away="aim back",
        other="menu",
        twice="best",
        drop="put",
        wheel=wheel,
        grid=Grid(9, 3),
    )
    region = canvas.done().at(0, 0)
    assert (region.over, region.away, region.other) == ("aim at", "aim back", "menu")
    assert (region.twice, region.drop) == ("best", "put")
    assert (region.wheel, region.grid) == (wheel, Grid(9, 3))
    assert Region(0, 0, 1, 1, "flip").wheel == ("up", "down")


@pytest.mark.parametrize(
    ("grid", "x", "y", "cell"),
    [
        (Grid(16, 16), 10, 5, (0, 0)),
        (Grid(16, 16), 41, 20, (15, 15)),
        (Grid(16, 16), 13, 6, (1, 1)),
        (Grid(32, 32), 13, 6, (3, 2)),  # half blocks: the upper of the two units in a cell
        (Grid(8, 8, 24, 8), 14, 7, (25, 9)),
        (Grid(8, 4, 24, 8, 4, 8), 17, 8, (25, 8)),  # four columns and four rows each
        (Grid(8, 4, 24, 8, 4, 8), 18, 9, (26, 9)),
        (Grid(8, 4, 24, 8, 4, 8), 41, 20, (31, 11)),  # the line behind the last
    ],
)
def test_a_grid_tells_which_cell_of_a_board_lies_at_a_place(grid, x, y, cell):
    region = Region(10, 5, 32, 16, "pick", over="aim {x} {y}", grid=grid)
    assert region.cell(x, y) == cell
    assert region.says(region.over, x, y) == f"aim {cell[0]} {cell[1]}"


def test_without_a_grid_a_command_is_given_as_it_is():
    assert Region(0, 0, 3, 3, "name {x}").says("name {x}", 1, 1) == "name {x}"


def test_what_is_covered_cannot_be_clicked():
    canvas = Canvas(9, 3)
    canvas.click(0, 0, 9, 3, "below")
    canvas.cover()
    assert canvas.done().at(0, 0) is None


def test_a_pasted_drawing_brings_its_places_and_its_time():
    small = Canvas(3, 1)
    small.put(0, 0, "abc", "key")
    small.click(1, 0, 1, 1, "flip")
    small.again(0.5)
    canvas = Canvas(6, 2)
    canvas.again(2.0)
    canvas.paste(2, 1, small.done())
    drawing = canvas.done()
    assert texts(drawing) == ["      ", "  abc "]
    assert drawing.at(3, 1).command == "flip"
    assert drawing.again_s == 0.5


def test_a_drawing_that_stands_still_says_so():
    assert Canvas(1, 1).done() == Drawing(((("", " "),),), (), None)


@pytest.mark.parametrize(
    ("x", "kept"), [(8, "a board      "), (7, "a board      "), (6, "a            "), (0, "             ")]
)
def test_no_half_word_stands_before_what_is_blanked(x, kept):
    canvas = Canvas(13, 1)
    canvas.put(0, 0, "a board drawn")
    canvas.blank_words(x, 0, 13 - x, 1)
    assert texts(canvas.done()) == [kept]


@given(st.text(st.sampled_from("ab -漢e\u0301…"), max_size=60), st.integers(2, 30), st.booleans())
def test_a_text_in_lines_loses_nothing_and_only_words_too_long_for_a_line_are_broken(text, width, breaks):
    folded = wrap_words(text, width, breaks_words=breaks)
    assert "".join("".join(folded).split(" ")) == "".join(clean(text).split(" "))
    assert all(line == line.strip() for line in folded[1:])
    words = clean(text).split(" ")
    assert all(width_of(line) <= width or (not breaks and line.strip() in words) for line in folded)
    short = [word for word in words if word and width_of(word) <= width]
    assert all(any(word in line.split(" ") for line in folded) for word in short)
