"""The program that lists winnable deals."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.winnable import DEALS, MODULE, POSITIONS, proved, wins
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.solver import winnable
from engines.streets_and_alleys.solver.solver import solve
from engines.streets_and_alleys.solver.winnable import PROOFS, WINNABLE

HARD_DEAL = 761


@pytest.mark.slow
@pytest.mark.parametrize("number", [*WINNABLE[:: len(WINNABLE) // 6], HARD_DEAL])
def test_a_listed_deal_is_proved_again(number):
    assert proved(number, POSITIONS) == PROOFS[number]


def test_a_deal_that_is_not_solved_is_not_proved():
    assert proved(9, 500) is None


def test_the_module_that_is_written_is_the_engines_own():
    rows = "\n".join(f"{number} {proof}" for number, proof in PROOFS.items())
    written = MODULE.format(deals=DEALS, positions=POSITIONS, rows=rows)
    assert written + "\n" == Path(winnable.__file__).read_text(encoding="utf-8")


def test_a_line_is_tried_by_the_rules():
    line = solve(deal(14), 50_000).line
    assert wins(deal(14), line)
    assert not wins(deal(14), line[:-1])
    with pytest.raises(AssertionError):
        wins(deal(14), line[1:])
