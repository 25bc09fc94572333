"""The one window and the keys, with somebody who writes down what reaches them."""

from types import SimpleNamespace

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Point
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from client.drawing.canvas import Canvas, Grid
from client.fullscreen.terminal.window import NOT_KEYS, ScreenWindow, bindings, is_of_mouse
from tests.support.fakes.table_server import TableServer
from tests.support.terminal.terminal import Clock, running

DOWN = MouseEventType.MOUSE_DOWN


class Scribe:
    def __init__(self):
        self.heard = []
        self.pointed = []
        self.word = "flip"

    def draw(self, columns, rows):
        canvas = Canvas(columns, rows)
        canvas.put(2, 1, self.word, "key")
        canvas.click(2, 1, 4, 1, "flip", "Flips.")
        canvas.click(0, 2, 1, 1, "")
        canvas.click(
            6, 2, 4, 1, "take {x}", over="aim {x}", other="menu {x}", twice="best {x}", drop="put {x}",
            wheel=("aim out", "aim in"), grid=Grid(4, 1),
        )  # fmt: skip
        return canvas.done()

    def refresh(self):
        self.heard.append("refresh")

    def press(self, key, text=""):
        self.heard.append((key, text))

    def click(self, command):
        self.heard.append(command)

    def point(self, hint, over):
        self.pointed.append((hint, over))

    def focus(self, *, is_focused):
        self.heard.append(is_focused)


@pytest.fixture
def scribe():
    return Scribe()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def surface(scribe, clock):
    surface = ScreenWindow(scribe, clock)
    surface._draw(10, 3)
    return surface


def mouse(surface, kind, x, y, button=MouseButton.LEFT):
    return surface.mouse_handler(MouseEvent(Point(x, y), kind, button, frozenset()))


def draw_after(window, last=None):
    """What the window gives to a toolkit that has drawn `last` before."""
    screen = Screen()
    place = WritePosition(0, 0, 10, 3)
    with set_app(SimpleNamespace(renderer=SimpleNamespace(last_rendered_screen=last))):
        window.write_to_screen(screen, MouseHandlers(), place, parent_style="", erase_bg=False, z_index=None)
    return screen


def rows_of(screen):
    return {y: "".join(cell.char for cell in row.values()) for y, row in screen.data_buffer.items()}


def test_the_drawing_is_given_cell_by_cell_in_the_toolkits_styles(scribe):
    screen = draw_after(ScreenWindow(scribe, Clock()))
    assert rows_of(screen) == {0: " " * 10, 1: "  flip    ", 2: " " * 10}
    assert [cell.style for cell in screen.data_buffer[1].values()] == [
        *["class:ground"] * 2, *["class:ground class:key"] * 4, *["class:ground"] * 4,
    ]  # fmt: skip


def test_of_what_was_drawn_before_only_the_rows_that_changed_are_given_and_compared(scribe):
    window = ScreenWindow(scribe, Clock())
    first = draw_after(window)
    same = draw_after(window, first)
    assert rows_of(first) == rows_of(same) == {}
    scribe.word = "flop"
    other = draw_after(window, same)
    assert rows_of(same) == {1: "  flip    "}
    assert rows_of(other) == {1: "  flop    "}


def test_a_letter_with_marks_gets_its_place_and_a_wide_one_two_cells(scribe):
    scribe.word = "न\u093eé漢"
    screen = draw_after(ScreenWindow(scribe, Clock()))
    assert [cell.char for cell in screen.data_buffer[1].values()][2:7] == ["न", "\u093e", "é", "漢", ""]
    assert screen.zero_width_escapes[1][5] == "\x1b[6G"
    assert 6 not in screen.zero_width_escapes[1]


