"""What leaves for the terminal are whole frames."""

import io

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DEFAULT_ATTRS

from client.fullscreen.terminal.output import BEGIN, END, FrameOutput

ALL_COLOURS = ColorDepth.DEPTH_24_BIT
FLUSH, WIPE = ("flush",), ("erase_down",)
RED = DEFAULT_ATTRS._replace(color="ff0000")


class Wall(io.StringIO):
    """A file that notes each time something is written to it."""

    def __init__(self):
        super().__init__()
        self.pieces = []

    def write(self, text):
        self.pieces.append(text)
        return len(text)


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def shutter(wall):
    shutter = FrameOutput(wall, lambda: Size(rows=2, columns=9), term="xterm")
    shutter.enter_alternate_screen()
    shutter.write("A")
    shutter.flush()
    wall.pieces.clear()
    return shutter


@pytest.mark.parametrize(
    ("acts", "pieces"),
    [
        ((*[("write", char) for char in "flip"], FLUSH), [f"{BEGIN}flip{END}"]),
        ((("bell",), ("set_title", "your move"), FLUSH), ["\a", "\x1b]2;your move\x07"]),
        ((WIPE, ("write", "B"), FLUSH), [f"{BEGIN}B{END}"]),
        # As the toolkit does, once before it draws and once while it draws.
        ((WIPE, FLUSH, ("bell",), WIPE, ("write", "B"), FLUSH), [f"{BEGIN}\x1b[J\aB{END}"]),
    ],
    ids=[
        "a drawing is one frame",
        "a bell and a title are none",
        "no wipe under a drawing",
        "a wipe waits for a drawing",
    ],
)
def test_what_is_written_are_whole_frames(shutter, wall, acts, pieces):
    for name, *given in acts:
        getattr(shutter, name)(*given)
    assert wall.pieces == pieces


def test_where_nothing_is_drawn_nothing_is_written(shutter, wall):
    for _ in range(3):
        shutter.hide_cursor()
        shutter.reset_attributes()
        shutter.flush()
    wall.pieces.clear()
    shutter.hide_cursor()
    shutter.reset_attributes()
    shutter.flush()
    assert wall.pieces == []


def test_colours_are_left_once_however_often_that_is_asked(shutter, wall):
    shutter.set_attributes(RED, ALL_COLOURS)
    shutter.write("x")
    shutter.reset_attributes()
    shutter.reset_attributes()
    shutter.flush()
    assert wall.pieces[0].count("\x1b[0m") == 1
    shutter.set_attributes(RED, ALL_COLOURS)
    shutter.write("x")
    shutter.reset_attributes()
    shutter.flush()
    assert wall.pieces[1].endswith(f"x\x1b[0m{END}")


def test_the_cursor_is_shown_only_when_the_screen_is_left(shutter, wall):
    shutter.hide_cursor()
    shutter.flush()
    shutter.show_cursor()
    shutter.flush()
    assert "\x1b[?25h" not in "".join(wall.pieces)
    shutter.erase_down()
    shutter.flush()
    shutter.quit_alternate_screen()
    shutter.show_cursor()
    shutter.flush()
    assert wall.pieces[-1] == "\x1b[J\x1b[?1049l\x1b[?12l\x1b[?25h"
