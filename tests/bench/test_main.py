import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def test_figures_are_lines_of_json_with_their_aims():
    done = bench("--quick", "--json", "--only", "rooms", "--rooms", "2", "--only", "ends", "--only", "computers")
    assert done.returncode == 0, done.stderr
    figures = {figure["name"]: figure for figure in map(json.loads, done.stdout.splitlines())}
    moves = figures["moves, 2 rooms"]
    assert moves["figure"] > 0
    assert moves["ratio"] == pytest.approx(moves["figure"] / figures["echo, 4 connections"]["figure"])
    assert figures["a game's end and the next deal, server's time"]["figure"] > 0
    assert figures["decision, War, flipper, median"]["figure"] > 0
    assert all(figure["versions"] and figure["cores"] for figure in figures.values())


def test_there_is_help_and_an_unknown_measurement_is_refused():
    assert "--quick" in bench("--help").stdout
    assert bench("--only", "luck").returncode == 2


def bench(*arguments):
    return subprocess.run([sys.executable, "-m", "bench", *arguments], capture_output=True, text=True, timeout=100)
