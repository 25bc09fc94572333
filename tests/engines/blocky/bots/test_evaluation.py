"""What a seat plays for, and what its moves are worth as soon as they are made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.blocky import rules
from engines.blocky.block import text
from engines.blocky.bots.evaluation import SMASHES, Stakes
from engines.blocky.moves import Pass, Smash
from engines.blocky.moves import read as move_of
from engines.blocky.view import board_of, legal
from engines.chance import Chance
from tests.support.games.boards import play, random_board, table

CHANCE = Chance(bytes(32))


def view(seat=0, **options):
    return rules.view(table(**options), seat)


def worths(seen):
    """What every option is worth, by the text of its move."""
    return {
        option.move: option.worth for option in Stakes.of(seen).footing(board_of(seen)).candidates(Chance(bytes(32)))
    }


def test_alone_a_board_is_worth_its_score():
    assert worths(view(colours=(3,)))[Pass()] == 5


def test_with_others_a_board_is_worth_what_one_is_ahead_of_the_best():
    assert worths(view(colours=(3, 0, 1)))[Pass()] == 5 - 4


def test_what_others_have_paid_makes_them_no_better():
    seen = replace(view(colours=(3, 0, 1)), costs=(0, 0, 3))
    assert worths(seen)[Pass()] == 5 - max(1, 4 - 3)


def test_who_has_given_up_is_no_rival():
    assert worths(replace(view(colours=(3, 0, 1)), gone=(2,)))[Pass()] == 5 - 1


def test_a_secret_colour_is_left_out_until_it_is_seen_in_a_paint():
    seen = view(colours=(3, 1), goals="secret")
    assert worths(seen)[Pass()] == 5
    assert worths(replace(seen, painted=(None, 1)))[Pass()] == 5 - 4


def test_moves_are_worth_what_they_bring_less_what_they_cost():
    found = worths(view(colours=(1,)))
    assert found[move_of("combine 0")] == 4 - 1
    assert found[move_of("paint 0.0")] == 4 - 1
    assert found[move_of("paint 0.3")] == 4 - 1


def test_a_smash_is_worth_the_mean_of_a_few_outcomes():
    seen = view(colours=(0,), kind="perimeter", depth=2)
    footing = Stakes.of(seen).footing(board_of(seen))
    (smash,) = (option for option in footing.candidates(CHANCE) if option.move == Smash((1,)))
    scores = [footing.worth(future.seen) for future in smash.futures]
    assert len(scores) == SMASHES
    assert smash.worth == sum(scores) / SMASHES - 3


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_every_option_is_a_legal_move(kind):
    seen = view(board=text(random_board(3, 3)), depth=3, kind=kind)
    assert set(worths(seen)) <= set(legal(seen))


def test_the_next_rival_is_who_moves_next():
    state = table(colours=(0, 1, 2), moves=2)
    assert [Stakes.of(rules.view(state, 0)).next_rival] == [1]
    state = play(state, "pass")
    assert Stakes.of(rules.view(state, 1)).next_rival == 2
    assert Stakes.of(rules.view(play(state, "pass"), 2)).next_rival == 0


def test_after_the_last_move_there_is_no_next_rival():
    state = play(table(moves=1), "pass")
    assert Stakes.of(rules.view(state, 1)).next_rival is None


def test_a_smash_may_be_imagined_as_often_as_one_likes():
    seen = view(colours=(0,), kind="perimeter")
    footing = Stakes.of(seen).footing(board_of(seen))
    smash = footing.smash((1,), 400, CHANCE)
    assert len(smash.futures) == 400
    # Its cells count 2 + 1 + 1 + 0 on the edge, and each has the colour one time in four.
    assert smash.worth == pytest.approx(footing.worth(footing.seen) + 4 / 4 - 3, abs=0.25)
