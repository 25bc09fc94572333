"""Games use the space there is: from the smallest to a large terminal their figures grow, and nothing is cut."""

import pytest

from client.drawing.canvas import Canvas
from tests.support.terminal.space_use import SIZES, cut_lines, largest_gap, played, shown_share

LOOKS = 6
"""How many positions of a game are drawn, from its deal to its end."""
GAMES = {
    "war": lambda: played("war", 2, "flipper"),
    "war, scouts": lambda: played("war", 2, "flipper", variant="scouts"),
    "tower_blaster": lambda: played("tower_blaster", 2, "counting"),
}
LEAST_SHOWN = {"war": 0.22, "war, scouts": 0.22, "tower_blaster": 0.25}
"""The share of its cells in which a game shows something while it is played, at every size."""
LARGEST_GAP = {"war": 0.3, "war, scouts": 0.3, "tower_blaster": 0.23}
"""The share of the screen of the largest rectangle in which it shows nothing then."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_fills_the_screen_and_cuts_nothing(name, seat, size):
    *drawn, last = GAMES[name]().some(LOOKS).drawings(seat, size)  # The end leaves room for its panel.
    assert min(map(shown_share, drawn)) >= LEAST_SHOWN[name]
    assert max(map(largest_gap, drawn)) <= LARGEST_GAP[name]
    assert [line for each in (*drawn, last) for line in cut_lines(each)] == []


def test_the_share_and_the_largest_gap_are_counted_by_cells():
    canvas = Canvas(10, 4)
    canvas.put(0, 0, "ab", "soft")
    canvas.put(4, 1, "  ", "card")
    drawing = canvas.done()
    assert (shown_share(drawing), largest_gap(drawing)) == (4 / 40, 20 / 40)


def test_a_text_that_is_cut_is_found():
    canvas = Canvas(10, 1)
    canvas.put(0, 0, "a long st…")
    assert cut_lines(canvas.done()) == ["a long st…"]
