"""What is asked of a player, and who is away, never lies over the board of any game."""

import msgspec
import pytest

from client.fullscreen.screens import page
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.state import UiState
from protocol import messages as m
from tests.support.builders.lobbies import SIZES
from tests.support.builders.scenes import lines
from tests.support.builders.stores import table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games import blocky_tables, street_tables, streets, tower_tables

pytestmark = pytest.mark.slow

NAMES = ("ana", "Bartholomew-Lint")
"""The second has as many letters as a name can have."""


def race():
    at = streets.layout("5S 7D", "6D KH QS", "4C 5H 6S", "7H 8D", "9S 10D", "JC QD KC", "2D 3H", "4S 5D")
    return street_tables.street_table(street_tables.seen(streets.race(at, at)))


BOARDS = {
    "war": (war_table(war_view()), {100: 62, 80: 42}),
    "blocky": (blocky_tables.blocky_table(blocky_tables.seen(blocky_tables.state())), {100: 49, 80: 33}),
    "tower": (
        tower_tables.tower_table(tower_tables.seen(tower_tables.state()), chairs=tuple(map(person, NAMES))),
        {100: 70, 80: 40},
    ),
    "streets": (race(), {}),
}
"""A table of each game, and by the screen's width the column at which its board ends; where none is, it goes across."""


def asked(kind, seat):
    return {"request": m.Offer(kind=kind, seat=seat, agreed=(), time_left_s=30.0)}


def away(left_s, seat):
    return {"away": (m.Absence(seat=seat, left_s=left_s, level=None, by=None),)}


CHANGES = {
    "takeback": lambda own, other: asked("takeback", other),
    "draw": lambda own, other: asked("draw", other),
    "own": lambda own, other: asked("draw", own),
    "away": lambda own, other: away(60.0, other),
    "late": lambda own, other: away(0.0, other),
}


def drawn(table, size):
    drawing = page.draw(table_store(table), UiState(motion=False, is_new=False), size, 0.0)
    return lines(drawing)[TOP : size[1] - BOTTOM]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("change", CHANGES)
def test_nothing_that_is_asked_lies_over_the_board_of_any_game(size, game, change):
    table, ends = BOARDS[game]
    changed = msgspec.structs.replace(table, **CHANGES[change](table.seat, 1 - table.seat))
    end = ends.get(size[0], size[0])
    plain, opened = drawn(table, size), drawn(changed, size)
    assert [line[:end] for line in opened] == [line[:end] for line in plain]
    assert (opened != plain) is (end < size[0])
