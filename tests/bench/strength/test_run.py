"""Sizes and aims of the strength tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from bench.strength.run import Aim, Run


@pytest.mark.parametrize(("share", "games"), [(1.0, 1000), (0.5, 500), (0.0333, 34), (0.0001, 2)])
def test_a_share_of_the_games_is_even_and_at_least_two(share: float, games: int) -> None:
    with ThreadPoolExecutor(1) as executor:
        assert Run(executor, share).games(1000) == games


@pytest.mark.parametrize(
    ("aim", "figure", "judged"),
    [
        (Aim(least=80), 80.0, "80 or more: met"),
        (Aim(least=80), 79.9, "80 or more: **missed**"),
        (Aim(most=20, form="{:g} ms"), 20.0, "20 ms or less: met"),
        (Aim(most=20, form="{:g} ms"), 20.1, "20 ms or less: **missed**"),
        (Aim(0.60, 0.75, "{:.0%}"), 0.76, "60% to 75%: **missed**"),
        (Aim(0.60, 0.75, "{:.0%}"), 0.6, "60% to 75%: met"),
    ],
)
def test_an_aim_says_what_it_is_and_whether_it_is_met(aim: Aim, figure: float, judged: str) -> None:
    assert aim.judged(figure) == judged
