"""What is made of a measurement: percentiles, aims, ratios, and whether it counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.figure import Figure, line, row
from bench.load.generator import percentile
from bench.machine import Machine
from bench.strength.run import Aim

MACHINE = Machine((0, 1), (0,), Path("/data"), "ext4", "Python 3.11.7")
RATIO = Figure("moves", 31_234.5, "/s", 0.6, "at least", ratio=0.555, aims_at_ratio=True, note="why")


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
