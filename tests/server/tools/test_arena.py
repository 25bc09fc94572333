"""The program that lets computers play each other."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from server.tools.arena import main, to_json, to_lines
from server.tools.arena_arguments import read_arguments
from server.tools.offline.series import ResultTally, Series
from tests.support.processes.offspring import outlive_their_parent

ASKED = read_arguments(["tower", "--a", "careful", "--b", "tidy", "--games", "10", "--option", "turn_limit=60"])
PLAYED = Series(
    (ResultTally(won=3, lost=1), ResultTally(won=1, tied=1, lost=2, unfinished=2)), ((0.001, 0.003), (0.002,))
)
NEVER = Series((ResultTally(unfinished=5), ResultTally(unfinished=5)), ((), ()))


def test_a_match_is_shown_over_both_seatings_and_for_each() -> None:
    title, _, both, first, last, *times = (" ".join(line.split()) for line in to_lines(ASKED, PLAYED))
    assert title == "Tower Blaster: careful against tidy, 10 games, seed 1, turn_limit=60"
    assert both == "both seatings 8 4 1 3 2 56.2% (25.9% to 82.6%)"
    assert first == "in the first seat 4 3 0 1 0 75.0% (30.1% to 95.4%)"
    assert last == "in the last seat 4 1 1 2 2 37.5% (9.2% to 78.1%)"
    assert times[1:] == ["careful 2 3 3 2", "tidy 2 2 2 1"]


def test_a_match_in_which_nobody_finished_has_no_rate() -> None:
    assert sum("no game was finished" in line for line in to_lines(ASKED, NEVER)) == 3
    assert json.loads(json.dumps(to_json(ASKED, NEVER)))["rate"] is None


def test_for_programs_it_is_one_object() -> None:
    match = json.loads(json.dumps(to_json(ASKED, PLAYED)))
    assert match["options"] == {"turn_limit": 60}
    assert (match["won"], match["tied"], match["lost"], match["unfinished"], match["rate"]) == (4, 1, 3, 2, 0.5625)
    assert (match["first_seat"]["won"], match["last_seat"]["won"]) == (3, 1)
    assert match["interval"] == pytest.approx([0.259, 0.826], abs=5e-4)
    assert match["a"] == {"level": "careful", "decisions": 2, "mean_ms": 2.0, "p95_ms": 3.0, "slowest_ms": 3.0}


@pytest.mark.slow
def test_the_same_command_tells_the_same_results_however_many_processes_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["tower", "--a", "careful", "--b", "tidy", "--games", "24", "--seed", "luck", "--json"]
    results = [_results(command, processes, capsys) for processes in ("1", "2")]
    assert results[0] == results[1]
    assert results[0]["games"] == 24


def _results(command: list[str], processes: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main([*command, "--processes", processes]) == 0
    match = json.loads(capsys.readouterr().out)
    return {name: value for name, value in match.items() if name not in ("a", "b")}


@pytest.mark.slow
def test_the_program_runs() -> None:
    command = [sys.executable, "-m", "server.tools.arena", "war", "--a", "flipper", "--b", "flipper", "--games", "4"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("War: flipper against flipper, 4 games, seed 1\n")


@pytest.mark.slow
def test_an_arena_that_is_killed_leaves_no_process() -> None:
    endless = ("war", "--a", "flipper", "--b", "flipper", "--games", "1000000", "--processes", "2")
    assert outlive_their_parent("server.tools.arena", *endless, workers=2) == set()
