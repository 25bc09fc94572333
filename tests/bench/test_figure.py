import json
from pathlib import Path

import pytest

from bench.figure import Figure, line, row
from bench.machine import Machine

MACHINE = Machine((0, 1), (0,), Path("/data"), "ext4", "Python 3.11.7")


@pytest.mark.parametrize(
    ("figure", "is_met"),
    [
        (Figure("start", 0.5, "s", 0.5), True),
        (Figure("start", 0.51, "s", 0.5), False),
        (Figure("moves", 10.0, "/s", 20.0, "at least"), False),
        (Figure("moves", 10.0, "/s", 0.6, "at least", ratio=0.61, aims_at_ratio=True), True),
        (Figure("moves", 10.0, "/s", 0.6, "at least", ratio=0.59, aims_at_ratio=True), False),
        (Figure("start", 0.5, "s"), None),
        (Figure("start", 0.4, "s", 0.5, is_spoilt=True), None),
    ],
)
def test_a_figure_knows_whether_its_aim_is_met(figure, is_met):
    assert figure.is_met is is_met


def test_a_row_shows_the_figure_its_aim_and_whether_it_was_missed():
    figure = Figure("moves", 31_234.5, "/s", 0.6, "at least", ratio=0.555, aims_at_ratio=True, note="why")
    assert " ".join(row(figure).split()) == "moves 31,234 /s >= 0.6 of echo 0.56 MISSED, why"


def test_small_figures_keep_three_digits():
    assert "0.123 ms" in row(Figure("flip", 0.12345, "ms"))


def test_a_line_is_json_with_everything_a_program_compares():
    told = json.loads(line(Figure("moves", 12.5, "/s", 0.6, "at least", ratio=0.25, aims_at_ratio=True), MACHINE))
    assert told == {
        "name": "moves",
        "figure": 12.5,
        "unit": "/s",
        "target": 0.6,
        "aim": "at least of echo",
        "ratio": 0.25,
        "met": False,
        "note": "",
        "versions": "Python 3.11.7",
        "cores": 2,
        "pinned": True,
        "filesystem": "ext4",
    }
