import pytest

from client.drawing.canvas import Canvas
from client.games.streets_and_alleys.drawing.race import put_race, put_rivals
from client.games.widgets.rectangles import Rectangle
from engines.streets_and_alleys import rules
from tests.support.games.street_tables import STREET, lines, scene, seen
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import golden_test

AHEAD = layout("KC", foundations="4C QS - -")


def rivals(state, rows, width=80, **changes):
    canvas = Canvas(width, max(1, rows))
    put_rivals(canvas, scene(seen(state), width, **changes), 0, Rectangle(1, 0, width - 1, rows))
    return [line.strip() for line in lines(canvas.done())]


def standing(state, seat=0, size=(80, 19), **changes):
    canvas = Canvas(*size)
    put_race(canvas, scene(seen(state, seat), *size, **changes))
    return lines(canvas.done())


@pytest.mark.parametrize("size", [(100, 27), (80, 19), (60, 15)])
def test_a_spectator_sees_how_everyone_stands(size):
    drawn = "\n".join(standing(race(STREET, AHEAD, STREET, STREET), None, size))
    for name, cards in (("ana", 3), ("ben", 16), ("cleo", 3), ("dora", 3)):
        assert f"{name:<12} {cards:>2}/52" in drawn


SAID = {
    "each of the others has a row with foundations and moves the first above": lambda: rivals(
        play(race(STREET, STREET, AHEAD), "MTT 0 1", seat=1), 2
    ),
    "who is away or gave up is marked": lambda: rivals(
        rules.give_up(race(STREET, STREET, AHEAD), 2), 2, present=(True, False, True)
    ),
    "at the end who is first is said": lambda: (
        standing(rules.time_up(race(STREET, AHEAD)), time_left_s=1.0)[1:6],
        standing(rules.time_up(race(AHEAD, STREET)))[3],
    ),
    "where there is little room all the others share a row": lambda: rivals(race(STREET, STREET, AHEAD), 1, 60),
    "alone there are no others": lambda: rivals(race(STREET), 0),
    "the standings are in the order of the places": lambda: (
        (drawn := standing(race(STREET, AHEAD, STREET), time_left_s=61.0))[0],
        drawn[1],
        [line[2:7] for line in drawn[3:8:2]],
    ),
}

test_said = golden_test(__name__, SAID)
