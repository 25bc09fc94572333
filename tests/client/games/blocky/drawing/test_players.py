from client.drawing.canvas import Canvas
from client.games.blocky.drawing.players import put_legend, put_players, put_turns, rows_needed
from client.games.widgets.rectangles import Rectangle
from engines.blocky.rules import give_up
from tests.support.games.blocky_tables import lines, played, scene, seen, state
from tests.support.games.boards import play
from tests.support.golden.sentences import for_each, golden_test


def shown(view, width=45, height=4, **changes):
    canvas = Canvas(width, height)
    put_players(canvas, scene(view, **changes), Rectangle(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


def legend(palette):
    canvas = Canvas(32, 1)
    put_legend(canvas, palette, Rectangle(0, 0, 32, 1))
    return lines(canvas.done())[0].strip()


def moves(view, height=4, width=45, **changes):
    canvas = Canvas(width, max(1, height))
    put_turns(canvas, scene(view, **changes), Rectangle(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


def test_a_secret_goal_and_its_score_are_not_shown():
    for width, height in ((45, 8), (45, 4), (27, 4)):
        rows = shown(seen(state(seats=4, goals="secret")), width, height)
        assert sum("?" in row for row in rows) >= 3
        assert not any(swatch in "".join(rows) for swatch in ("██", "░░", "▚▚"))
    assert "score ?   penalty 0" in shown(seen(state(goals="secret")))[3]


SAID = {
    "a gain that would tell a secret goal is not shown": lambda: for_each(
        lambda seat: moves(seen(play(state(goals="secret"), "swap horizontally 0", "smash 1"), seat))[:2], [0, 1]
    ),
    "moves can be scrolled to the first and no further": lambda: for_each(
        lambda scroll: moves(seen(played(1, 3, 2, 12)), 3, scroll=scroll), [0, 4, 99]
    ),
    "where there is no room nothing is drawn": lambda: (moves(seen(state()), 0), moves(seen(played(1, 3, 2, 12)), 0)),
    "moves stand newest first with block and gain": lambda: moves(
        seen(play(state(), "swap horizontally 0", "pass", "rotate clockwise board", "smash 1"))
    ),
    "before the first move there is none": lambda: moves(seen(state()))[0],
    "players take two rows where there is room": lambda: for_each(
        lambda seats: [rows_needed(seen(state(seats=seats)), is_large=is_large) for is_large in (False, True)],
        [1, 2, 3, 4],
    ),
    "the legend names the palettes colours": lambda: for_each(legend, ["texture", "safe"]),
    "a player is shown with goal score and moves left": lambda: shown(
        seen(play(state(), "rotate clockwise board", "pass"))
    ),
    "cells on the edge count where that is the goal": lambda: (
        (rows := shown(seen(state(kind="perimeter"))))[0],
        rows[1].strip(),
    ),
    "penalties are taken off": lambda: shown(seen(play(state(), "smash 3")))[1],
    "a colour that somebody painted with is known though its score is not": lambda: (
        (rows := shown(seen(play(state(goals="secret"), "pass", "paint 0.1.3"))))[2],
        rows[3].strip(),
    ),
    "who went away or gave up is seen to": lambda: (
        shown(seen(state()), present=(True, False))[2],
        shown(seen(give_up(state(seats=3), 2)))[2],
    ),
    "many players have a line each": lambda: shown(seen(state(seats=4), 1)),
    "on a small screen the swatch says the goal": lambda: shown(seen(state()), 27, 2),
    "at the end the winner is seen and nobody is on turn": lambda: (
        (rows := shown(seen(play(state(moves=1, goals="secret"), "pass", "pass"))))[0],
        rows[2],
        "".join(rows),
    ),
    "long names are cut": lambda: shown(seen(state(), 1), names=("Maximiliane", "ben"))[2],
}

test_said = golden_test(__name__, SAID)
