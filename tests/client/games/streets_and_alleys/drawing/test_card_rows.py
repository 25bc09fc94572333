import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import Canvas
from client.games.streets_and_alleys.card_names import short
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, Spread, put_foundation, put_pile, spread_of
from client.games.widgets.rectangles import Rectangle
from engines.cards import DECK, Card
from tests.support.games.street_tables import LONGEST, lines, read_faces
from tests.support.games.streets import pile
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow

WIDE = 40
"""Cells for a pile at a table of 100 columns."""
AREAS = ((40, 4), (33, 3), (24, 3), (40, 3))
"""Widths and heights of piles at tables of 100, 80 and 60 columns."""


def drawn(cards, width=WIDE, height=3, look=CardStyle()):  # noqa: B008 - frozen
    canvas = Canvas(width, height + 1)
    put_pile(canvas, Rectangle(0, 1, width, height), cards, 7, look)
    return canvas.done()


def looks(*cards, **changes):
    return "\n".join(lines(drawn(*cards, **changes)))


def foundation(top):
    canvas = Canvas(5, 3)
    put_foundation(canvas, Rectangle(0, 0, 5, 3), 0, top, CardStyle())
    return "\n".join(lines(canvas.done()))


@pytest.mark.parametrize(
    ("count", "spread"),
    [(1, Spread(4, 7)), (9, Spread(4, 7)), (10, Spread(3, 7)), (12, Spread(3, 7)), (13, Spread(2, 7)),
     (15, Spread(2, 7)), (19, Spread(2, 4)), (20, None)],
)  # fmt: skip
def test_cards_lie_closer_the_more_there_are(count, spread):
    assert spread_of(count, WIDE, 7) == spread


@pytest.mark.parametrize("area", AREAS)
@given(cards=st.lists(st.sampled_from(DECK), unique=True, max_size=19), is_picked=st.booleans())
def test_every_card_of_a_pile_of_19_can_be_read(area, cards, is_picked):
    drawing = drawn(tuple(cards), *area, CardStyle(is_picked=is_picked))
    assert [face for line in lines(drawing) for face in read_faces(line)] == [short(card) for card in cards]


def test_a_card_that_was_looked_for_stands_out():
    drawing = drawn(pile("5D 3D"), look=CardStyle(found=Card.read("5D")))
    assert ("diamonds found", "5♦") in drawing.lines[2]


SAID = {
    "cards look as they do in the hand": lambda: looks(pile("5D JS 10C 3D"), height=4),
    "the longest pile stays readable where there is little room": lambda: for_each(
        lambda width: looks(pile(LONGEST), width), [WIDE, 24]
    ),
    "a picked card is framed and lifted": lambda: looks(pile("5D 3D"), look=CardStyle(is_picked=True, lift=1)),
    "an empty pile leaves a place": lambda: looks(()),
    "a foundation shows its top or the suit it waits for": lambda: for_each(
        foundation, [None, Card.read("10H"), Card.read("AC")]
    ),
}

test_said = golden_test(__name__, SAID)
