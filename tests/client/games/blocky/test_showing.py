"""What `show` reads aloud."""

import pytest

from client.games.blocky.showing import SHOWS, show
from tests.support.blocky_tables import seen, state
from tests.support.boards import play, table

NAMES = ("ana", "ben")
FIELD = seen(table("((3011)213)", colours=(3, 0)))


def read(words, view=FIELD, seat=0):
    return show(view, NAMES, seat, words)


def test_a_block_is_read_with_its_parts_and_what_can_be_done_with_it():
    assert read("0") == (
        "0: level 1 of 2, columns 2 to 3, rows 0 to 1.",
        "It is divided: upper right yellow, upper left blue, lower left red, lower right red.",
        "Turn left: you 0, ben 0.",
        "Turn right: you +1, ben 0.",
        "Swap left-right: you 0, ben 0.",
        "Swap top-bottom: you +1, ben 0.",
        "Combine, for 1: you -1, ben -1.",
    )


@pytest.mark.parametrize("words", ["1", "0,0 1", "at 1 1", "1,0"])
def test_a_block_of_one_colour_is_read_by_path_or_cell(words):
    assert read(words) == (
        "1: level 1 of 2, columns 0 to 1, rows 0 to 1.",
        "It is olive.",
        "Smash, for 3: left to chance.",
    )


def test_a_cell_is_read():
    assert read("2,0 2")[0] == "0.1: level 2 of 2, column 2, row 0."


@pytest.mark.parametrize("words", ["", "board", "Whole"])
def test_the_whole_board_is_read_with_its_rows(words):
    said = read(words)
    assert said[0] == "The whole board: level 0 of 2, columns 0 to 3, rows 0 to 3."
    assert said[1] == "It is divided: upper right divided, upper left olive, lower left red, lower right yellow."
    assert said[-4:] == ("Row  0: ooby", "Row  1: oorr", "Row  2: rryy", "Row  3: rryy")


def test_scores_that_are_secret_are_not_foretold():
    hidden = table("((3011)213)", colours=(3, 0), goals="secret")
    assert "Turn right: you +1." in show(seen(hidden), NAMES, 0, "0")
    assert "Turn right: nobody knows." in show(seen(hidden, None), NAMES, None, "0")


def test_the_moves_are_read_in_order():
    after = seen(play(state(), "combine 0.1", "pass"))
    assert show(after, NAMES, 0, "turns") == ("1: You combined 0.1, -1.", "2: ben passed.")
    assert show(seen(state()), NAMES, 0, "log") == ("No move has been made yet.",)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("x", "'show' takes a block such as 0.2, a cell and a level such as 5,3 2, or turns."),
        ("1.1", "There is no block 1.1 on this board."),
        ("4,0", "There is no cell 4,0; they go from 0,0 to 3,3."),
    ],
)
def test_what_is_not_there_is_not_read(words, sentence):
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        read(words)


def test_the_help_says_what_can_be_read():
    assert SHOWS[1].endswith(".")
