"""The list of winnable deals: in order, each as likely as the others, and won by its line, move by move."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench.computers.known_wins import is_win
from engines.chance import Chance
from engines.streets_and_alleys.layout import DEALS, deal
from engines.streets_and_alleys.moves import Build, Raise
from engines.streets_and_alleys.solver.known_wins import choose_winnable_deal, proof, proofs, read, text, winnable_deals
from engines.streets_and_alleys.solver.shorten import shorten_line
from tests.support.games.streets import layout
from tests.support.games.streets_lines import DEAL

LOST_DEAL = 6


def test_the_numbers_are_those_of_deals_each_once_in_ascending_order():
    numbers = winnable_deals()
    assert list(numbers) == sorted(set(numbers))
    assert set(numbers) <= set(DEALS[: numbers[-1]])
    assert DEAL in numbers


def test_chance_chooses_among_them_all():
    chance = Chance.from_seed(bytes(32), "winnable", 0)
    numbers = winnable_deals()
    chosen = {choose_winnable_deal(chance) for _ in range(len(numbers) * 10)}
    assert chosen <= set(numbers)
    assert len(chosen) > len(numbers) * 0.99


def test_the_list_is_not_read_until_a_deal_of_it_is_needed():
    look = (
        "from engines import catalog\n"
        "catalog.games()\n"
        "from engines.streets_and_alleys.solver.known_wins import proofs\n"
        "print(proofs.cache_info().currsize)"
    )
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert said.stdout == "0\n"


@pytest.mark.slow
def test_every_listed_deal_is_won_by_its_proof():
    assert [number for number in winnable_deals() if not is_win(deal(number), proof(number))] == []


@pytest.mark.slow
def test_no_proof_is_longer_than_it_need_be():
    for number in winnable_deals()[:: len(winnable_deals()) // 6]:
        assert len(shorten_line(deal(number), proof(number))) == len(proof(number))


def test_a_deal_that_is_not_listed_has_no_proof():
    assert LOST_DEAL not in proofs()
    assert proof(LOST_DEAL) == ()


def test_a_proof_is_kept_without_the_raises_that_are_safe():
    at = layout("QS KS", "KH", foundations="JS QH KD KC")
    line = (Raise(1, 1), Build(0, 1), Raise(0, 0), Raise(1, 0))
    assert text(at, line) == "01"
    assert read(at, "01") == line


def test_a_line_is_read_as_it_was_written():
    assert text(deal(DEAL), proof(DEAL)) == proofs()[DEAL]
    assert read(deal(DEAL), text(deal(DEAL), proof(DEAL))) == proof(DEAL)
