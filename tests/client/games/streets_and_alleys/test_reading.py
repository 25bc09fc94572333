import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.streets_and_alleys import CLIENT, legal
from client.games.streets_and_alleys.marks import aim
from client.games.streets_and_alleys.reading import parse
from engines.game import IllegalMove, UnreadableMove
from tests.support.street_tables import STREET, dealt, seen, street
from tests.support.streets import layout, play, race

VIEW = street()


def refusal(typed, view=VIEW, mark=None):
    with pytest.raises((IllegalMove, UnreadableMove)) as error:
        parse(typed, view, mark)
    return str(error.value)


@pytest.mark.parametrize("typed", ["MTT 0 1", "mtt 0 1", "Mtt  0   1 ", "MTT +0 01", "MTT 00 1"])
def test_a_move_is_typed_in_upper_or_lower_case(typed):
    assert parse(typed, VIEW, None) == "MTT 0 1"


@pytest.mark.parametrize(("typed", "move"), [("mtf 7 3", "MTF 7 3"), ("MFT 1 0", "MFT 1 0")])
def test_cards_go_up_to_the_foundations_and_back(typed, move):
    assert parse(typed, VIEW, None) == move


def test_moves_are_undone_redone_and_begun_again_by_a_letter_or_a_word():
    played = seen(play(race(STREET), "MTT 0 1", "MTT 2 5", "U"))
    assert [parse(typed, played, None) for typed in ("u", "U", "y", "Y", "Again")] == ["U", "U", "Y", "Y", "again"]


@pytest.mark.parametrize(
    "typed",
    ["", "hello", "MTT", "MTT 0", "MTT 0 1 2", "MTT 0 x", "MTT zero 1", "MTT 0.5 1", "MTT 0 1.", "U 1", "R 1",
     "MTT ¹ 1", "MTT 1_0 1", "0 1", "drop", "pick 3"],
)  # fmt: skip
def test_what_is_no_command_is_an_error_in_option(typed):
    with pytest.raises(UnreadableMove) as error:
        parse(typed, VIEW, None)
    assert str(error.value) == f"Error in option: {typed}"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("MTT 8 0", "Error in Source."),
        ("MTT -1 0", "Error in Source."),
        ("MTT 8 9", "Error in Source."),
        ("MTF 8 4", "Error in Source."),
        ("MFT 4 0", "Error in Source."),
        ("MFT 4 8", "Error in Source."),
        ("MTT 0 8", "Error in Destination."),
        ("MTF 0 4", "Error in Destination."),
        ("MFT 1 8", "Error in Destination."),
        ("MFT 0 -1", "Error in Destination."),
        ("mtt 999999999 0", "Error in Source."),
    ],
)
def test_a_place_that_is_not_there_is_an_error_in_source_before_one_in_destination(typed, sentence):
    assert refusal(typed) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("MTT 0 0", "Error in move: MTT , 0 , 0. A card cannot go onto its own pile."),
        ("MTT 5 1", "Error in move: MTT , 5 , 1. Pile 5 is empty."),
        ("MTF 5 0", "Error in move: MTF , 5 , 0. Pile 5 is empty."),
        ("MFT 0 5", "Error in move: MFT , 0 , 5. Foundation 0 is empty."),
        ("MTT 1 0", "Error in move: MTT , 1 , 0. 4 of hearts cannot go on 3 of diamonds: it goes on any 5."),
        ("MTT 2 4", "Error in move: MTT , 2 , 4. King of spades goes only to an empty pile."),
        ("MTF 0 0", "Error in move: MTF , 0 , 0. 3 of diamonds cannot begin a foundation: an ace does."),
        ("MTF 1 1", "Error in move: MTF , 1 , 1. 4 of hearts cannot go on 2 of spades: it goes on 3 of hearts."),
        ("mtt 6 7", "Error in move: mtt , 6 , 7. 9 of clubs cannot go on ace of clubs: it goes on any 10."),
    ],
)  # fmt: skip
def test_a_move_that_breaks_the_rules_is_an_error_in_move_as_it_was_given_and_says_why(typed, sentence):
    assert refusal(typed) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("U", "No moves to undo."), ("Y", "No moves to redo."), ("again", "Nothing has been moved yet.")],
)
def test_there_has_to_be_something_to_undo(typed, sentence):
    assert refusal(typed) == sentence


