"""The list of winnable deals: in order, and each as likely as the others."""

from __future__ import annotations

from engines.chance import Chance
from engines.streets_and_alleys.layout import DEALS
from engines.streets_and_alleys.solver.winnable import WINNABLE, winnable
from tests.support.games.streets_lines import DEAL


def test_the_numbers_are_those_of_deals_each_once_in_ascending_order():
    assert list(WINNABLE) == sorted(set(WINNABLE))
    assert set(WINNABLE) <= set(DEALS[: WINNABLE[-1]])
    assert DEAL in WINNABLE


def test_chance_chooses_among_them_all():
    chance = Chance.from_seed(bytes(32), "winnable", 0)
    chosen = {winnable(chance) for _ in range(len(WINNABLE) * 10)}
    assert chosen <= set(WINNABLE)
    assert len(chosen) > len(WINNABLE) * 0.99
