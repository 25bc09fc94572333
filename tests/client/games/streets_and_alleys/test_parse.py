import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.streets_and_alleys import CLIENT
from client.games.streets_and_alleys.parse import parse
from client.games.streets_and_alleys.selection import aim
from engines.game import IllegalMoveError, UnreadableMoveError
from tests.support.games.street_tables import STREET, dealt, seen, street
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import for_each, golden_test

VIEW = street()


def refusal(typed, view=VIEW, mark=None):
    with pytest.raises((IllegalMoveError, UnreadableMoveError)) as error:
        parse(typed, view, mark)
    return str(error.value)


def test_moves_are_undone_redone_and_begun_again_by_a_letter_or_a_word():
    played = seen(play(race(STREET), "MTT 0 1", "MTT 2 5", "U"))
    assert [parse(typed, played, None) for typed in ("u", "U", "undo", "y", "Y", "redo", "Again")] == [
        *"UUUYYY",
        "again",
    ]


@pytest.mark.parametrize(
    "typed",
    ["", "hello", "MTT", "MTT 0", "MTT 0 1 2", "MTT 0 x", "MTT zero 1", "MTT 0.5 1", "MTT 0 1.", "U 1", "R 1",
     "MTT ¹ 1", "MTT 1_0 1", "0 8", "f 4", "f4 0", "7 f4", "7", "drag", "drag 3d", "pick 3"],
)  # fmt: skip
def test_what_is_no_command_is_an_error_in_option(typed):
    with pytest.raises(UnreadableMoveError) as error:
        parse(typed, VIEW, None)
    assert str(error.value) == f"Error in option: {typed}"


@pytest.mark.parametrize(
    "typed", ["MTT 0 1", "U", "again", "pick", "0 1", "drag 3d 1", "touch home", "best 0", "raise 7"]
)
def test_who_does_not_play_hears_it(typed):
    assert refusal(typed, seen(race(STREET), None)) == "You are watching; only the players move cards."
    assert refusal(typed, seen(race(layout(foundations="KC KS KD KH")))) == "The game is over."


def typed_after(line):
    """What is typed once the words before it have marked something, the view, and that mark."""
    *words, typed = line.split(", ")
    mark = None
    for word in words:
        mark = aim(VIEW, mark, word)
    return typed, VIEW, mark


COMMANDS = st.sampled_from(
    ["MTT", "mtf", "MFT", "U", "Y", "again", "R", "H", "Q", "drag", "f", "f1", "pick", "touch", "best", "raise"]
)
JUNK = st.lists(COMMANDS | st.integers(-3, 12).map(str) | st.text(max_size=6), max_size=5).map(" ".join)


@given(typed=JUNK, plies=st.lists(st.integers(0, 99), max_size=12))
def test_whatever_is_typed_is_a_move_or_has_its_answer(typed, plies):
    state = dealt(7)
    for choice in plies:
        moves = CLIENT.legal(seen(state))
        state = play(state, moves[choice % len(moves)])
    view = seen(state)
    try:
        assert CLIENT.reading.parse(typed, view, None) in CLIENT.legal(view)
    except IllegalMoveError as error:
        words = typed.split()
        is_command = words[0].lower() in ("mtt", "mtf", "mft")
        assert str(error).startswith(f"Error in move: {' , '.join(words)}. ") == is_command  # noqa: PT017
    except UnreadableMoveError as error:
        option = f"Error in option: {typed.strip()}"
        assert str(error) in (option, "Error in Source.", "Error in Destination.")  # noqa: PT017


SAID = {
    "a move is typed in upper or lower case": lambda: for_each(
        lambda typed: parse(typed, VIEW, None), ["MTT 0 1", "mtt 0 1", "Mtt  0   1 ", "MTT +0 01", "MTT 00 1"]
    ),
    "cards go up to the foundations and back": lambda: for_each(
        lambda typed: parse(typed, VIEW, None), ["mtf 7 3", "MFT 1 0"]
    ),
    "a place that is not there is an error in source before one in destination": lambda: for_each(
        refusal,
        [
            *("MTT 8 0", "MTT -1 0", "MTT 8 9", "MTF 8 4", "MFT 4 0", "MFT 4 8", "MTT 0 8"),
            *("MTF 0 4", "MFT 1 8", "MFT 0 -1", "mtt 999999999 0"),
        ],
    ),
    "a move that breaks the rules is an error in move as it was given and says why": lambda: for_each(
        refusal, ["MTT 0 0", "MTT 5 1", "MTF 5 0", "MFT 0 5", "MTT 1 0", "MTT 2 4", "MTF 0 0", "MTF 1 1", "mtt 6 7"]
    ),
    "there has to be something to undo": lambda: for_each(refusal, ["U", "Y", "again"]),
    "the keys of a move can be typed": lambda: for_each(
        lambda typed: parse(typed, VIEW, None), ["0 1", "7 f", "7 F", "7 f3", "7 f 3", "f1 0", "F 1 0"]
    ),
    "a move by its keys that the rules forbid says why in few words": lambda: for_each(
        refusal, ["5 1", "0 0", "0 2", "0 f", "f0 1", "f1 f2", "f1 f"]
    ),
    "keys and clicks move what is picked": lambda: for_each(
        lambda line: parse(*typed_after(line)),
        [
            *("0, touch 1", "0, touch 5", "7, touch f3", "f1, touch 0", "0, touch here", "7, touch home"),
            *("drag 3d 1", "7, drag 3d 1", "drag 2s 0", "drag 9c 5", "drag ac f3"),
            *("7, given, touch 3", "home, 1, touch 0", "0, right, right, pick", "7, left, pick"),
            *("7, best 7", "3, best 3", "raise 7"),
        ],
    ),
    "keys and clicks that move nothing say why in few words": lambda: for_each(
        lambda line: refusal(*typed_after(line)),
        [
            *("touch 1", "touch 5", "touch 9", "0, touch 2", "f1, touch f2", "touch home", "0, touch home"),
            *("drag 7c 1", "drag 3d 2", "drag 2s f2", "drag x 1", "drag 3d 9"),
            *("f1, touch home", "home, touch 0", "pick", "2, pick", "best 9", "0, best 1", "f1, best f1"),
            *("raise f1", "raise f0", "raise 0"),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
