import pytest

from client.drawing.canvas import Canvas
from client.games.war.rounds import put_course, put_rounds
from client.games.war.text import WINS
from client.games.widgets.rectangles import Rectangle
from engines.war.view import Round
from tests.support.builders.scenes import lines, scene_of
from tests.support.builders.tables import war_draw, war_view
from tests.support.golden.sentences import golden_test

TENS = war_draw("10H", "10D", 10, 10)
TWOS = war_draw("2C", "2D", 2, 2)
LAST = war_draw("5C", "QH", 5, 12)


def listed(*finished, scroll=0, **changes):
    canvas = Canvas(38, 8)
    put_rounds(
        canvas,
        scene_of(war_view(rounds=finished, **changes), ("ana", "ben"), (38, 8), scroll=scroll),
        Rectangle(0, 0, 38, 8),
    )
    return [" ".join(line.strip("│").split()) for line in lines(canvas.done())][1:-1]


def test_the_list_scrolls_and_stops_at_its_end():
    finished = [Round((LAST,), 1, 2)] * 20
    assert listed(*finished)[0].startswith("20 ")
    assert listed(*finished, scroll=3)[0].startswith("17 ")
    assert listed(*finished, scroll=99)[-1].startswith("1 ")


def test_the_lead_is_told_above_its_course_and_no_name_is_changed():
    def title(scores, seat):
        canvas = Canvas(40, 40)
        put_course(canvas, scene_of(war_view(scores=scores, seat=seat), ("ana", "ben"), (40, 40)), 0, 40)
        return lines(canvas.done())[0].strip("┌─┐ ")

    assert [title((4, 2), seat) for seat in (None, 0)] == ["ana leads by 2", "You lead by 2"]
    assert title((2, 2), 0) == "Level at 2"


@pytest.mark.parametrize("width", [33, 38, 45])
def test_the_points_of_a_round_are_seen_however_much_was_drawn_in_it(width):
    scouted = war_draw("3H 10C", "5S 10S", 13, 15)
    finished = [Round((scouted,), 1, 4), Round((TENS, scouted), 1, 6), Round((TENS, TWOS, LAST), 0, 6)]
    canvas = Canvas(width, 8)
    view = war_view(rounds=tuple(finished), variant="scouts")
    put_rounds(canvas, scene_of(view, ("ana", "ben"), (width, 8)), Rectangle(0, 0, width, 8))
    assert [line.rstrip("│ ").split()[-1] for line in lines(canvas.done())[1:4]] == ["+6", "+6", "+4"]


def test_what_wins_and_how_the_game_goes_stands_where_the_list_leaves_room():
    def soft(rows, count, **changes):
        canvas = Canvas(33, rows)
        view = war_view(rounds=(Round((LAST,), 1, 2),) * count, **changes)
        put_rounds(canvas, scene_of(view, ("ana", "ben"), (33, rows)), Rectangle(0, 0, 33, rows))
        return [text for line in canvas.done().lines for style, text in line if style == "soft"]

    assert [len(soft(19, count)) for count in (3, 12, 13, 16)] == [5, 4, 3, 0]
    assert soft(19, 1, variant="suits")[:4] == list(WINS["suits"][:4])


@pytest.mark.parametrize("is_over", [False, True])
def test_what_can_still_be_won_is_told_until_the_game_ends_however_it_does(is_over):
    canvas = Canvas(33, 19)
    scene = scene_of(war_view(), ("ana", "ben"), (33, 19), is_over=is_over)
    put_rounds(canvas, scene, Rectangle(0, 0, 33, 19))
    assert any("still to win" in line for line in lines(canvas.done())) is not is_over


def course(rows, *winners, seat=0):
    canvas = Canvas(40, rows)
    view = war_view(rounds=tuple(Round((LAST,), winner, 2) for winner in winners), seat=seat)
    put_course(canvas, scene_of(view, ("ana", "ben"), (40, rows)), 0, 40)
    return lines(canvas.done())


def test_where_there_is_room_the_lead_stands_above_the_rounds():
    tops = [next(at for at, line in enumerate(course(rows, 0, 0, 1)) if "Rounds" in line) for rows in (40, 27, 15, 14)]
    assert tops == [13, 7, 5, 0]


def test_of_more_rounds_than_columns_the_lead_after_the_last_ones_is_seen():
    *earlier, last = (course(15, *[0] * count)[1] for count in (2, 28, 60))
    assert len({line.rstrip("│ ") for line in (*earlier, last)}) == 3
    assert last.rstrip("│ ").endswith("██")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lead_rises_above_the_middle_and_arrears_hang_below_it(seat):
    drawn = course(40, seat, seat, 1 - seat, 1 - seat, 1 - seat, seat=seat)
    middle = next(row for row, line in enumerate(drawn) if "──────────" in line and row > 1)
    above, below = ("".join(rows) for rows in (drawn[1:middle], drawn[middle + 1 : 12]))
    assert ("█" in above, "█" in below) == (True, True)
    assert above.count("█") > below.count("█")


SAID = {
    "the course of a game": lambda: course(40, 0, 0, 1, 1, 1, 0, 0, 0),
    "a war is listed draw by draw": lambda: listed(Round((TWOS, LAST), 1, 4))[0],
    "of a long war the end is listed": lambda: listed(Round((TENS, TENS, TWOS, LAST), 1, 8))[0],
    "a war that is on stands first without points": lambda: listed(Round((LAST,), 1, 2), war=(TENS,))[0],
    "a war that could not go on is nobodys": lambda: listed(Round((TENS,), None, 0), left=(0, 0))[0],
    "scouts are listed with both values": lambda: listed(
        Round((war_draw("2D 7D", "QD", 9, 12),), 1, 3), variant="scouts"
    )[0],
    "the newest round stands first and the winners card in front": lambda: listed(
        Round((war_draw("AC", "8H", 14, 8),), 0, 2), Round((LAST,), 1, 2)
    )[:2],
    "an empty list says so": lambda: listed()[0],
}

test_said = golden_test(__name__, SAID)
