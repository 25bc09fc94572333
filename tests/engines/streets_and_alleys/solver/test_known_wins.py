"""The list of winnable deals: in order, each as likely as the others, and won by its line, move by move."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench.computers.known_wins import is_win, win_deal
from engines.chance import Chance
from engines.streets_and_alleys.layout import DEALS, deal
from engines.streets_and_alleys.moves import Build, Raise
from engines.streets_and_alleys.solver.known_wins import (
    DATA,
    choose_winnable_deal,
    pack,
    proof,
    to_bytes,
    unpack,
    winnable_deals,
)
from engines.streets_and_alleys.solver.shorten import shorten_line
from tests.support.games.streets import layout
from tests.support.games.streets_lines import DEAL

NUMBERS = winnable_deals()
LOST_DEAL = 6
PARTS = 16
"""The deals are verified in so many parts, each in a test of its own."""


def test_ten_thousand_deals_are_known_to_be_winnable():
    assert len(NUMBERS) >= 10_000


def test_the_numbers_are_those_of_deals_each_once_in_ascending_order():
    assert list(NUMBERS) == sorted(set(NUMBERS))
    assert set(NUMBERS) <= set(DEALS[: NUMBERS[-1]])
    assert DEAL in NUMBERS


def test_chance_chooses_among_them_all():
    chance = Chance.from_seed(bytes(32), "winnable", 0)
    chosen = [choose_winnable_deal(chance) for _ in range(1000)]
    assert set(chosen) <= set(NUMBERS)
    assert len(set(chosen)) > len(chosen) * 0.9
    assert min(chosen) < NUMBERS[len(NUMBERS) // 100]
    assert max(chosen) > NUMBERS[-len(NUMBERS) // 100]


def test_the_list_is_not_read_until_a_deal_of_it_is_needed():
    look = (
        "from engines import catalog\n"
        "catalog.games()\n"
        "from engines.streets_and_alleys.solver.known_wins import known_wins\n"
        "print(known_wins.cache_info().currsize)"
    )
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert said.stdout == "0\n"


@pytest.mark.slow
def test_a_sample_of_the_listed_deals_is_won_by_its_proofs():
    assert lost(NUMBERS[:: len(NUMBERS) // 50]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_every_listed_deal_is_won_by_its_proof(part):
    assert lost(NUMBERS[part::PARTS]) == []


def lost(numbers):
    """Those deals that their proofs do not win."""
    return [number for number in numbers if not is_win(deal(number), proof(number))]


@pytest.mark.slow
def test_no_proof_is_longer_than_it_need_be():
    for number in NUMBERS[:: len(NUMBERS) // 6]:
        assert len(shorten_line(deal(number), proof(number))) == len(proof(number))


@pytest.mark.slow
def test_the_list_can_be_made_anew():
    numbers = NUMBERS[-2:]
    assert all(win_deal(number) == proof(number) for number in numbers)
    assert DATA.read_bytes().startswith(to_bytes([(number, proof(number)) for number in NUMBERS[:9]]))


def test_a_deal_that_is_not_listed_has_no_proof():
    assert LOST_DEAL not in NUMBERS
    assert proof(LOST_DEAL) == proof(NUMBERS[-1] + 1) == ()


def test_a_proof_is_kept_without_the_raises_that_are_safe():
    at = layout("QS KS", "KH", foundations="JS QH KD KC")
    line = (Raise(1, 1), Build(0, 1), Raise(0, 0), Raise(1, 0))
    assert unpack(at, pack(at, line)) == line
    assert pack(at, line) < 16


def test_a_line_is_read_as_it_was_written():
    assert unpack(deal(DEAL), pack(deal(DEAL), proof(DEAL))) == proof(DEAL)
