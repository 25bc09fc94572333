"""What is typed, read as moves."""

import pytest

from client.games.blocky.aiming import aim, hinted
from client.games.blocky.reading import parse
from engines.blocky.rules import give_up
from engines.blocky.view import legal, text
from engines.game import IllegalMove, UnreadableMove
from tests.support.blocky_tables import aimed, seen, state
from tests.support.boards import play

VIEW = seen(state())
OVER = play(state(moves=1), "pass", "pass")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("turn left 0", "rotate counter-clockwise 0"),
        ("Rotate  Clockwise board", "rotate clockwise board"),
        ("right 0.1", "rotate clockwise 0.1"),
        ("ccw whole", "rotate counter-clockwise board"),
        ("swap lr 0", "swap horizontally 0"),
        ("swap left-right at 0", "swap horizontally 0"),
        ("tb board", "swap vertically board"),
        ("swap top bottom 0", "swap vertically 0"),
        ("smash 5,3 2", "smash 0.2"),
        ("smash 5 3 2", "smash 0.2"),
        ("smash 7, 7, 1", "smash 3"),
        ("paint 5,1", "paint 0.1.3"),
        ("pass", "pass"),
    ],
)
def test_a_move_is_typed_in_several_ways(typed, move):
    assert parse(typed, VIEW, None) == move


@pytest.mark.parametrize(
    ("typed", "words", "move"),
    [
        ("turn left", ("at 4 0",), "rotate counter-clockwise 0"),
        ("rotate clockwise", ("at 4 0", "in"), "rotate clockwise 0.1"),
        ("swap horizontally", ("at 4 0", "out"), "swap horizontally board"),
        ("smash", ("at 7 7",), "smash 3"),
        ("paint", ("at 4 1", "in", "in"), "paint 0.1.2"),
    ],
)
def test_a_move_without_an_address_is_about_the_marked_block(typed, words, move):
    assert parse(typed, VIEW, aimed(VIEW, *words)) == move


def test_an_address_counts_more_than_the_mark():
    assert parse("smash 2", VIEW, aimed(VIEW, "at 7 7")) == "smash 2"


@pytest.mark.parametrize("seat", [0, 1])
def test_every_canonical_text_means_itself(seat):
    view = seen(state() if seat == 0 else play(state(), "pass"), seat)
    for move in legal(view):
        assert parse(text(move), view, None) == text(move)


@pytest.mark.parametrize(
    ("typed", "view", "sentence"),
    [
        ("turn left 1", VIEW, "Only a divided block can be rotated."),
        ("swap lr 1", VIEW, "Only a divided block has parts to swap."),
        ("smash 0", VIEW, "Only a block of one colour can be smashed."),
        ("smash 0.1.1", VIEW, "A unit cell is too small to be smashed."),
        ("combine 0", VIEW, "Combine needs a block whose four parts are at the lowest level."),
        ("paint 0", VIEW, "Only a unit cell can be painted."),
        ("paint 0.1.1", seen(state(seats=4), 0), "That unit cell has your colour already."),
        ("smash 0.1.1.1", VIEW, "There is no block 0.1.1.1 on this board."),
        ("smash 1.1", VIEW, "There is no block 1.1 on this board."),
        ("smash 8,0", VIEW, "There is no cell 8,0; they go from 0,0 to 7,7."),
        ("pass", seen(state(), 1), "It is not your turn."),
        ("smash 0.9", seen(state(), 1), "It is not your turn."),
        ("smash", VIEW, "Smash which block? Name it, as in 'smash 0.2' or 'smash 5,3 2'."),
        ("tb", VIEW, "Swap top-bottom which block? Name it, as in 'swap top-bottom 0.2' or 'swap top-bottom 5,3 2'."),
        ("pass", seen(state(), None), "You are watching; only the players move."),
        ("pass", seen(OVER), "The game is over."),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_the_reason(typed, view, sentence):
    with pytest.raises(IllegalMove) as refused:
        parse(typed, view, None)
    assert str(refused.value) == sentence


def test_the_marked_block_is_refused_as_well():
    with pytest.raises(IllegalMove, match="Only a divided block can be rotated"):
        parse("left", VIEW, aimed(VIEW, "at 7 7"))


def test_who_gave_up_moves_no_more():
    with pytest.raises(IllegalMove, match="You gave up; the others play on"):
        parse("pass", seen(give_up(state(seats=3), 1), 1), None)


def test_what_a_hint_marked_is_picked_as_long_as_its_position_stays():
    mark = hinted(VIEW, aimed(VIEW, "at 7 7"), "rotate clockwise 0.1")
    assert parse("pick", VIEW, mark) == "rotate clockwise 0.1"
    assert parse("pick", VIEW, hinted(VIEW, None, "pass")) == "pass"
    later = seen(play(state(), "rotate clockwise board", "pass"))
    for view, other in ((later, mark), (VIEW, aim(VIEW, mark, "up")), (VIEW, None)):
        with pytest.raises(IllegalMove, match="No move is marked"):
            parse("pick", view, other)
    with pytest.raises(IllegalMove, match="The game is over"):
        parse("pick", seen(OVER), mark)


@pytest.mark.parametrize("typed", ["", "flip", "smash x", "smash 0.", "pass 0", "smash 1 2 3 4", "paint 0.4", "pick 0"])
def test_what_is_no_move_is_answered_with_those_that_are(typed):
    with pytest.raises(UnreadableMove, match="is not a move of Blocky; there is turn left, turn right, swap"):
        parse(typed, VIEW, None)