@pytest.mark.parametrize(
    ("kind", "place", "button", "command"),
    [
        (DOWN, (3, 1), MouseButton.LEFT, "flip"),
        (DOWN, (9, 1), MouseButton.LEFT, NotImplemented),
        (DOWN, (3, 1), MouseButton.MIDDLE, NotImplemented),
        (DOWN, (0, 2), MouseButton.LEFT, None),
        (DOWN, (3, 1), MouseButton.RIGHT, "help"),
        (DOWN, (7, 2), MouseButton.RIGHT, "menu 1"),
        (MouseEventType.SCROLL_UP, (3, 1), MouseButton.NONE, "up"),
        (MouseEventType.SCROLL_DOWN, (3, 1), MouseButton.NONE, "down"),
        (MouseEventType.SCROLL_UP, (7, 2), MouseButton.NONE, "aim out"),
        (MouseEventType.SCROLL_DOWN, (7, 2), MouseButton.NONE, "aim in"),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_a_button_or_the_wheel_gives_the_command_of_its_place_which_may_swallow_it(
    surface, scribe, kind, place, button, command
):
    answer = mouse(surface, kind, *place, button)
    assert answer is (NotImplemented if command is NotImplemented else None)
    assert scribe.heard == [command] * isinstance(command, str)


def test_a_second_press_in_time_is_a_double_click_and_the_first_did_not_wait(surface, scribe, clock):
    mouse(surface, DOWN, 7, 2)
    assert scribe.heard == ["take 1"]
    clock.now = 0.39
    mouse(surface, DOWN, 7, 2)
    clock.now = 0.9
    mouse(surface, DOWN, 7, 2)
    assert scribe.heard == ["take 1", "best 1", "take 1"]


@pytest.mark.parametrize(
    ("button", "heard"),
    [
        (MouseButton.LEFT, ["flip", "put 2"]),
        (MouseButton.UNKNOWN, ["flip", "put 2"]),
        (MouseButton.RIGHT, ["flip"]),
    ],
)
def test_the_left_button_or_one_without_a_name_drops_where_it_is_let_go(surface, scribe, button, heard):
    mouse(surface, DOWN, 3, 1)
    mouse(surface, MouseEventType.MOUSE_UP, 8, 2, button)
    assert scribe.heard == heard


def test_a_move_is_told_and_never_makes_the_toolkit_draw(surface, scribe):
    for x, y in ((3, 1), (7, 2), (7, 2), (8, 2), (4, 0)):
        assert mouse(surface, MouseEventType.MOUSE_MOVE, x, y, MouseButton.NONE) is NotImplemented
    assert scribe.pointed == [("Flips.", ""), ("", "aim 1"), ("", ""), ("", "aim 2"), ("", "")]
    assert scribe.heard == []


def test_a_press_where_no_move_was_told_puts_the_pointer_there_first(surface, scribe):
    mouse(surface, DOWN, 7, 2)
    mouse(surface, DOWN, 3, 1)
    assert scribe.pointed == [("", "aim 1")]
    assert scribe.heard == ["take 1", "flip"]


def test_every_key_of_the_toolkit_reaches_us(scribe):
    bound = {binding.keys for binding in bindings(scribe).bindings}
    assert {(key,) for key in Keys if key not in NOT_KEYS} <= bound
    assert (Keys.Any,) in bound


@pytest.mark.parametrize("sent", ["<0;10;10M", "<35;1;1m", "<99;5;5M", "96;14;13M", "M !!", "M#\x7f\x7f"])
def test_what_a_mouse_sends_is_known_in_each_of_its_ways(sent):
    assert is_of_mouse(f"\x1b[{sent}")


@pytest.mark.parametrize(
    "sent", ["5M", "99M", "1;2M", "<0;10M", "<0;10;10;10M", "<;;M", "M\x01ab", "M\n!!", f"<0;{9 * '9'};1M"]
)
def test_what_only_begins_like_it_is_left_alone(sent):
    assert not is_of_mouse(f"\x1b[{sent}")


async def test_no_sequence_of_a_terminal_ends_the_client():
    async with running(TableServer()) as (terminal, _, task):
        for sent in ("\x1b[5M", "\x1b[1;2M", "\x1b[Mabc", "\x1b[<0;10M", "\x1b[5;5R"):
            terminal.type(sent)
        await terminal.press("?", "Esc closes")
        assert not task.done()
