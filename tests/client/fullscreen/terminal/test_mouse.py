"""What a mouse comes to, without a mouse."""

import pytest

from client.drawing.canvas import Canvas, Grid
from client.fullscreen.terminal.mouse import TWICE_S, Pointer, move, press, release, right_click, scroll
from tests.support.golden.sentences import golden_test


def board(**changes):
    """A board of four by four pegs, a bin beside it, and a plain button below."""
    canvas = Canvas(40, 20)
    more = {"over": "at {x} {y}", "twice": "twice {x} {y}", "drop": "drop {x} {y}", "grid": Grid(4, 4), **changes}
    canvas.click(0, 0, 32, 16, "press {x} {y}", "A board.", **more)
    canvas.click(34, 0, 6, 1, "bin", drop="thrown")
    canvas.click(0, 18, 10, 1, "flip")
    canvas.click(0, 19, 10, 1, "")
    return canvas.done()


BOARD = board()


def commands(*acts, drawing=BOARD):
    """What a row of acts gives: each a function, a place and, for a press, the time."""
    pointer, given = Pointer(), []
    for act, *where in acts:
        pointer, command = act(pointer, drawing, *where)
        given.append(command)
    return given


def test_leaving_a_place_gives_its_command_unless_the_next_one_has_its_own():
    canvas = Canvas(9, 4)
    canvas.click(0, 0, 9, 1, "one", over="try one", away="back")
    canvas.click(0, 1, 9, 1, "two", over="try two", away="back")
    canvas.click(0, 2, 9, 1, "three")
    drawing = canvas.done()
    moves = [(move, 0, 0), (move, 5, 0), (move, 0, 1), (move, 0, 2), (move, 0, 3), (move, 0, 1), (move, 0, 3)]
    assert commands(*moves, drawing=drawing) == ["try one", "", "try two", "back", "", "try two", "back"]


def test_being_over_what_has_no_such_command_gives_none():
    assert commands((move, 0, 18), (move, 39, 19)) == ["", ""]


@pytest.mark.parametrize("second", [(0, 0, 5.5), (8, 0, 5.1), (34, 0, 5.1)])
def test_a_press_too_late_or_elsewhere_is_a_first_one(second):
    assert not commands((press, 0, 0, 5.0), (press, *second))[1].startswith("twice")


def test_where_a_double_click_means_nothing_every_press_is_the_same():
    assert commands((press, 0, 18, 5.0), (press, 1, 18, 5.1), (press, 2, 18, 5.2)) == ["flip"] * 3


def test_a_place_without_a_command_swallows_the_press():
    assert commands((press, 0, 19, 5.0)) == [""]


def test_letting_go_without_a_press_drops_nothing():
    assert commands((release, 0, 0)) == [None]
    assert commands((press, 39, 19, 5.0), (release, 0, 0)) == [None, None]
    assert commands((press, 0, 0, 5.0), (release, 34, 0), (release, 8, 0))[2] is None


def test_a_click_is_a_press_let_go_where_it_was():
    drawing = board(click="clicked {x} {y}")
    assert commands((press, 0, 0, 5.0), (release, 7, 3), drawing=drawing) == ["press 0 0", "clicked 0 0"]
    assert commands((press, 0, 0, 5.0), (release, 8, 0), drawing=drawing)[1] == "drop 1 0"


def test_what_was_pressed_is_what_is_dropped():
    canvas = Canvas(40, 20)
    canvas.click(0, 0, 5, 5, "a", carries="3D")
    canvas.click(10, 0, 5, 5, "b", drop="drag {carried} 4")
    canvas.click(20, 0, 5, 5, "c")
    drawing = canvas.done()
    assert commands((press, 0, 0, 5.0), (release, 10, 0), drawing=drawing) == ["a", "drag 3D 4"]
    assert commands((press, 20, 0, 5.0), (release, 10, 0), drawing=drawing) == ["c", None]


def test_what_comes_to_lie_under_a_pointer_that_stays_takes_no_drop():
    held, _ = press(Pointer(), BOARD, 8, 0, 5.0)
    assert release(held, board(grid=Grid(8, 8)), 8, 0)[1] is None


def test_a_region_drawn_anew_between_press_and_release_is_the_same():
    held, _ = press(Pointer(), BOARD, 0, 0, 5.0)
    assert release(held, board(over="", twice=""), 7, 3)[1] is None
    assert press(held, board(twice="best"), 0, 0, 5.1)[1] == "best"


def test_the_wheel_scrolls_unless_the_place_has_its_own_commands():
    own = board(wheel=("out {x} {y}", "in"))
    assert [scroll(own, 9, 0, is_down=down) for down in (False, True)] == ["out 1 0", "in"]
    for x, y in ((0, 0), (39, 19)):
        assert [scroll(BOARD, x, y, is_down=down) for down in (False, True)] == ["up", "down"]


SAID = {
    "being over a cell gives its command once": lambda: commands(
        (move, 0, 0), (move, 7, 3), (move, 8, 3), (move, 7, 3)
    ),
    "leaving and coming back gives it again": lambda: commands((move, 0, 0), (move, 33, 17), (move, 0, 0)),
    "a press acts at once and a second one in time is a double click": lambda: commands(
        (press, 0, 0, 5.0), (press, 7, 3, 4.99 + TWICE_S)
    ),
    "a third press begins anew": lambda: commands(
        (press, 0, 0, 5.0), (press, 0, 0, 5.1), (press, 0, 0, 5.2), (press, 0, 0, 5.3)
    ),
    "a press on nothing comes between": lambda: commands((press, 0, 0, 5.0), (press, 39, 19, 5.1), (press, 0, 0, 5.2)),
    "letting go elsewhere drops": lambda: (
        commands((press, 0, 0, 5.0), (release, 9, 4)),
        commands((press, 0, 0, 5.0), (release, 34, 0)),
        commands((press, 34, 0, 5.0), (release, 0, 0)),
    ),
    "letting go on the same cell or on nothing drops nothing": lambda: (
        commands((press, 0, 0, 5.0), (release, 7, 3)),
        commands((press, 34, 0, 5.0), (release, 39, 0)),
        commands((press, 0, 0, 5.0), (release, 0, 18)),
        commands((press, 0, 0, 5.0), (release, 39, 19)),
    ),
    "a press after a drop is a first one": lambda: commands((press, 0, 0, 5.0), (release, 8, 0), (press, 0, 0, 5.2)),
    "the right button asks for help unless the place has its own command": lambda: (
        right_click(board(other="menu {x} {y}"), 9, 0),
        [right_click(BOARD, 9, 0), right_click(BOARD, 39, 19)],
    ),
}

test_said = golden_test(__name__, SAID)