@pytest.mark.parametrize("typed", ["MTT 0 1", "U", "again", "pick", "drop 1", "touch home", "best 0", "raise 7"])
def test_who_does_not_play_hears_it(typed):
    assert refusal(typed, seen(race(STREET), None)) == "You are watching; only the players move cards."
    assert refusal(typed, seen(race(layout(foundations="KC KS KD KH")))) == "The game is over."


def picking(*words):
    mark = None
    for word in words:
        mark = aim(VIEW, mark, word)
    return mark


@pytest.mark.parametrize(
    ("words", "typed", "move"),
    [
        (["0"], "drop 1", "MTT 0 1"),
        (["0"], "drop 5", "MTT 0 5"),
        (["7"], "drop f3", "MTF 7 3"),
        (["7", "given"], "touch 3", "MTF 7 3"),
        (["7"], "touch home", "MTF 7 0"),
        (["f1"], "drop 0", "MFT 1 0"),
        (["home", "1"], "touch 0", "MFT 1 0"),
        (["0"], "touch here", "MTT 0 1"),
        (["0", "right", "right"], "pick", "MTT 0 1"),
        (["7", "left"], "pick", "MTF 7 3"),
        (["7"], "best 7", "MTF 7 0"),
        (["3"], "best 3", "MTT 3 6"),
        ([], "raise 7", "MTF 7 0"),
    ],
)
def test_keys_and_clicks_move_what_is_picked(words, typed, move):
    assert parse(typed, VIEW, picking(*words)) == move


@pytest.mark.parametrize(
    ("words", "typed", "sentence"),
    [
        ([], "drop 1", "Pick a card first."),
        ([], "drop 5", "Pile 5 is empty."),
        ([], "drop 9", "Piles are 0 to 7, and foundations f0 to f3."),
        (["0"], "drop 2", "The 3♦ cannot go on the K♠: it goes on any 4."),
        (["0"], "touch home", "No foundation takes the 3♦ now."),
        (["f1"], "drop f2", "The 2♠ goes back to a pile, not to another foundation."),
        (["f1"], "touch home", "The 2♠ is up already."),
        ([], "touch home", "Pick a card first."),
        (["home"], "touch 0", "Foundation 0 is empty."),
        ([], "pick", "Pick a card first."),
        (["2"], "pick", "There is no better place for the K♠ now."),
        ([], "best 9", "Piles are 0 to 7, and foundations f0 to f3."),
        (["0"], "best 1", "Two clicks on a card that can be picked play it to its best place."),
        (["f1"], "best f1", "There is no better place for the 2♠ now."),
        ([], "raise f1", "The 2♠ is up already."),
        ([], "raise f0", "Foundation 0 is empty."),
        ([], "raise 0", "No foundation takes the 3♦ now."),
    ],
)
def test_keys_and_clicks_that_move_nothing_say_why_in_few_words(words, typed, sentence):
    assert refusal(typed, mark=picking(*words)) == sentence


def test_what_is_legal_is_what_can_be_typed():
    played = seen(play(race(STREET), "MTT 0 1", "MTT 2 5", "U"))
    assert {"U", "Y", "again"} < set(legal(played))
    for move in legal(played):
        assert parse(move, played, None) == move


COMMANDS = st.sampled_from(
    ["MTT", "mtf", "MFT", "U", "Y", "again", "R", "H", "Q", "drop", "pick", "touch", "best", "raise"]
)
JUNK = st.lists(COMMANDS | st.integers(-3, 12).map(str) | st.text(max_size=6), max_size=5).map(" ".join)


@given(typed=JUNK, plies=st.lists(st.integers(0, 99), max_size=12))
def test_whatever_is_typed_is_a_move_or_has_its_answer(typed, plies):
    state = dealt(7)
    for choice in plies:
        moves = legal(seen(state))
        state = play(state, moves[choice % len(moves)])
    view = seen(state)
    try:
        assert CLIENT.parse(typed, view, None) in legal(view)
    except IllegalMove as error:
        words = typed.split()
        is_command = words[0].lower() in ("mtt", "mtf", "mft")
        assert str(error).startswith(f"Error in move: {' , '.join(words)}. ") == is_command  # noqa: PT017
    except UnreadableMove as error:
        option = f"Error in option: {typed.strip()}"
        assert str(error) in (option, "Error in Source.", "Error in Destination.")  # noqa: PT017
