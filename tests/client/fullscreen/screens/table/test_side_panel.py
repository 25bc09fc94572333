"""What opens beside the board: the end of a game, and what is asked."""

from client.drawing.canvas import Canvas
from client.fullscreen.screens.frame import put_above_short, put_sentence
from client.fullscreen.screens.table.side_panel import (
    describe_end,
    put_absence,
    put_beside,
    put_end,
    put_offer,
    side_width,
)
from client.state.store import Arrival, FollowedTable
from client.state.table_view import read_table
from protocol import messages as m
from tests.support.builders.scenes import lines
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import for_each, golden_test

WON = m.Ending(scores=(31, 20), winners=(0,), reason="Both hands are empty.")
CHAIRS = (person("ana", 2), person("ben", 1))


def over(**changes):
    changes = {"phase": "over", "turn": (), "ending": WON, "chairs": CHAIRS, **changes}
    return war_table(war_view(left=(0, 0)), **changes)


def panel(put, *given):
    """What opens, row by row, each with where a click gives which command."""
    put(canvas := Canvas(80, 24), *given)
    drawing = canvas.done()
    return [
        f"{line.rstrip()}{''.join(f'  <{region.x} {region.command}>' for region in drawing.regions if region.y == row)}"
        for row, line in enumerate(lines(drawing))
        if line.strip()
    ]


def ended(names=("ana", "ben"), **changes):
    return panel(put_end, over(**changes), names)


def of_three(seat=1, **changes):
    table = sums_table(sums(3, 1, 2, 1, 1, 2, 2, 1, 1, 1), seat, **changes)
    return panel(put_end, table, ("ana", "ben", "cleo"))


def asked(seat, *agreed):
    request = m.Offer(kind="takeback", seat=0, agreed=agreed, time_left_s=30.0)
    table = sums_table(sums(3, 2), seat, seq=2, request=request)
    return panel(put_offer, read_table(FollowedTable(table, 1.0, (Arrival(0.0, sums_table(sums(3), seat)),))), 21.4)


def away(left_s, now=100.0, seat=0):
    gone = m.Absence(seat=1, left_s=left_s, level=None, by=None)
    return panel(put_absence, read_table(FollowedTable(war_table(war_view(), seat=seat, away=(gone,)), 100.0)), now)


def test_what_opens_is_as_wide_as_the_list_that_it_opens_over():
    canvas = Canvas(100, 32)
    widths = []
    for column in (100 - 70, 100 - 60, 100 - 40, 100 - 38, 100 - 30, 100 - 20):
        canvas.spares(column, 5, 100 - column, 10)
        widths.append(side_width(canvas))
    assert widths == [38, 60, 40, 38, 30, 38]
    assert side_width(Canvas(100, 32)) == 38


def test_it_stands_over_that_list_though_a_column_is_free_beside_it_but_over_no_list_elsewhere():
    def left(column, width):
        canvas = Canvas(100, 32)
        canvas.spares(column, 5, width, 10)
        put_beside(canvas, "", [("", "text")], width=side_width(canvas))
        return next(line.index("┌") for line in lines(canvas.done()) if "┌" in line)

    assert [left(59, 40), left(60, 40), left(0, 40)] == [59, 60, 62]


def test_a_reason_is_told_uncut_however_long_it_is():
    long = "The time is up, and of those with the most cards on the foundations, fewer moves win."
    drawn = " ".join(ended(ending=m.Ending(scores=(26, 26), winners=(0,), reason=long)))
    assert "…" not in drawn
    assert all(word in drawn for word in long.split())


SAID = {
    "the end says who won and who wants another": lambda: for_each(
        lambda changes: ended(**changes),
        [
            {},
            {"seat": 1},
            {"seat": None},
            {"ending": m.Ending(scores=(26, 26), winners=(0, 1), reason="x")},
            {"ending": m.Ending(scores=(0, 4), winners=(1,), reason="ana gave up.")},
            {"rematch": (1,)},
            {"rematch": (0,)},
        ],
    ),
    "a game given up has a winner and no points": lambda: ended(
        ("ana", "cleo"), ending=m.Ending(scores=(), winners=(0,), reason="cleo resigned.")
    ),
    "of many each has a line with its score the best first": of_three,
    "who gave up before the end is marked": lambda: of_three(gave_up=(0,)),
    "who played alone reads a score and may play again": lambda: panel(put_end, sums_table(sums(1, 2, 2, 1)), ("ana",)),
    "a game given up alone says so once": lambda: panel(
        put_end,
        sums_table(sums(1), phase="over", ending=m.Ending(scores=(), winners=(), reason="ana resigned.")),
        ("ana",),
    ),
    "a seat left at the end may be given to a computer": lambda: ended(
        ("ana", "open seat"), chairs=(person("ana"), person(""))
    ),
    "a game without an end shows none": lambda: ended(ending=None),
    "a question names the move counts down and can be answered by a click": lambda: asked(1),
    "who asked or agreed or watches sees who is waited for": lambda: (asked(0), asked(1, 1), asked(None, 2)),
    "who is away is named and their time counts down": lambda: (away(60.0), away(60.0, 118.2), away(60.0, seat=None)),
    "what may be done about who stays away can be clicked": lambda: away(0.0),
}

test_said = golden_test(__name__, SAID)


def test_where_no_panel_has_space_the_rows_above_the_keys_tell_the_end():
    def rows(canvas, sentence):
        put_sentence(canvas, sentence, "news")
        put_above_short(canvas, describe_end(over(), ("ana", "ben"), ("", "A new record.")), sentence)
        return [line.rstrip() for line in lines(canvas.done())[-3:]]

    told = " Both hands are empty. A new record. Games won here: you 2, ben 1"
    assert rows(Canvas(80, 24), "You won 31 to 20.") == [told, " You won 31 to 20.", ""]
    assert rows(Canvas(60, 20), "It's over.")[0] == " You won 31 to 20. Both hands are empty. A new record."
    assert "A new record." not in "".join(rows(Canvas(60, 20), "word " * 20))
