import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.drawing.canvas import Canvas
from client.games.rectangles import Rectangle
from client.games.streets_and_alleys.card_names import short
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, Spread, put_foundation, put_pile, spread_of
from engines.cards import DECK, Card
from tests.support.games.street_tables import LONGEST, lines, read_faces
from tests.support.games.streets import pile

pytestmark = pytest.mark.slow

WIDE = 40
"""Cells for a pile at a table of 100 columns."""
AREAS = ((40, 4), (33, 3), (24, 3), (40, 3))
"""Widths and heights of piles at tables of 100, 80 and 60 columns."""


def drawn(cards, width=WIDE, height=3, look=CardStyle()):  # noqa: B008 - frozen
    canvas = Canvas(width, height + 1)
    put_pile(canvas, Rectangle(0, 1, width, height), cards, 7, look)
    return canvas.done()


@pytest.mark.parametrize(
    ("count", "spread"),
    [(1, Spread(4, 7)), (9, Spread(4, 7)), (10, Spread(3, 7)), (12, Spread(3, 7)), (13, Spread(2, 7)),
     (15, Spread(2, 7)), (19, Spread(2, 4))],
)  # fmt: skip
def test_cards_lie_closer_the_more_there_are(count, spread):
    assert spread_of(count, WIDE, 7) == spread


def test_more_cards_than_fit_beside_each_other_are_written_in_lines():
    assert spread_of(20, WIDE, 7) is None
    assert spread_of(12, 24, 5) is None


@pytest.mark.parametrize("area", AREAS)
@given(cards=st.lists(st.sampled_from(DECK), unique=True, max_size=19), is_picked=st.booleans())
def test_every_card_of_a_pile_of_19_can_be_read(area, cards, is_picked):
    drawing = drawn(tuple(cards), *area, CardStyle(is_picked=is_picked))
    assert [face for line in lines(drawing) for face in read_faces(line)] == [short(card) for card in cards]


def test_cards_look_as_they_do_in_the_hand():
    assert lines(drawn(pile("5D JS 10C 3D"), height=4))[1:] == [
        f"{row:<{WIDE}}"
        for row in ("┌───┌───┌───┌─────┐", "│ 5♦│ J♠│10♣│ 3♦  │", "│   │   │   │     │", "└───└───└───└─────┘")
    ]


def test_the_longest_pile_stays_readable_where_there_is_little_room():
    assert [line.rstrip() for line in lines(drawn(pile(LONGEST), 24))[1:]] == [
        "9♣ 5♥ 2♣ 8♦ 3♠ 7♦ K♠",
        "Q♥ J♦ 10♠9♥ 8♣ 7♥ 6♠",
        "5♦ 4♣ 3♦ 2♠ [A♥]",
    ]
    assert "9♣5♥2♣8♦3♠7♦K♠Q♥J♦T♠9♥8♣7♥6♠5♦4♣3♦2♠│A♥│" in lines(drawn(pile(LONGEST)))[2]


def test_a_picked_card_is_framed_and_lifted():
    picked = lines(drawn(pile("5D 3D"), look=CardStyle(is_picked=True, lift=1)))
    assert [line.rstrip() for line in picked] == ["    ┏━━━━━┓", "┌───┃ 3♦  ┃", "│ 5♦┗━━━━━┛", "└───"]


def test_an_empty_pile_leaves_a_place():
    assert "╎     ╎" in lines(drawn(()))[2]


def test_a_card_that_was_looked_for_stands_out():
    drawing = drawn(pile("5D 3D"), look=CardStyle(found=Card.read("5D")))
    assert ("diamonds found", "5♦") in drawing.lines[2]


@pytest.mark.parametrize(("top", "shown"), [(None, "♣"), (Card.read("10H"), "10♥"), (Card.read("AC"), "A♣")])
def test_a_foundation_shows_its_top_or_the_suit_it_waits_for(top, shown):
    canvas = Canvas(5, 3)
    put_foundation(canvas, Rectangle(0, 0, 5, 3), 0, top, CardStyle())
    rows = lines(canvas.done())
    assert rows[0] == "╔F0═╗"
    assert shown in rows[1]
