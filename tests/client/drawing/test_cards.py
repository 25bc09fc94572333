import pytest

from client.drawing.canvas import Canvas
from client.drawing.cards import (
    DOT_PIPS,
    LARGE,
    SIZES,
    SMALL,
    CardSize,
    fit_card,
    put_back,
    put_beneath,
    put_edge,
    put_face,
    put_slot,
)
from engines.cards import DECK, Card
from tests.support.golden.sentences import golden_test

pytestmark = pytest.mark.slow


def drawn(put, *given, size):
    canvas = Canvas(size.width, size.height)
    put(canvas, 0, 0, *given, size)
    return ["".join(text for _, text in line) for line in canvas.done().lines]


def dots_in(text):
    return text.count("▀") + text.count("▄") + 2 * text.count("█")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_a_covered_card_shows_its_rank_and_suit_in_the_part_that_is_seen(card, size):
    rank, suit = str(card)[:-1], str(card)[-1]
    seen = [line[: size.step] for line in drawn(put_beneath, card, size=size)]
    assert seen[1].startswith(f"│{rank}")
    assert any(suit in line for line in seen[1 : size.height // 2 + 1])


def test_a_card_is_drawn_in_its_suits_style():
    canvas = Canvas(7, 5)
    put_face(canvas, 0, 0, Card.read("2H"), SMALL)
    assert ("hearts", "2") in canvas.done().lines[1]


@pytest.mark.parametrize("size", SIZES[2:])
@pytest.mark.parametrize("card", [card for card in DECK if str(card)[:-1].isdigit()], ids=lambda card: card.plain)
def test_a_large_card_has_as_many_pips_as_its_rank_says(card, size):
    text, in_corners = "".join(drawn(put_face, card, size=size)), 2
    pip = next((pips[str(card)[-1]] for least, pips in DOT_PIPS if size.width >= least), None)
    drawn_pips = text.count(str(card)[-1]) - in_corners
    if pip:
        drawn_pips += dots_in(text) // "".join(pip).count("#")
    assert drawn_pips == int(str(card)[:-1])


@pytest.mark.parametrize("size", SIZES[2:])
def test_nothing_but_rank_and_suit_stands_in_the_first_and_the_last_row_of_a_large_card(size):
    rows = {card: drawn(put_face, card, size=size) for card in DECK}
    assert all({rows[card][row].strip("│ ") for row in (1, -2)} == {str(card)} for card in DECK)


@pytest.mark.parametrize("size", SIZES[2:])
def test_no_two_figures_look_alike(size):
    pictures = {"".join(drawn(put_face, card, size=size)) for card in DECK if not str(card)[:-1].isdigit()}
    assert len(pictures) == 16


def test_the_largest_card_that_fits_is_taken():
    assert [fit_card(size.width, size.height) for size in SIZES] == list(SIZES)
    assert fit_card(1, 1) == SMALL
    assert fit_card(200, 8) == LARGE


def test_a_card_may_have_any_size():
    every = (CardSize(width, height, 4) for width in range(5, 30) for height in range(3, 20))
    assert all({len(line) for line in drawn(put_face, DECK[10], size=size)} == {size.width} for size in every)


def test_a_card_face_down_shows_its_back_and_an_edge_neither():
    assert drawn(put_back, size=SMALL)[2] == "│░░░░░│"
    assert drawn(put_edge, size=SMALL) == ["  ▐█▌  "] * 5


SAID = {
    "a small card": lambda: drawn(put_face, Card.read("10D"), size=SMALL),
    "a large card": lambda: drawn(put_face, Card.read("AS"), size=LARGE),
    "a card with pips": lambda: drawn(put_face, Card.read("10D"), size=SIZES[3]),
    "a card with a figure": lambda: drawn(put_face, Card.read("AS"), size=SIZES[3]),
    "an empty place is no card": lambda: drawn(put_slot, size=SMALL),
}

test_said = golden_test(__name__, SAID)
