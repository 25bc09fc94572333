"""The program that lets computers play each other."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from server.tools.arena import main, read_arguments, to_json, to_lines
from server.tools.offline.series import ResultTally, Series
from tests.support.processes.offspring import outlive_their_parent

ASKED = read_arguments(["tower", "--a", "careful", "--b", "tidy", "--games", "10", "--option", "turn_limit=60"])
PLAYED = Series(
    (ResultTally(won=3, lost=1), ResultTally(won=1, tied=1, lost=2, unfinished=2)), ((0.001, 0.003), (0.002,))
)
BLOCKY = ["blocky", "--a", "random", "--b", "smart-2"]
NEVER = Series((ResultTally(unfinished=5), ResultTally(unfinished=5)), ((), ()))


def test_a_match_is_shown_over_both_seatings_and_for_each() -> None:
    title, _, both, first, last, *times = (" ".join(line.split()) for line in to_lines(ASKED, PLAYED))
    assert title == "Tower Blaster: careful against tidy, 10 games, seed 1, turn_limit=60"
    assert both == "both seatings 8 4 1 3 2 56.2% (25.9% to 82.6%)"
    assert first == "in the first seat 4 3 0 1 0 75.0% (30.1% to 95.4%)"
    assert last == "in the last seat 4 1 1 2 2 37.5% (9.2% to 78.1%)"
    assert times[1:] == ["careful 2 3 3 2", "tidy 2 2 2 1"]


def test_a_match_in_which_nobody_finished_has_no_rate() -> None:
    assert sum("no game finished" in line for line in to_lines(ASKED, NEVER)) == 3
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
    levels = ["--a", "smart-25", "--b", "smart-5"]
    command = [sys.executable, "-m", "server.tools.arena", "blocky", *levels, "--option", "depth=2", "--games", "4"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Blocky: smart-25 against smart-5, 4 games, seed 1, depth=2\n")


@pytest.mark.slow
def test_an_arena_that_is_killed_leaves_no_process() -> None:
    endless = ("war", "--a", "flipper", "--b", "flipper", "--games", "1000000", "--processes", "2")
    assert outlive_their_parent("server.tools.arena", *endless, workers=2) == set()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ([], "missing"),
        (["blocky", "--a", "random"], "--b"),
        (["blokcy", *BLOCKY[1:]], "there's no game 'blokcy'; did you mean 'blocky'?"),
        (["", *BLOCKY[1:]], "there's no game ''; choose from blocky, "),
        ([*BLOCKY, "--a", "rondom"], "Blocky has no computer called 'rondom'; did you mean 'random'?"),
        ([*BLOCKY, "--b", "xyz"], "Blocky has no computer called 'xyz'; choose from random, smart-2"),
        ([*BLOCKY, "--b", "smart-1000"], "Blocky has no computer called 'smart-1000'; did you mean 'smart-2'?"),
        ([*BLOCKY, "--b", "strong"], "wise-20, planner, smart-1 to 999"),
        ([*BLOCKY, "--option", "dept=3"], "Blocky has no option 'dept'; did you mean 'depth'?"),
        ([*BLOCKY, "--option", "depth"], "depth takes a whole number from 2 to 5, not ''."),
        ([*BLOCKY, "--option", "depth=deep"], "depth takes a whole number from 2 to 5, not 'deep'."),
        ([*BLOCKY, "--option", "depth=7"], "depth takes a whole number from 2 to 5, not 7."),
        ([*BLOCKY, "--option", "goal=blub"], "goal takes random, blob or perimeter, not 'blub'."),
        (
            ["tower", "--a", "tidy", "--b", "tidy", "--option", "open_first_tower=so"],
            "open_first_tower takes true or false",
        ),
        ([*BLOCKY, "--games", "0"], "'0' is not a number between 1"),
        ([*BLOCKY, "--games", "many"], "'many' is not a number between 1"),
        ([*BLOCKY, "--processes", "0"], "'0' is not a number between 1"),
        ([*BLOCKY, "more"], "more"),
    ],
)
def test_a_mistake_is_one_sentence_a_hint_and_code_2(
    written: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        read_arguments(written)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 2


def test_options_are_read_as_what_they_are() -> None:
    asked = read_arguments([*BLOCKY, "--option", "depth=3", "--option", "goals=secret"])
    assert asked.game_options == {"depth": 3, "goals": "secret"}
    tower = read_arguments(["tower_blaster", "--a", "tidy", "--b", "tidy", "--option", "open_first_tower=true"])
    assert tower.game_options == {"open_first_tower": True}


def test_a_game_goes_by_its_beginning() -> None:
    assert read_arguments(["bl", *BLOCKY[1:]]).game == "blocky"


def test_an_odd_number_of_games_is_one_more_and_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_arguments([*BLOCKY, "--games", "7"]).games == 8
    assert capsys.readouterr().err == "An odd number would play one deal only once, so this plays 8 games.\n"
    assert read_arguments([*BLOCKY, "--games", "8"]).games == 8
    assert capsys.readouterr().err == ""


def test_help_names_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        read_arguments(["--help"])
    assert left.value.code == 0
    assert "wise-4" in capsys.readouterr().out
