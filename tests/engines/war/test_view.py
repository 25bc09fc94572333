"""War's options and the text of its one move."""

from __future__ import annotations

import pytest

from engines.chance import Chance
from engines.game import UnreadableMoveError
from engines.war import rules
from engines.war.view import AUTO_FLIP_MAX_S, Flip, Options, progress, read, text


def test_a_table_plays_the_normal_rules_and_flips_after_ten_seconds_unless_told_otherwise():
    assert Options() == Options(variant="normal", auto_flip_s=10)


@pytest.mark.parametrize("seconds", [0, 1, AUTO_FLIP_MAX_S])
def test_cards_may_flip_by_themselves_after_any_time_up_to_the_longest_or_never(seconds):
    assert Options(auto_flip_s=seconds).auto_flip_s == seconds


@pytest.mark.parametrize("seconds", [-1, AUTO_FLIP_MAX_S + 1])
def test_another_time_is_refused_in_a_sentence(seconds):
    with pytest.raises(ValueError, match=r"^auto_flip_s takes a whole number from 0 to 600, not -?\d+\.$"):
        Options(auto_flip_s=seconds)


def test_a_flip_is_written_flip():
    assert text(Flip()) == "flip"
    assert read("flip") == Flip()


@pytest.mark.parametrize("written", ["", "Flip", "flip ", "draw", "takeback", "x" * 1000])
def test_any_other_text_is_no_move(written):
    with pytest.raises(UnreadableMoveError, match=r"is not a move of War; the only one is 'flip'$") as refused:
        read(written)
    assert len(str(refused.value)) < 100


def test_how_far_a_game_is_is_its_score():
    state = rules.setup(Options(), 2, Chance(bytes(32)))
    for seat in (0, 1):
        state = rules.apply(state, seat, Flip(), Chance(bytes(32)))
    points = state.scores
    assert sorted(points) == [0, 2]
    assert progress(rules.view(state, None)) == f"{points[0]}-{points[1]}"
