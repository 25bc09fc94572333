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


@pytest.mark.parametrize(
    ("view", "changes", "place"),
    [
        pytest.param(FIELD, [(1, 2), (2, 3), (2, 1), (0, -9)], 2, id="gains most and of equals gives others least"),
        pytest.param(FIELD, [(0, -1), (None, 1)], None, id="none where nothing gains or nothing is known"),
        pytest.param(
            seen(give_up(state(seats=3), 2)), [(1, 1, 0), (1, 0, 9)], 1, id="whatever somebody gains who gave up"
        ),
    ],
)
def test_the_best_is_known_by_its_changes(view, changes, place):
    previews = tuple(ScorePreview(move, "", each) for move, each in zip(moves_at((0,)), changes, strict=False))
    assert best(view, previews) == (None if place is None else previews[place])


def test_every_move_on_a_block_is_one_of_the_deeds():
    assert [action_of(move) for move in moves_at((0, 2))] == list(ACTIONS)
    assert [text(move).rpartition(" ")[0] or text(move) for move in moves_at(())] == [
        deed.canonical for deed in ACTIONS
    ]


SAID = {
    "four cells without a most frequent colour are a tie": lambda: found(seen(table("((0123)213)")), (0,))["combine"],
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
