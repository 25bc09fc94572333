"""What keeps computers thinking can be played, and all moves beside them are judged together."""

from __future__ import annotations

import pytest

from bench.beside import LEVEL, Pair, Passer, Slice, interval, p99_ms, ratio
from bench.load import DISTURBED, Sample
from engines.catalog import find
from engines.chance import Chance


def moves(*latencies_ms: float, others: float = 0.0) -> Slice:
    return Slice([latency / 1000 for latency in latencies_ms], Sample(1, 1, 1, 0.1, 0.5, others), 0)


def test_a_passer_may_always_pass_and_leave_the_thinking_to_the_computer():
    game = find(Passer.game)
    state = game.setup(game.Options(**Passer.options), 2, Chance(bytes(32)))
    view = game.view(state, game.turn(state)[0])
    assert Passer.move in map(game.text, game.legal(view))
    assert LEVEL in game.bots


def test_the_slowest_hundredth_is_that_of_all_slices_together():
    calm, stalled = moves(*[1] * 100), moves(*[1] * 98, 50, 60)
    assert p99_ms([stalled]) == pytest.approx(50)
    assert p99_ms([calm, stalled]) == pytest.approx(1)


def test_a_stall_in_one_of_many_pairs_does_not_make_the_ratio():
    calm, stalled = moves(*[2] * 100), moves(*[2] * 98, 90, 90)
    assert ratio([Pair(stalled, calm)]) < 0.1
    assert ratio([Pair(stalled, calm)] + [Pair(calm, calm)] * 9) == pytest.approx(1)


def test_pairs_that_all_say_the_same_leave_no_doubt():
    pairs = [Pair(moves(*[2] * 100), moves(*[3] * 100))] * 10
    assert interval(pairs) == (pytest.approx(1.5), pytest.approx(1.5))


def test_pairs_that_differ_leave_the_ratio_between_what_they_say():
    pairs = [Pair(moves(*[2] * 100), moves(*[beside] * 100)) for beside in range(1, 11)]
    low, high = interval(pairs)
    assert 0.5 <= low < ratio(pairs) <= high <= 5


@pytest.mark.parametrize(("alone", "beside", "is_disturbed"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_a_pair_is_disturbed_where_either_slice_is(alone, beside, is_disturbed):
    pair = Pair(moves(1, others=2 * DISTURBED * alone), moves(1, others=2 * DISTURBED * beside))
    assert pair.is_disturbed is is_disturbed
