"""Tower Blaster's options, the texts of its moves, and what follows from a view alone."""

from __future__ import annotations

import pytest

from engines.chance import Chance
from engines.game import UnreadableMoveError
from engines.tower_blaster import rules
from engines.tower_blaster.view import (
    MAX_TURNS,
    PLACES,
    FinishedTurn,
    Options,
    Place,
    Reject,
    Take,
    discard_pile,
    is_over,
    is_stable,
    legal,
    progress,
    read,
    run,
    text,
)
from tests.support.games.towers import STABLE, bricks, play, table


def test_a_table_keeps_the_first_tower_hidden_and_has_no_turn_limit_unless_told_otherwise():
    assert Options() == Options(open_first_tower=False, turn_limit=0)


@pytest.mark.parametrize("turns", [0, 1, MAX_TURNS])
def test_the_turn_limit_may_be_any_number_of_turns_or_none(turns):
    assert Options(turn_limit=turns).turn_limit == turns


@pytest.mark.parametrize("turns", [-1, MAX_TURNS + 1])
def test_another_turn_limit_is_refused_in_a_sentence(turns):
    with pytest.raises(ValueError, match=r"^turn_limit takes a whole number from 0 to 1000, not -?\d+\.$"):
        Options(turn_limit=turns)


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (Take("discard"), "take discard"),
        (Take("pile"), "take pile"),
        (Place(1), "place 1"),
        (Place(10), "place 10"),
        (Place(11), "place 11"),
        (Place(0), "place 0"),
        (Reject(), "reject"),
    ],
)
def test_a_move_has_one_text(move, written):
    assert text(move) == written
    assert read(written) == move


@pytest.mark.parametrize(
    "written",
    ["", "take", "Take pile", "take  pile", "take hand", "place", "place 04", "place -1", "place 100", "place 4 ",
     "place four", "place ٤", "reject\n", "place 4\n", "x" * 1000],
)  # fmt: skip
def test_any_other_text_is_no_move(written):
    with pytest.raises(
        UnreadableMoveError, match=r"is not a move of Tower Blaster; a move is 'take discard'"
    ) as refused:
        read(written)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("tower", "length"),
    [
        (STABLE, 10),
        ("11 2 3 4 5 6 7 8 10 12", 1),
        ("2 3 4 5 6 7 8 10 12 11", 9),
        ("1 2 3 9 5 6 7 8 10 12", 4),
        ("10 9 8 7 6 5 4 3 2 1", 1),
    ],
)
def test_a_run_counts_from_the_top_down_to_the_first_brick_that_breaks_the_order(tower, length):
    assert run(bricks(tower)) == length
    assert is_stable(bricks(tower)) == (length == 10)


@pytest.mark.parametrize(
    ("taken", "moves"),
    [((), (Take("discard"), Take("pile"))), (("take discard",), PLACES), (("take pile",), (*PLACES, Reject()))],
    ids=["either pile", "any slot and nowhere else", "any slot or thrown away"],
)
def test_a_seat_on_turn_may_take_from_and_place_in(taken, moves):
    assert legal(rules.view(play(table(), *taken), 0)) == moves


def test_the_game_is_over_when_all_towers_are_shown():
    assert is_over(rules.view(table(STABLE), None))
    assert not is_over(rules.view(table(), None))


def test_a_turn_was_a_rejection_when_the_brick_taken_is_the_brick_thrown():
    assert FinishedTurn(1, 0, "pile", 33, 33, None).rejected
    assert not FinishedTurn(1, 0, "pile", 33, 12, None).rejected
    assert not FinishedTurn(1, 0, "pile", None, 12, None).rejected


def test_whoever_watched_the_discard_pile_knows_all_that_is_in_it():
    state = play(table(discard="1", pile="2 3 4 7 8"), *("take pile", "reject") * 2, "take discard", "place 1")
    assert discard_pile(rules.view(state, None)) == state.discard == bricks("1 2 60")


def test_how_far_a_game_is_is_the_turn_under_way():
    begun = rules.setup(Options(), 2, Chance(bytes(32)))
    assert progress(rules.view(begun, None)) == "turn 1"
    taken = rules.apply(begun, 0, Take("discard"), Chance(bytes(32)))
    assert progress(rules.view(rules.apply(taken, 0, Place(4), Chance(bytes(32))), None)) == "turn 2"
