"""The list of what there is to do."""

import pytest

from client.drawing.canvas import Canvas
from client.games.blocky.drawing.menu import ROWS, hints, put_menu, title
from client.games.blocky.selection import hinted_selection
from client.games.widgets.rectangles import Rectangle
from engines.blocky.rules import give_up
from tests.support.games.blocky_tables import aimed, cells, lines, scene, seen, state
from tests.support.games.boards import table
from tests.support.golden.sentences import for_each, golden_test

FIELD = table("((3011)213)", colours=(3, 0))
"""Where yellow (ana) gains by turning the upper right block to the right."""
HINTED = hinted_selection(seen(FIELD), None, "swap horizontally 0")


def drawn(view, *words, width=47, **changes):
    canvas = Canvas(width, ROWS)
    changes = {"mark": aimed(view, *words), **changes} if words else changes
    put_menu(canvas, scene(view, **changes), Rectangle(0, 0, width, ROWS))
    return canvas.done()


def shown(view, *words, width=47, **changes):
    return [line.rstrip() for line in lines(drawn(view, *words, width=width, **changes))]


@pytest.mark.parametrize("width", [27, 44, 60])
def test_changes_of_four_players_have_room(width):
    four = seen(state(seats=4), 2)
    rows = shown(four, "at 4 0", width=width)
    assert rows[0].split()[-4:][0] == "you"
    assert len(rows[1].split()[-4:]) == 4
    assert all(len(row) <= width for row in rows)


def test_where_a_name_is_too_long_the_colour_stands_above_its_changes():
    four = seen(state(seats=4), 2)
    for width, colours in ((60, set()), (44, {"safe-1", "safe-0", "safe-2"})):
        header = cells(drawn(four, width=width, palette="safe", names=("planner", "wise-20", "cleo", "smart-2")))[0]
        swatches = {style.removesuffix("-ground") for style, _ in header if style.endswith("-ground")}
        assert swatches == colours


def test_who_watches_clicks_nothing_but_sees_what_would_be():
    regions = drawn(seen(FIELD, None), "at 2 0").regions
    assert {region.command for region in regions} == {""}
    assert [region.over.split()[:2] for region in regions] == [["aim", "try"]] * 8


def test_the_row_of_the_action_that_is_previewed_is_marked():
    row = next(row for row in cells(drawn(seen(FIELD), "at 2 0", "try swap vertically 0")) if row[0][0] == "marked")
    assert "".join(char for _, char in row).startswith("E")
    assert {style for style, _ in row} == {"marked"}


@pytest.mark.parametrize("view", [seen(FIELD, 1), seen(FIELD, None)])
def test_keys_are_greyed_while_one_may_not_move(view):
    assert all(row[0][0] == "key-off" for row in cells(drawn(view, "at 2 0"))[1:])


def test_keys_of_what_is_not_allowed_are_greyed():
    rows = cells(drawn(seen(FIELD), "at 2 0"))[1:]
    assert [row[0][0] for row in rows] == ["key"] * 4 + ["key-off", "key", "key-off", "key"]


SAID = {
    "what a smash brings nobody knows": lambda: shown(seen(FIELD), "at 0 0")[5],
    "of secret goals only ones own change is shown": lambda: shown(
        seen(table("((3011)213)", colours=(3, 0), goals="secret")), "at 2 0"
    )[2],
    "who gave up has no column": lambda: shown(seen(give_up(state(seats=3), 1)))[0],
    "the move that a hint names is marked in place of what gains most": lambda: (
        shown(seen(FIELD), mark=HINTED)[2:4],
        title(scene(seen(FIELD), mark=HINTED), 47),
        title(scene(seen(FIELD), mark=HINTED), 27),
    ),
    "hints fit on a small screen": lambda: (hints(scene(seen(state())), 27), hints(scene(seen(state(), None)), 27)),
    "a move that can be taken back is hinted at": lambda: for_each(
        lambda can: hints(scene(seen(state()), can_take_back=can), 45)[0], [False, True]
    ),
    "every deed has a row with key cost and the change of every score": lambda: shown(seen(FIELD), "at 2 0"),
    "on a small screen words are short": lambda: shown(seen(FIELD), "at 2 0", width=27),
    "every row can be clicked for the move on the block as it is marked": lambda: [
        drawn(seen(FIELD), "at 2 0").at(20, row).command for row in range(1, ROWS)
    ],
    "a row tells what it does or why it does not": lambda: (
        (drawing := drawn(seen(FIELD), "at 2 0")).at(0, 2).hint,
        drawing.at(0, 5).hint,
    ),
    "a move on its way is seen in its row": lambda: shown(seen(FIELD), "at 2 0", pending="swap horizontally 0")[3],
    "the title says which block is marked": lambda: (
        title(scene(view := seen(state())), 50),
        title(scene(view, mark=aimed(view, "pin 4 0")), 50),
        title(scene(view, palette="safe"), 27),
        title(scene(view, mark=aimed(view, "pin 0 7"), palette="safe"), 27),
    ),
    "hints are about what one can do": lambda: (
        hints(scene(view := seen(state())), 50)[0],
        hints(scene(view), 50)[1],
        hints(scene(view, mark=aimed(view, "pin 4 0")), 50)[1],
        hints(scene(seen(state(), None)), 50)[0][4:],
    ),
}

test_said = golden_test(__name__, SAID)
