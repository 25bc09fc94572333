import math

from client.drawing.canvas import Canvas
from client.games.spec import Scene
from client.games.war.rounds import put_rounds
from engines.cards import Card
from engines.war.view import Draw, Round
from tests.support.builders.tables import war_view
from tests.support.golden.sentences import golden_test


def cards(written):
    return tuple(Card.read(card) for card in written.split())


def a_draw(first, second, *values):
    return Draw((cards(first), cards(second)), values)


TENS = a_draw("10H", "10D", 10, 10)
TWOS = a_draw("2C", "2D", 2, 2)
LAST = a_draw("5C", "QH", 5, 12)


def listed(view, width=38, height=8, scroll=0):
    scene = Scene(view, math.inf, (), ("ana", "ben"), view.seat, (), None, None, None, width, height, 0, scroll)
    canvas = Canvas(width, height)
    put_rounds(canvas, scene, 0, width)
    lines = ["".join(text for _, text in line).strip("│") for line in canvas.done().lines]
    return [" ".join(line.split()) for line in lines][1:-1]


def rounds(*finished, **changes):
    return war_view(rounds=finished, **changes)


def test_a_war_is_listed_draw_by_draw():
    (line, *_) = listed(rounds(Round((TWOS, LAST), 1, 4)))
    assert line == "1 ben 2♦=2♣ Q♥>5♣ +4"


def test_of_a_long_war_the_end_is_listed():
    (line, *_) = listed(rounds(Round((TENS, TENS, TWOS, LAST), 1, 8)))
    assert line == "1 ben … 2♦=2♣ Q♥>5♣ +8"


def test_a_war_that_is_on_stands_first_without_points():
    (line, *_) = listed(rounds(Round((LAST,), 1, 2), war=(TENS,)))
    assert line == "2 WAR 10♥=10♦ -"


def test_a_war_that_could_not_go_on_is_nobodys():
    (line, *_) = listed(rounds(Round((TENS,), None, 0), left=(0, 0)))
    assert line == "1 nobody 10♥=10♦ -"


def test_scouts_are_listed_with_both_values():
    (line, *_) = listed(rounds(Round((a_draw("2D 7D", "QD", 9, 12),), 1, 3), variant="scouts"))
    assert line == "1 ben Q♦>2♦+7♦(12>9) +3"


def test_the_list_scrolls_and_stops_at_its_end():
    view = rounds(*[Round((LAST,), 1, 2)] * 20)
    assert listed(view)[0].startswith("20 ")
    assert listed(view, scroll=3)[0].startswith("17 ")
    assert listed(view, scroll=99)[-1].startswith("1 ")


SAID = {
    "the newest round stands first and the winners card in front": lambda: listed(
        rounds(Round((a_draw("AC", "8H", 14, 8),), 0, 2), Round((LAST,), 1, 2))
    )[:2],
    "an empty list says so": lambda: listed(war_view())[0],
}

test_said = golden_test(__name__, SAID)
