"""The proofs of winnable deals: lines that win them, by the rules and move by move."""

from __future__ import annotations

import pytest

from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import Build, Raise, applied, refusal
from engines.streets_and_alleys.solver.known_wins import proof, read, text
from engines.streets_and_alleys.solver.shorten import shortened
from engines.streets_and_alleys.solver.winnable import PROOFS, WINNABLE
from tests.support.games.streets import layout
from tests.support.games.streets_lines import DEAL

LOST_DEAL = 6


def wins(at, line):
    for move in line:
        if refusal(at, move) is not None:
            return False
        at = applied(at, move)
    return is_won(at)


@pytest.mark.slow
def test_every_listed_deal_is_won_by_its_proof():
    assert [number for number in WINNABLE if not wins(deal(number), proof(number))] == []


@pytest.mark.slow
def test_no_proof_is_longer_than_it_need_be():
    for number in WINNABLE[:: len(WINNABLE) // 6]:
        assert len(shortened(deal(number), proof(number))) == len(proof(number))


def test_a_deal_that_is_not_listed_has_no_proof():
    assert LOST_DEAL not in PROOFS
    assert proof(LOST_DEAL) == ()


def test_a_proof_is_kept_without_the_raises_that_are_safe():
    at = layout("QS KS", "KH", foundations="JS QH KD KC")
    line = (Raise(1, 1), Build(0, 1), Raise(0, 0), Raise(1, 0))
    assert text(at, line) == "01"
    assert read(at, "01") == line


def test_a_line_is_read_as_it_was_written():
    assert text(deal(DEAL), proof(DEAL)) == PROOFS[DEAL]
    assert read(deal(DEAL), text(deal(DEAL), proof(DEAL))) == proof(DEAL)
