"""The one control and the keys, with somebody who writes down what reaches them."""

import pytest
from prompt_toolkit.data_structures import Point
from prompt_toolkit.keys import Keys
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from client.lines import Canvas
from client.screens.surface import NOT_KEYS, Surface, bindings


class Scribe:
    def __init__(self):
        self.heard = []
        self.hint = ""

    def draw(self, columns, rows):
        canvas = Canvas(columns, rows)
        canvas.put(2, 1, "flip", "key")
        canvas.click(2, 1, 4, 1, "flip", "Flips.")
        canvas.click(0, 2, 1, 1, "")
        return canvas.done()

    def refresh(self):
        self.heard.append("refresh")

    def press(self, key, text=""):
        self.heard.append((key, text))

    def click(self, command):
        self.heard.append(command)

    def point(self, hint):
        is_new, self.hint = hint != self.hint, hint
        return is_new

    def focus(self, *, is_focused):
        self.heard.append(is_focused)


@pytest.fixture
def scribe():
    return Scribe()


@pytest.fixture
def surface(scribe):
    surface = Surface(scribe)
    surface.create_content(10, 3)
    return surface


def mouse(surface, kind, x, y, button=MouseButton.LEFT):
    return surface.mouse_handler(MouseEvent(Point(x, y), kind, button, frozenset()))


def test_the_drawing_is_given_line_by_line_in_the_toolkits_styles(scribe):
    content = Surface(scribe).create_content(10, 3)
    assert content.line_count == 3
    assert content.get_line(1) == [("", "  "), ("class:key", "flip"), ("", "    ")]


def test_a_click_gives_the_command_of_its_place(surface, scribe):
    assert mouse(surface, MouseEventType.MOUSE_DOWN, 3, 1) is None
    assert scribe.heard == ["flip"]


@pytest.mark.parametrize(("x", "y", "button"), [(9, 1, MouseButton.LEFT), (3, 1, MouseButton.MIDDLE)])
def test_a_click_elsewhere_or_with_another_button_does_nothing(surface, scribe, x, y, button):
    assert mouse(surface, MouseEventType.MOUSE_DOWN, x, y, button) is NotImplemented
    assert scribe.heard == []


def test_a_place_without_a_command_swallows_the_click(surface, scribe):
    assert mouse(surface, MouseEventType.MOUSE_DOWN, 0, 2) is None
    assert scribe.heard == []


def test_the_right_button_and_the_wheel(surface, scribe):
    mouse(surface, MouseEventType.MOUSE_DOWN, 3, 1, MouseButton.RIGHT)
    mouse(surface, MouseEventType.SCROLL_UP, 3, 1, MouseButton.NONE)
    mouse(surface, MouseEventType.SCROLL_DOWN, 3, 1, MouseButton.NONE)
    assert scribe.heard == ["help", "up", "down"]


def test_pointing_is_drawn_only_where_it_says_something_new(surface, scribe):
    assert mouse(surface, MouseEventType.MOUSE_MOVE, 3, 1) is None
    assert scribe.hint == "Flips."
    assert mouse(surface, MouseEventType.MOUSE_MOVE, 4, 1) is NotImplemented
    assert mouse(surface, MouseEventType.MOUSE_MOVE, 9, 1) is None
    assert scribe.hint == ""


def test_every_key_of_the_toolkit_reaches_us(scribe):
    bound = {binding.keys for binding in bindings(scribe).bindings}
    assert {(key,) for key in Keys if key not in NOT_KEYS} <= bound
    assert (Keys.Any,) in bound
