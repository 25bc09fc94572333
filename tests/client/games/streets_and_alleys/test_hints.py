"""A hinted move is marked on the table."""

import pytest

from client.games.streets_and_alleys.card_names import PLACES
from client.games.streets_and_alleys.hints import hinted_selection, keys_for
from client.games.streets_and_alleys.parse import parse
from client.games.streets_and_alleys.selection import aim, cursor
from engines.cards import Card
from engines.game import IllegalMoveError
from engines.streets_and_alleys.moves import Undo
from engines.streets_and_alleys.view import legal, text
from tests.support.games.street_tables import STREET, seen, street
from tests.support.games.streets import play, race

VIEW = street()
ONTO_FOUR = hinted_selection(VIEW, None, "MTT 0 1")
MOVED = seen(play(race(STREET), "MTT 0 1"))


def test_the_card_is_picked_and_the_cursor_is_where_it_goes():
    assert (ONTO_FOUR.picked, ONTO_FOUR.card) == (PLACES["0"], Card.read("3D"))
    assert cursor(ONTO_FOUR) == PLACES["1"]
    assert hinted_selection(VIEW, None, "MTF 7 2").cursor == PLACES["f2"]
    assert hinted_selection(VIEW, None, "MFT 1 0").picked == PLACES["f1"]


def test_enter_follows_every_hint_there_may_be():
    for view in (VIEW, MOVED):
        for move in map(text, legal(view)):
            assert parse("pick", view, hinted_selection(view, None, move)) == move


@pytest.mark.parametrize("word", ["0", "1"])
def test_the_keys_of_a_hint_follow_it_whether_the_card_is_named_again_or_not(word):
    named = aim(VIEW, ONTO_FOUR, "0") if word == "0" else ONTO_FOUR
    assert named.picked == PLACES["0"]
    assert parse("touch 1", VIEW, named) == "MTT 0 1"
    assert aim(VIEW, aim(VIEW, ONTO_FOUR, "0"), "0").picked is None


def test_whoever_looks_elsewhere_lets_the_hint_go():
    assert aim(VIEW, ONTO_FOUR, "down").hint is None
    assert aim(VIEW, ONTO_FOUR, "nothing") == aim(VIEW, hinted_selection(VIEW, None, "MTT 0 1"), "nothing")
    assert aim(VIEW, ONTO_FOUR, "nothing").picked is None


def test_a_move_that_moves_no_card_is_known_to_enter_until_another_is_made():
    back = hinted_selection(MOVED, None, "U")
    assert (back.hint, back.picked) == (Undo(), None)
    assert parse("pick", MOVED, back) == "U"
    assert aim(MOVED, back, "nothing").hint is None
    with pytest.raises(IllegalMoveError):
        parse("pick", VIEW, back)


@pytest.mark.parametrize(
    ("view", "move", "keys"),
    [
        (VIEW, "MTT 0 1", "0 1"),
        (VIEW, "MTF 7 0", "7 f"),
        (VIEW, "MTF 7 3", "7 F 3"),
        (VIEW, "MFT 1 0", "f 1 0"),
        (MOVED, "U", "u"),
        (MOVED, "Y", "y"),
        (MOVED, "again", "A"),
    ],
)
def test_every_move_has_its_keys(view, move, keys):
    assert keys_for(view, move) == keys
