"""The program that lists winnable deals."""

from __future__ import annotations

import sys

import pytest

from bench.computers.known_wins import POSITIONS, main, prove_deal
from engines.streets_and_alleys.solver.known_wins import DATA, proofs, winnable_deals

HARD_DEAL = 761


@pytest.mark.slow
@pytest.mark.parametrize("number", [*winnable_deals()[:: len(winnable_deals()) // 6], HARD_DEAL])
def test_a_listed_deal_is_proved_again(number):
    assert prove_deal(number, POSITIONS) == proofs()[number]


@pytest.mark.slow
def test_the_file_that_is_written_is_the_engines_own(tmp_path, monkeypatch):
    place = tmp_path / "known_wins.txt"
    monkeypatch.setattr(sys, "argv", ["winnable", "--deals", "3", "--processes", "1", "--to", str(place)])
    assert main() == 0
    written = place.read_text()
    assert written
    assert DATA.read_text().startswith(written)
