"""The list of what there is to do."""

import pytest

from client.drawing.canvas import Canvas
from client.games.blocky.actions import ACTIONS
from client.games.blocky.drawing.menu import ROWS, hints, put_menu, title
from client.games.blocky.selection import hinted_selection
from client.games.rectangles import Rectangle
from engines.blocky.rules import give_up
from tests.support.games.blocky_tables import aimed, cells, lines, scene, seen, state
from tests.support.games.boards import play, table
from tests.support.golden.sentences import golden_test

FIELD = table("((3011)213)", colours=(3, 0))
"""Where yellow (ana) gains by turning the upper right block to the right."""


def drawn(view, *words, width=47, **changes):
    canvas = Canvas(width, ROWS)
    mark = aimed(view, *words) if words else None
    put_menu(canvas, scene(view, mark=mark, **changes), Rectangle(0, 0, width, ROWS))
    return canvas.done()


def shown(view, *words, width=47, **changes):
    return [line.rstrip() for line in lines(drawn(view, *words, width=width, **changes))]


def test_what_a_smash_brings_nobody_knows():
    rows = shown(seen(FIELD), "at 0 0")
    assert rows[5].split() == ["Space", "smash", "3", "?", "?"]


@pytest.mark.parametrize("width", [27, 44, 60])
def test_changes_of_four_players_have_room(width):
    four = seen(state(seats=4), 2)
    rows = shown(four, "at 4 0", width=width)
    assert rows[0].split()[-4:][0] == "you"
    assert len(rows[1].split()[-4:]) == 4
    assert all(len(row) <= width for row in rows)


def test_of_secret_goals_only_ones_own_change_is_shown():
    rows = shown(seen(table("((3011)213)", colours=(3, 0), goals="secret")), "at 2 0")
    assert rows[2].split() == ["D", "▸turn", "right", "0", "+1", "?"]


def test_who_gave_up_has_no_column():
    assert shown(seen(give_up(state(seats=3), 1)))[0].split() == ["key", "action", "cost", "you", "cleo"]


def test_who_watches_clicks_nothing():
    assert not drawn(seen(FIELD, None), "at 2 0").regions


@pytest.mark.parametrize("view", [seen(FIELD, 1), seen(FIELD, None)])
def test_keys_are_greyed_while_one_may_not_move(view):
    assert all(row[0][0] == "key-off" for row in cells(drawn(view, "at 2 0"))[1:])


def test_keys_of_what_is_not_allowed_are_greyed():
    rows = cells(drawn(seen(FIELD), "at 2 0"))[1:]
    assert [row[0][0] for row in rows] == ["key"] * 4 + ["key-off", "key", "key-off", "key"]


def test_hints_fit_on_a_small_screen():
    assert hints(scene(seen(state())), 27) == ("W bigger  S smaller", "")
    assert len(hints(scene(seen(state(), None)), 27)[0]) <= 27


def test_a_move_that_can_be_taken_back_is_hinted_at():
    taken, lasting = (hints(scene(seen(play(state(), move))), 45)[0] for move in ("pass", "smash 3"))
    assert taken == "W bigger  S smaller  z takes your move back"
    assert "z" not in lasting


def test_every_key_shown_is_the_one_that_is_bound():
    for deed in ACTIONS:
        assert deed.key.lower() in (deed.presses[0], "space", "tab")
    assert not shown(seen(play(FIELD, "pass")))[0].endswith("ana")


def test_the_move_that_a_hint_names_is_marked_in_place_of_what_gains_most():
    view = seen(FIELD)
    hint = hinted_selection(view, None, "swap horizontally 0")
    canvas = Canvas(47, ROWS)
    put_menu(canvas, scene(view, mark=hint), Rectangle(0, 0, 47, ROWS))
    rows = lines(canvas.done())
    assert "Q    ▸swap left-right" in rows[3]
    assert "D     turn right" in rows[2]
    assert title(scene(view, mark=hint), 47).startswith("Hinted: level 1 of 2")
    assert title(scene(view, mark=hint), 27).startswith("Hinted: 2x2")


SAID = {
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
