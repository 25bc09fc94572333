"""The piles, what is known of the other side, and the turns so far."""

from client.drawing.canvas import Canvas
from client.games.tower_blaster.info_panel import numbers, put_other, put_piles, put_turns, seat_activity
from client.games.tower_blaster.selection import hinted_selection
from tests.support.games.tower_tables import lines, scene, seen, state
from tests.support.games.towers import UPSIDE_DOWN, bricks, play, table
from tests.support.golden.sentences import for_each, golden_test

DRAWN = play(state(), "take pile")
TURNS = "take pile, place 4, take discard, place 1, take pile, reject, take pile, place 1"


def drawn(put, *arguments, width=40, height=10, **changes):
    canvas = Canvas(width, height)
    put(canvas, *arguments, **changes)
    return [line.rstrip() for line in lines(canvas.done())]


def piles(view, **changes):
    return drawn(put_piles, scene(view), 0, 0, 40, **changes)


def other(view, seat=0, **changes):
    return drawn(put_other, scene(view, **changes), seat, 0, 0, 40, 10)


def turns(view, height=10, **changes):
    rows = drawn(put_turns, scene(view, **changes), 0, 0, 40, height, height=height)
    return [row.strip("│ ") for row in rows[1:-1]]


SAID = {
    "the piles are counted and drawn to one scale": lambda: piles(seen(state()))[:3],
    "the brick in hand is drawn where it may be seen": lambda: (
        piles(seen(DRAWN))[1],
        piles(seen(DRAWN, 0))[1],
        piles(seen(play(state(), "take discard"), 0))[1],
    ),
    "who went away is seen to be away": lambda: (
        other(seen(state()), present=(False, True))[0],
        seat_activity(scene(seen(state()), present=(True, False)), 1),
    ),
    "the turns stand newest first": lambda: (
        turns(seen(play(state(), *TURNS.split(", "))))[:4],
        turns(seen(state()))[0],
    ),
    "numbers take as many lines as they need": lambda: (numbers((1, 20, 33), 40), numbers((1, 20, 33), 5)),
    "the pile that a hint names is marked": lambda: for_each(
        lambda view, move: drawn(put_piles, scene(view, mark=hinted_selection(view, None, move)), 1, 0, 39)[:3],
        [
            (seen(state()), "take pile"),
            (seen(state()), "take discard"),
            (seen(DRAWN), "reject"),
            (seen(DRAWN), "place 4"),
        ],
    ),
    "the keys of the piles are those that work": lambda: (
        piles(seen(state()), hints=True)[4:6],
        piles(seen(DRAWN), hints=True)[4:6],
        piles(seen(play(state(), "take discard")), hints=True)[4:6],
    ),
    "what the other side took is remembered": lambda: other(seen(play(table(), "take discard", "place 1")))[2:4],
    "the other side is seen to hold a brick": lambda: (
        other(seen(play(table(), "take discard")))[0],
        other(seen(play(table(), "take pile")))[0],
    ),
    "a tower that was opened is shown by its numbers": lambda: other(seen(table(dealt=bricks(UPSIDE_DOWN))))[1:3],
    "the turns can be scrolled to the first and no further": lambda: (
        turns(seen(after := play(state(pile="20 2 3 7 8 10 11"), *["take pile", "reject"] * 5)), height=4),
        turns(seen(after), height=4, scroll=99),
    ),
    "the filling of the pile stands between the turns": lambda: (
        turns(seen(after := play(state(pile="20"), "take pile", "reject")))[0],
        turns(seen(after))[1],
    ),
}

test_said = golden_test(__name__, SAID)
