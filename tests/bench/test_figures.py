"""What is made of a measurement: percentiles, aims, ratios, and whether it counts."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.computers.deals import Solved, table
from bench.computers.turns import fit_weights
from bench.figure import Figure, line, row
from bench.load.generator import DISTURBED, Sample, median_sample, percentile
from bench.machine import Machine
from bench.server.beside import Pair, Slice, interval, p99_ms, ratio
from bench.strength.run import Aim, Run
from bench.strength.table import decision, mean, share, won
from engines.tower_blaster.bots.turns_left import terms
from server.tools.offline.series import ResultTally, ThinkingTime

MACHINE = Machine((0, 1), (0,), Path("/data"), "ext4", "Python 3.11.7")
RATIO = Figure("moves", 31_234.5, "/s", 0.6, "at least", ratio=0.555, aims_at_ratio=True, note="why")


def moves(*latencies_ms: float, others: float = 0.0) -> Slice:
    return Slice([latency / 1000 for latency in latencies_ms], Sample(1, 1, 1, 0.1, 0.5, others), 0)


CALM, STALLED = moves(*[2] * 100), moves(*[2] * 98, 90, 90)


@pytest.mark.parametrize(
    ("figure", "is_met"),
    [
        (Figure("start", 0.5, "s", 0.5), True),
        (Figure("start", 0.51, "s", 0.5), False),
        (Figure("moves", 10.0, "/s", 20.0, "at least"), False),
        (Figure("moves", 10.0, "/s", 0.6, "at least", ratio=0.61, aims_at_ratio=True), True),
        (RATIO, False),
        (Figure("start", 0.5, "s"), None),
        (Figure("start", 0.4, "s", 0.5, is_spoilt=True), None),
    ],
)
def test_a_figure_knows_whether_its_aim_is_met(figure, is_met):
    assert figure.is_met is is_met


def test_a_row_is_for_people_and_a_line_for_programs():
    assert " ".join(row(RATIO).split()) == "moves 31,234 /s >= 0.6 of echo 0.56 MISSED, why"
    assert "0.123 ms" in row(Figure("flip", 0.12345, "ms"))
    told = {"name": "moves", "figure": 31_234.5, "unit": "/s", "target": 0.6, "aim": "at least of echo", "note": "why"}
    where = {"versions": "Python 3.11.7", "cores": 2, "pinned": True, "filesystem": "ext4"}
    assert json.loads(line(RATIO, MACHINE)) == {**told, **where, "ratio": 0.555, "met": False}


@pytest.mark.parametrize(("percent", "value"), [(50, 5), (90, 9), (91, 10), (99, 10), (100, 10), (0, 1)])
def test_a_percentile_is_the_nearest_rank(percent, value):
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], percent) == value
    assert percentile([], percent) == 0


def test_runs_are_combined_figure_by_figure():
    runs = [Sample(1, 9, 20, 0.1, 1.0, 0.0), Sample(2, 7, 60, 0.2, 0.8, 0.5), Sample(3, 8, 40, 0.3, 0.9, 0.1)]
    assert median_sample(runs) == Sample(2, 8, 40, 0.2, 0.9, 0.1)


@pytest.mark.parametrize(("load", "server", "is_bound"), [(0.99, 0.7, True), (0.99, 0.99, False), (0.5, 0.99, False)])
def test_the_load_is_the_limit_where_it_alone_can_do_no_more(load, server, is_bound):
    assert Sample(1, 1, 1, load, server, 0.0).is_load_bound is is_bound


def test_the_cost_of_a_move_is_the_servers_time_over_the_moves():
    assert Sample(10_000, 1, 1, 0.5, 0.9, 0.0).cost_us == pytest.approx(90)


@pytest.mark.parametrize(("alone", "beside", "is_disturbed"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_other_programs_spoil_a_pair_where_they_take_a_good_part_of_a_core_in_either_slice(alone, beside, is_disturbed):
    pair = Pair(moves(1, others=2 * DISTURBED * alone), moves(1, others=2 * DISTURBED * beside))
    assert pair.is_disturbed is is_disturbed


def test_a_stall_in_one_of_many_pairs_does_not_make_the_ratio():
    assert [p99_ms(slices) for slices in ([STALLED], [CALM, STALLED])] == [pytest.approx(90), pytest.approx(2)]
    assert ratio([Pair(STALLED, CALM)]) < 0.1
    assert ratio([Pair(STALLED, CALM)] + [Pair(CALM, CALM)] * 9) == pytest.approx(1)


def test_the_interval_is_as_wide_as_the_pairs_differ():
    assert interval([Pair(CALM, moves(*[3] * 100))] * 10) == (pytest.approx(1.5), pytest.approx(1.5))
    pairs = [Pair(CALM, moves(*[beside] * 100)) for beside in range(1, 11)]
    low, high = interval(pairs)
    assert 0.5 <= low < ratio(pairs) <= high <= 5


@pytest.mark.parametrize(("part", "games"), [(1.0, 1000), (0.5, 500), (0.0333, 34), (0.0001, 2)])
def test_a_share_of_the_games_is_even_and_at_least_two(part, games):
    with ThreadPoolExecutor(1) as executor:
        assert Run(executor, part).games(1000) == games


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
def test_an_aim_says_what_it_is_and_whether_it_is_met(aim, figure, judged):
    assert aim.judge(figure) == judged


def test_figures_of_strength_have_their_intervals_and_decisions_a_slowest():
    assert mean((1, 2, 3, 6)) == "3.00 (0.88 to 5.12)"
    assert share(50, 100) == won(ResultTally(won=49, tied=2, lost=49)) == "50.0% (40.4% to 59.6%)"
    assert won(ResultTally(unfinished=3)) == "-"
    assert decision(ThinkingTime(9, 1.0, 12.345, 200.0), Aim(most=12, form="{:g} ms")) == (
        "12.3 ms: **missed**",
        "200 ms",
    )


def test_the_table_of_deals_counts_what_was_won_in_time():
    won = [Solved(1, "won", 90, 1000, 0.5), Solved(2, "won", 110, 9000, 5.0)]
    rows = list(table([*won, Solved(3, "lost", 0, 10, 0.1), Solved(4, "unknown", 0, 99_000, 9.0)]))
    assert "| won within 1 s | 1 of 4: 25.0% | 4.6% to 69.9% |" in rows
    assert "| won within 10 s | 2 of 4: 50.0% | 15.0% to 85.0% |" in rows
    assert "| lost | 1 of 4: 25.0% | 4.6% to 69.9% |" in rows
    assert "| moves of those won | 100 | 110 | 110 |" in rows
    assert "| seconds | 2.75 | 9.00 | 9.00 |" in rows


def test_a_formula_for_turns_is_found_again_from_what_it_says():
    formula = (0.5, 0.25, 1.0, -2.0, 0.125, 3.0)
    known = [terms(float(bricks), slots) for bricks in range(1, 30) for slots in range(1, 9)]
    # Turns are whole numbers in games; the fit asks for numbers only.
    samples = [(row, 1000 * sum(w * t for w, t in zip(formula, row, strict=True))) for row in known]
    assert fit_weights((row, round(turns)) for row, turns in samples) == pytest.approx(
        [1000 * w for w in formula], abs=2
    )
