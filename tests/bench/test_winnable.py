"""The program that lists winnable deals."""

from __future__ import annotations

import pytest

from bench.winnable import is_proved, wins
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.solver import BUDGET, solve
from engines.streets_and_alleys.winnable import WINNABLE


@pytest.mark.thorough
@pytest.mark.parametrize("number", WINNABLE[:: len(WINNABLE) // 6])
def test_a_listed_deal_is_proved_again(number):
    assert is_proved(number, BUDGET)


def test_a_deal_that_is_not_solved_is_not_proved():
    assert not is_proved(9, 500)


def test_a_line_is_tried_by_the_rules():
    line = solve(deal(14), 50_000).line
    assert wins(deal(14), line)
    assert not wins(deal(14), line[:-1])
    with pytest.raises(AssertionError):
        wins(deal(14), line[1:])
