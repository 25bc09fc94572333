"""What is typed, read as moves."""

from itertools import product

import pytest

from client.games.blocky.parse import parse, path_of
from client.games.blocky.selection import aim, hinted_selection
from engines.blocky.block import blocks, path_text, square
from engines.blocky.places import place_name, short_name, shortest_name
from engines.blocky.rules import give_up
from engines.blocky.view import board_of
from engines.game import IllegalMoveError, UnreadableMoveError
from tests.support.games.blocky_tables import aimed, seen, state
from tests.support.games.boards import play
from tests.support.golden.sentences import error_of, for_each, golden_test

VIEW = seen(state())
OVER = play(state(moves=1), "pass", "pass")


def test_what_a_hint_marked_is_picked_as_long_as_its_position_stays():
    mark = hinted_selection(VIEW, aimed(VIEW, "at 7 7"), "rotate clockwise 0.1")
    assert parse("pick", VIEW, mark) == "rotate clockwise 0.1"
    assert parse("pick", VIEW, hinted_selection(VIEW, None, "pass")) == "pass"
    later = seen(play(state(), "rotate clockwise board", "pass"))
    for view, other in ((later, mark), (VIEW, aim(VIEW, mark, "up")), (VIEW, None)):
        with pytest.raises(IllegalMoveError, match="No move is chosen"):
            parse("pick", view, other)
    with pytest.raises(IllegalMoveError, match="The game is over"):
        parse("pick", seen(OVER), mark)


@pytest.mark.parametrize("typed", ["", "flip", "smash x", "smash 0.", "pass 0", "smash 1 2 3 4", "paint 0.4", "pick 0"])
def test_what_is_no_move_is_answered_with_those_that_are(typed):
    with pytest.raises(UnreadableMoveError, match=r"is not a move of Blocky\. There is turn left, turn right, swap"):
        parse(typed, VIEW, None)


def test_every_block_is_named_by_its_path_and_by_any_of_its_cells_with_its_level():
    for path, _ in blocks(board_of(VIEW)):
        x, y, size = square(path, 3)
        assert path_of(path_text(path), VIEW) == path
        assert path_of(f"{x},{y} {len(path)}", VIEW) == path
        assert path_of(f"at {x + size - 1} {y + size - 1} {len(path)}", VIEW) == path


def test_every_block_is_named_by_the_words_that_it_is_shown_by():
    for path, _ in blocks(board_of(VIEW)):
        names = place_name(path, 3), short_name(path, 3), shortest_name(path, 3)
        for name in (*names, place_name(path, 3).replace("the ", "").upper().lower()):
            assert path_of(name, VIEW) == path


def test_a_previewed_move_is_picked_before_a_hinted_one_and_refused_as_when_typed():
    mark = hinted_selection(VIEW, None, "rotate clockwise 0.1")
    assert parse("pick", VIEW, aim(VIEW, mark, "try swap vertically 0")) == "swap vertically 0"
    with pytest.raises(IllegalMoveError, match="Only a block of one colour"):
        parse("pick", VIEW, aim(VIEW, mark, "try smash 0"))


def test_without_a_level_the_smallest_block_at_a_cell_is_meant():
    assert path_of("4,0", VIEW) == (0, 1, 1)
    assert path_of("0,0", VIEW) == (1,)


@pytest.mark.parametrize(
    "words", ["0.3.0", "1.1", "0.1.1.1", "8,0", "0,8 2", "99,99", "upper left of upper left", "2x2 at 0,0"]
)
def test_a_block_that_the_board_lacks_is_not_found(words):
    with pytest.raises(LookupError, match=r"There's no .*\.|is not a block of its own\.|as small as that\."):
        path_of(words, VIEW)


@pytest.mark.parametrize("words", ["", "x", "4", "0.4", "-1,0", "1,2,3,4", "0..1", "١,١"])
def test_words_that_name_no_block_are_refused(words):
    with pytest.raises(ValueError, match=r"is no part of a block|is no place on a board"):
        path_of(words, VIEW)


SAID = {
    "a move is typed in several ways": lambda: for_each(
        lambda typed: parse(typed, VIEW, None),
        [
            *("turn left 0", "Rotate  Clockwise board", "right 0.1", "ccw whole", "swap lr 0", "swap left-right at 0"),
            *("tb board", "swap top bottom 0", "smash 5,3 2", "smash 5 3 2", "smash 7, 7, 1", "paint 5,1", "pass"),
        ],
    ),
    "a move without an address is about the marked block": lambda: for_each(
        lambda typed, words: parse(typed, VIEW, aimed(VIEW, *words)),
        [
            ("turn left", ("at 4 0",)),
            ("rotate clockwise", ("at 4 0", "in")),
            ("swap horizontally", ("at 4 0", "out")),
            ("smash", ("at 7 7",)),
            ("paint", ("at 4 1", "in", "in")),
        ],
    ),
    "an address counts more than the mark": lambda: parse("smash 2", VIEW, aimed(VIEW, "at 7 7")),
    "what cannot be done now is refused with the reason": lambda: for_each(
        lambda typed: error_of(lambda: parse(typed, VIEW, None)),
        [
            *("turn left 1", "swap lr 1", "smash 0", "smash 0.1.1", "combine 0", "paint 0", "smash 0.1.1.1"),
            *("smash 1.1", "smash 8,0", "smash", "tb", "paint", "combine"),
        ],
    ),
    "who may not move is told so": lambda: for_each(
        lambda typed, view: error_of(lambda: parse(typed, view, None)),
        [
            ("paint 0.1.1", seen(state(seats=4), 0)),
            ("pass", seen(state(), 1)),
            ("smash 0.9", seen(state(), 1)),
            ("pass", seen(state(), None)),
            ("pass", seen(OVER)),
            ("pass", seen(give_up(state(seats=3), 1), 1)),
        ],
    ),
    "the marked block is refused as well": lambda: error_of(lambda: parse("left", VIEW, aimed(VIEW, "at 7 7"))),
}

test_said = golden_test(__name__, SAID)


def test_no_two_blocks_have_the_same_name_in_a_narrow_list():
    paths = [path for length in range(5) for path in product(range(4), repeat=length)]
    assert len({shortest_name(path, 4) for path in paths}) == len(paths)
    assert max(len(shortest_name(path, 4)) for path in paths) <= 13
