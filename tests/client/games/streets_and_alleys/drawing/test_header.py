import pytest

from client.drawing.canvas import Canvas
from client.games.streets_and_alleys.drawing.header import clock, put_header, put_note
from client.games.streets_and_alleys.selection import aim
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.view import table
from tests.support.builders import stores
from tests.support.games.street_tables import STREET, dealt, lines, nearly_won, scene, seen
from tests.support.games.streets import layout, race
from tests.support.golden.sentences import for_each, golden_test

VIEW = seen(race(STREET))


def records(played, won, best_moves):
    return stores.records("streets_and_alleys", played=played, won=won, longest=won, best_moves=best_moves)


RECORDS = records(11, 4, 118)


def header(view=VIEW, seat=0, width=100, **changes):
    canvas = Canvas(width, 1)
    put_header(canvas, scene(view, width, **changes), seat, table(view, seat))
    return lines(canvas.done())[0].rstrip()


def note(*words, view=VIEW, seat=0, width=100, more=False, **changes):
    mark = None
    for word in words:
        mark = aim(view, mark, word)
    canvas = Canvas(width, 1)
    put_note(canvas, scene(view, width, mark=mark, **changes), seat, table(view, seat), 0, more=more)
    return lines(canvas.done())[0].strip()


@pytest.mark.parametrize(
    ("changes", "again_s"),
    [({"lasted_s": 134.75}, pytest.approx(0.25)), ({}, None), ({"lasted_s": 134.75, "is_over": True}, None)],
)
def test_only_a_clock_that_runs_asks_to_be_drawn_again(changes, again_s):
    canvas = Canvas(100, 1)
    put_header(canvas, scene(VIEW, **changes), 0, STREET)
    assert canvas.done().again_s == again_s


SAID = {
    "the header counts cards moves and what is possible": lambda: (header(), header(lasted_s=134.6)),
    "statistics stand at the right where there is room": lambda: (
        header(records=RECORDS),
        header(records=RECORDS, width=60),
        header(records=records(2, 0, None)),
        header(records=records(0, 0, None)),
    ),
    "without a move the header warns": lambda: header(seen(race(layout("3D", *["KC"] * 7)))),
    "who is looked at is named": lambda: header(seen(race(STREET, STREET, shown=True)), seat=1, records=RECORDS),
    "the note says what is marked or can be done": lambda: for_each(
        lambda words: note(*words), [["0"], ["7"], ["home"], ["7", "given"], ["find 9s"], ["find as"], []]
    ),
    "the note tells of a won position and of one without moves": lambda: (
        note(view=seen(race(nearly_won()))),
        note(view=seen(race(layout("3D", *["KC"] * 7)))),
        note(view=seen(dealt(2))),
    ),
    "a card with nowhere to go is said to have none": lambda: note("0", view=seen(race(layout("3D", *["KC"] * 7)))),
    "the end is noted": lambda: (
        note(view=seen(race(layout(foundations="KC KS KD KH")))),
        note(view=seen(rules.give_up(race(STREET, STREET, STREET), 0))),
    ),
    "other panes are told of": lambda: note("0", more=True, width=60),
    "a race against time shows what is left": lambda: header(time_left_s=899.5, lasted_s=1.0),
    "a move on its way is shown": lambda: header(pending="MTT 0 1"),
    "a time reads as on a clock": lambda: for_each(clock, [0, 59.9, 3599, 3600]),
}

test_said = golden_test(__name__, SAID)
