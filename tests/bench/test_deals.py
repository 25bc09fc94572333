"""The solver measured: what is counted for each deal, and where hints are asked for."""

from __future__ import annotations

import pytest

from bench.deals import Solved, asked, hint_rows, solved, somewhere, table
from engines.streets_and_alleys.view import legal

pytestmark = pytest.mark.slow


def test_a_deal_is_solved_and_its_line_tried() -> None:
    found = solved(14, 50_000)
    assert (found.deal, found.verdict, found.moves) == (14, "won", 90)
    assert found.positions > 90
    assert 0 < found.seconds < 60


def test_a_deal_that_is_lost_has_no_line() -> None:
    assert solved(6, 50_000).verdict == "lost"
    assert solved(6, 50_000).moves == 0


def test_the_table_counts_what_was_won_in_time() -> None:
    deals = [
        Solved(1, "won", 90, 1000, 0.5),
        Solved(2, "won", 110, 9000, 5.0),
        Solved(3, "lost", 0, 10, 0.1),
        Solved(4, "unknown", 0, 99_000, 9.0),
    ]
    rows = list(table(deals))
    assert "| won within 1 s | 1 of 4: 25.0% | 4.6% to 69.9% |" in rows
    assert "| won within 10 s | 2 of 4: 50.0% | 15.0% to 85.0% |" in rows
    assert "| lost | 1 of 4: 25.0% | 4.6% to 69.9% |" in rows
    assert "| moves of those won | 100 | 110 | 110 |" in rows
    assert "| seconds | 2.75 | 9.00 | 9.00 |" in rows


def test_nothing_won_makes_a_table_as_well() -> None:
    assert "| moves of those won | 0 | 0 | 0 |" in list(table([Solved(3, "lost", 0, 10, 0.1)]))


def test_hints_are_asked_for_in_the_same_positions_of_a_game_that_goes_on() -> None:
    places = [somewhere(number) for number in range(2, 9)]
    assert places == [somewhere(number) for number in range(2, 9)]
    assert any(view.moves[0] for view in places)
    assert all(next(legal(view), None) for view in places)


def test_hints_are_timed() -> None:
    seconds, knows_a_win = asked(6)
    assert seconds > 0
    assert not knows_a_win
    assert list(hint_rows([(0.1, True), (0.3, False)]))[2] == "| seconds of 2 hints | 0.20 | 0.30 | 0.30 |"
