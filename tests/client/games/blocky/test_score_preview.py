"""Previews of scores agree with what the rules then make of the action."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.blocky.actions import ACTIONS, action_of, moves_at
from client.games.blocky.score_preview import ScorePreview, best, preview_scores
from engines.blocky.block import blocks
from engines.blocky.moves import Smash, refusal, text
from engines.blocky.rules import apply, give_up
from engines.blocky.view import board_of
from engines.chance import Chance
from tests.support.games.blocky_tables import TABLES, seen, state
from tests.support.games.boards import play, table
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow

FIELD = seen(table("((3011)213)", colours=(3, 0)))
"""Board A of the rules, but that its divided block has been turned to the left: yellow (seat 0) has lost a cell by it.

Its rows are 2203, 2211, 1133 and 1133; yellow's blob is 4, and that of blue (seat 1) is 1.
"""


def found(view, path):
    return {
        deed.name: (prospect.obstacle, prospect.changes)
        for deed, prospect in zip(ACTIONS, preview_scores(view, path), strict=True)
    }


@given(TABLES, st.data())
def test_every_change_foretold_is_the_change_that_the_rules_then_make(state, data):
    if state.mover is None:
        return
    view = seen(state, state.mover)
    path, _ = data.draw(st.sampled_from(list(blocks(board_of(view)))))
    for prospect in preview_scores(view, path):
        refused = refusal(state.board, state.depth, state.colours[state.mover], prospect.move)
        assert bool(prospect.obstacle) == (refused is not None)
        if refused is not None or isinstance(prospect.move, Smash):
            assert set(prospect.changes) == {None}
            continue
        after = apply(state, state.mover, prospect.move, Chance(bytes(32)))
        changes = [new - old for new, old in zip(after.scores, state.scores, strict=True)]
        hidden = [colour is None for colour in view.colours]
        assert prospect.changes == tuple(
            None if hides else change for hides, change in zip(hidden, changes, strict=True)
        )


@given(TABLES, st.data())
def test_of_secret_goals_nothing_is_foretold(state, data):
    view = seen(state, None)
    path, _ = data.draw(st.sampled_from(list(blocks(board_of(view)))))
    for prospect in preview_scores(view, path):
        assert all(
            change is None for change, colour in zip(prospect.changes, view.colours, strict=True) if colour is None
        )


def test_four_cells_without_a_most_frequent_colour_are_a_tie():
    assert found(seen(table("((0123)213)")), (0,))["combine"][0] == "a tie"


def test_the_best_gains_most_and_of_equals_gives_others_least():
    left, right, across, down = moves_at((0,))[:4]
    some = [
        ScorePreview(left, "", (1, 2)),
        ScorePreview(right, "", (2, 3)),
        ScorePreview(across, "", (2, 1)),
        ScorePreview(down, "", (0, -9)),
    ]
    assert best(FIELD, tuple(some)) == some[2]


def test_nothing_is_best_where_nothing_gains_or_nothing_is_known():
    left, right = moves_at((0,))[:2]
    assert best(FIELD, (ScorePreview(left, "", (0, -1)), ScorePreview(right, "", (None, 1)))) is None


def test_what_somebody_gains_who_gave_up_is_of_no_account():
    view = seen(give_up(state(seats=3), 2))
    left, right = moves_at(())[:2]
    some = (ScorePreview(left, "", (1, 1, 0)), ScorePreview(right, "", (1, 0, 9)))
    assert best(view, some) == some[1]


def test_every_move_on_a_block_is_one_of_the_deeds():
    assert [action_of(move) for move in moves_at((0, 2))] == list(ACTIONS)
    assert [text(move).rpartition(" ")[0] or text(move) for move in moves_at(())] == [
        deed.canonical for deed in ACTIONS
    ]


SAID = {
    "changes and obstacles are those of the board": lambda: found(FIELD, (0,)),
    "what is not allowed says why in a few words": lambda: for_each(
        lambda path, name: found(FIELD, path)[name],
        [
            ((1,), "turn left"),
            ((1,), "swap left-right"),
            ((0, 0), "smash"),
            ((), "combine"),
            ((1,), "combine"),
            ((1,), "paint"),
            ((0, 0), "paint"),
        ],
    ),
    "who watches sees what the seat on turn could do": lambda: (
        found(seen((watched := table("((3011)213)", colours=(3, 0))), None), (0, 0))["paint"][0],
        found(seen(play(watched, "pass"), None), (0, 0))["paint"],
    ),
}

test_said = golden_test(__name__, SAID)
