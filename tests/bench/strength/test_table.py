"""Figures and rows as the page shows them."""

from __future__ import annotations

from bench.strength.run import Aim
from bench.strength.table import decision, decision_columns, mean, share, table, won
from server.matches import Tally, Thinking


def test_a_table_is_markdown_under_its_title() -> None:
    assert list(table("Scores", ("who", "score"), [("ana", "3")])) == [
        *("", "### Scores", ""),
        *("| who | score |", "| --- | --- |", "| ana | 3 |"),
    ]


def test_figures_have_their_intervals() -> None:
    assert mean((1, 2, 3, 6)) == "3.00 (0.88 to 5.12)"
    assert share(50, 100) == "50.0% (40.4% to 59.6%)"
    assert won(Tally(won=49, tied=2, lost=49)) == "50.0% (40.4% to 59.6%)"
    assert won(Tally(unfinished=3)) == "-"


def test_decisions_have_a_usual_time_that_is_judged_and_a_slowest() -> None:
    limit_ms = Aim(most=12, form="{:g} ms")
    assert decision_columns(limit_ms) == ("decision, p95 (12 ms or less)", "slowest")
    assert decision(Thinking(9, 1.0, 11.345, 200.0), limit_ms) == ("11.3 ms: met", "200 ms")
    assert decision(Thinking(9, 1.0, 12.345, 200.0), limit_ms) == ("12.3 ms: **missed**", "200 ms")
