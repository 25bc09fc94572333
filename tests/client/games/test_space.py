"""Games use the space there is: from the smallest to a large terminal their figures grow, and nothing is cut."""

import pytest

from client.drawing.canvas import Canvas
from tests.support.games import streets_lines
from tests.support.terminal.space_use import SIZES, cut_lines, largest_gap, played, raced, shown_share

LOOKS = 6
"""How many positions of a game are drawn, from its deal to its end."""
GAMES = {
    "war": lambda: played("war", 2, "flipper"),
    "war, scouts": lambda: played("war", 2, "flipper", variant="scouts"),
    "tower_blaster": lambda: played("tower_blaster", 2, "counting"),
    "blocky": lambda: played("blocky", 2, "smart-2", moves=8),
    "blocky, alone": lambda: played("blocky", 1, "smart-2", moves=8, depth=2),
    "blocky, four": lambda: played("blocky", 4, "smart-2", moves=5, depth=5),
    "streets": lambda: streets(1),
    "streets, race": lambda: streets(1, 0.6, shown=True),
    "streets, race of four": lambda: streets(1, 0.6, 0.8, 0.4, shown=True),
}


def streets(*paces, shown=False):
    """A deal of Streets and Alleys that is won, alone or before others who play it more slowly."""
    tables = "shown" if shown else "hidden"
    return raced(streets_lines.commands(), "streets_and_alleys", paces, deal=streets_lines.DEAL, tables=tables)


ALONE = ("blocky, alone", "streets")
"""Those that have no second seat."""
LEAST_SHOWN = {
    "war": 0.22,
    "war, scouts": 0.22,
    "tower_blaster": 0.25,
    "blocky": 0.49,
    "blocky, alone": 0.49,
    "blocky, four": 0.49,
    "streets": 0.22,
    "streets, race": 0.24,
    "streets, race of four": 0.27,
}
"""The share of its cells in which a game shows something while it is played, at every size."""
LARGEST_GAP = {
    "war": 0.3,
    "war, scouts": 0.3,
    "tower_blaster": 0.23,
    "blocky": 0.22,
    "blocky, alone": 0.22,
    "blocky, four": 0.22,
    "streets": 0.27,
    "streets, race": 0.24,
    "streets, race of four": 0.24,
}
"""The share of the screen of the largest rectangle in which it shows nothing then."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize(
    ("name", "seat"), [(name, seat) for name in GAMES for seat in (0, 1, None) if seat != 1 or name not in ALONE]
)
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
