import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.streets_and_alleys.card_names import PLACES
from client.games.streets_and_alleys.parse import parse
from client.games.streets_and_alleys.selection import (
    CardSelection,
    aim,
    current,
    cursor,
    hinted_selection,
    targets,
)
from engines.cards import Card
from engines.game import IllegalMoveError
from engines.streets_and_alleys.moves import Undo
from engines.streets_and_alleys.view import legal, text
from tests.support.games.street_tables import STREET, dealt, seen, street
from tests.support.games.streets import play, race
from tests.support.golden.sentences import error_of, for_each, golden_test

pytestmark = pytest.mark.slow

VIEW = street()
ONTO_FOUR = hinted_selection(VIEW, None, "MTT 0 1")
MOVED = seen(play(race(STREET), "MTT 0 1"))


def aimed(*words, view=VIEW, mark=None):
    for word in words:
        mark = aim(view, mark, word)
    return mark


def marked(*words):
    """The places that the cursor came to."""
    mark, found = None, []
    for word in words:
        mark = aim(VIEW, mark, word)
        found.append(cursor(mark).word)
    return found


def test_a_digit_picks_a_card_and_the_same_digit_lets_it_go():
    picked = aimed("0")
    assert (picked.picked, picked.card) == (PLACES["0"], Card.read("3D"))
    assert aimed("0", "0").picked is None


def test_arrows_go_over_piles_and_foundations_and_stay_on_the_table():
    assert marked("right", "right", "right", "down", "left", "up", "up") == ["f0", "1", "1", "3", "f1", "f0", "f0"]
    assert marked(*["down"] * 5) == ["2", "4", "6", "6", "6"]


def test_the_card_at_the_cursor_is_picked_where_none_is_yet():
    assert aimed("right", "right", "here").card == Card.read("4H")
    with pytest.raises(ValueError, match=r"^You have already picked the 4♥; Esc lets it go\.$"):
        aimed("right", "right", "here", "down", "here")


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        (["home"], "asked", "taken"),
        (["home", "1"], "card", Card.read("2S")),
        (["home", "home"], "asked", ""),
        (["7", "given"], "asked", "given"),
        (["7", "given", "given"], "asked", ""),
        (["find 9s"], "found", Card.read("9S")),
        (["find 9s", "down"], "found", Card.read("9S")),
        (["find 9s", "0"], "found", None),
        (["find 9s", "nothing"], "found", None),
    ],
)
def test_words_ask_for_a_foundation_or_find_a_card_until_they_are_said_again(words, field, value):
    assert getattr(aimed(*words), field) == value


@pytest.mark.parametrize("moves", [["MTT 0 1"], ["MTT 0 1", "U"]])
def test_what_is_marked_starts_afresh_with_every_move_but_for_the_cursor(moves):
    after = current(seen(play(race(STREET), *moves)), aimed("right", "left", "0"))
    assert (after.picked, after.cursor) == (None, PLACES["0"])


def test_another_deal_starts_with_nothing_marked():
    other = current(seen(dealt(2)), aimed("down", "2", view=seen(dealt(3))))
    assert other == CardSelection(cursor=PLACES["2"], position=(2, "", ""))


@pytest.mark.parametrize(
    ("picked", "goals"), [("0", {"1", "5"}), ("7", {"5", "f0", "f3"}), ("f1", {"0", "5"}), ("nothing", set())]
)
def test_the_targets_of_a_picked_card_are_where_the_rules_let_it_go(picked, goals):
    mark = CardSelection() if picked == "nothing" else aimed(picked)
    assert {place.word for place in targets(STREET, mark)} == goals


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


WORDS = st.sampled_from(
    [*PLACES, "up", "down", "left", "right", "here", "home", "given", "nothing", "find 7h", "", "x"]
)


@given(words=st.lists(WORDS, max_size=30))
def test_whatever_is_marked_is_on_the_table(words):
    mark = None
    for word in words:
        try:
            mark = aim(VIEW, mark, word)
        except ValueError as error:
            assert str(error).endswith(".")  # noqa: PT017 - many words mean nothing here
        else:
            assert mark.picked is None or mark.picked.top(STREET) == mark.card is not None


SAID = {
    "what cannot be marked says why": lambda: for_each(
        lambda words: error_of(lambda: aimed(*words)),
        [["5"], ["home", "0"], ["0", "1"], ["f1", "home"], ["given"], ["f1", "given"], ["nothing"], ["find 11h"]],
    ),
    "words that mean nothing are told of those that do": lambda: error_of(lambda: aimed("8")),
    "nothing can be taken back from foundations that are empty": lambda: error_of(
        lambda: aimed("home", view=seen(dealt()))
    ),
    "who does not play marks nothing": lambda: error_of(lambda: aim(seen(race(STREET), None), None, "0")),
}

test_said = golden_test(__name__, SAID)
