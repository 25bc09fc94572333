import pytest

from client.games.streets_and_alleys.read_aloud import board, narrated_table, outlook, say, show, whereabouts
from engines.cards import DECK
from engines.streets_and_alleys.layout import deal
from tests.support.games.street_tables import NAMES, STREET, seen
from tests.support.games.streets import layout, race
from tests.support.golden.sentences import error_of, for_each, golden_test

pytestmark = pytest.mark.slow

DEALT = race(STREET)
TWO = NAMES[:2]


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_every_card_of_a_deal_lies_somewhere(card):
    assert whereabouts(deal(7), card).startswith(("in pile ", "at the end of pile "))


def test_cards_are_told_of_ones_own_table_and_of_one_alone():
    both = race(STREET, layout("AC"), shown=True)
    assert narrated_table(seen(both, 1)) == (1, layout("AC"))
    assert narrated_table(seen(DEALT, None)) == (0, STREET)
    assert narrated_table(seen(both, None)) is None


SAID = {
    "the position reads two piles a line then foundations and how it stands": lambda: say(seen(DEALT), ("ana",), 0),
    "a foundation begun elsewhere leaves its own without a suit": lambda: say(
        seen(race(layout("KC", foundations="- AC - -"))), ("ana",), 0
    ),
    "in a race the position tells of the others and a spectator hears no cards": lambda: say(
        seen(race(STREET, STREET), None), TWO, None
    ),
    "a pile a foundation or a card is shown": lambda: for_each(
        lambda words: show(seen(DEALT), ("ana",), 0, words), ["", "1", "5", "f1", "F0", "9s", "qh", "AS"]
    ),
    "what cannot be shown is said": lambda: for_each(
        lambda words: error_of(lambda: show(seen(DEALT), ("ana",), 0, words)), ["8", "f4", "pile", "11h"]
    ),
    "of a race one does not play in no cards are shown": lambda: error_of(
        lambda: show(seen(race(STREET, STREET, shown=True), None), TWO, None, "1")
    ),
    "empty piles need no list": lambda: next(board(layout(foundations="KC KS KD KH"))),
    "the moves that are possible are told": lambda: for_each(
        outlook, [STREET, layout("3D", *["KC"] * 7), layout("3D", "4H", *["KC"] * 6)]
    ),
}

test_said = golden_test(__name__, SAID)
