import pytest

from client.drawing.canvas import Canvas
from client.drawing.cards import LARGE, SMALL, put_back, put_beneath, put_edge, put_face, put_slot
from engines.cards import DECK, Card
from tests.support.golden.sentences import golden_test

pytestmark = pytest.mark.slow


def drawn(put, *given, size):
    canvas = Canvas(size.width, size.height)
    put(canvas, 0, 0, *given, size)
    return ["".join(text for _, text in line) for line in canvas.done().lines]


@pytest.mark.parametrize("size", [LARGE, SMALL])
@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_a_covered_card_shows_its_rank_and_suit_in_the_part_that_is_seen(card, size):
    rank, suit = str(card)[:-1], str(card)[-1]
    seen = [line[: size.step] for line in drawn(put_beneath, card, size=size)]
    assert seen[1].startswith(f"│{rank}")
    assert seen[size.height // 2].startswith(f"│{suit}")


def test_a_card_is_drawn_in_its_suits_style():
    canvas = Canvas(7, 5)
    put_face(canvas, 0, 0, Card.read("2H"), SMALL)
    assert ("hearts", "2") in canvas.done().lines[1]


def test_a_card_face_down_shows_its_back_and_an_edge_neither():
    assert drawn(put_back, size=SMALL)[2] == "│░░░░░│"
    assert drawn(put_edge, size=SMALL) == ["  ▐█▌  "] * 5


SAID = {
    "a small card": lambda: drawn(put_face, Card.read("10D"), size=SMALL),
    "a large card": lambda: drawn(put_face, Card.read("AS"), size=LARGE),
    "an empty place is no card": lambda: drawn(put_slot, size=SMALL),
}

test_said = golden_test(__name__, SAID)
