"""The programs that measure, each run small: figures as JSON, the page of strength, the soak."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.strength.__main__ import main
from bench.strength.page import INTRODUCTION, page, section, sections
from tests.support.patience import PATIENCE_S
from tests.support.processes.offspring import outlive_their_parent

WAR = section("War", "Made by hand.", ("", "### Scores", "", "| 1 |"))
BLOCKY = section("Blocky", "Made by machine.", ("", "| 2 |"))
TITLES = ("War", "Blocky", "Streets")


@pytest.mark.thorough
def test_figures_are_lines_of_json_with_their_aims():
    done = bench(
        "--quick",
        "--json",
        "--only",
        "rooms",
        "--rooms",
        "2",
        "--only",
        "ends",
        "--only",
        "computers",
        "--only",
        "garbage",
    )
    assert done.returncode == 0, done.stderr
    figures = {figure["name"]: figure for figure in map(json.loads, done.stdout.splitlines())}
    moves = figures["moves, 2 rooms"]
    assert moves["figure"] > 0
    assert moves["ratio"] == pytest.approx(moves["figure"] / figures["echo, 4 connections"]["figure"])
    assert figures["a game's end and the next deal, server's time"]["figure"] > 0
    assert figures["decision, War, flipper, median"]["figure"] > 0
    assert figures["5 s of 300 rooms thinking 250 ms: the longest since the start"]["figure"] > 0
    assert all(figure["versions"] and figure["cores"] for figure in figures.values())


@pytest.mark.slow
def test_an_unknown_measurement_or_section_is_refused(capsys):
    assert bench("--only", "luck").returncode == 2
    with pytest.raises(SystemExit) as left:
        main(["chess"])
    assert left.value.code == 2
    assert "there is no section 'chess'" in capsys.readouterr().err


@pytest.mark.slow
def test_one_section_is_made_anew_and_the_others_stay(tmp_path: Path, capsys):
    path = tmp_path / "strength.md"
    path.write_text(page({"Blocky": BLOCKY, "War": WAR}, TITLES))
    assert main(["war", "--share", "0.005", "--processes", "1", "--page", str(path)]) == 0
    made = sections(path.read_text())
    assert made["Blocky"] == BLOCKY
    assert made["War"].splitlines()[2].startswith('Made by `make strength ARGS="war --share 0.005"`, a first look, in ')
    assert "### Who wins" in capsys.readouterr().out


def test_a_page_is_read_as_it_was_written_in_the_order_of_its_titles_without_what_is_no_section():
    assert sections(page({"Blocky": BLOCKY, "War": WAR}, TITLES)) == {"War": WAR, "Blocky": BLOCKY}
    told = page({"Blocky": BLOCKY, "War": WAR, "Chess": WAR}, TITLES)
    assert told.startswith(INTRODUCTION)
    assert told.index("## War") < told.index("## Blocky")
    assert "Chess" not in told


@pytest.mark.slow
def test_a_run_that_is_killed_leaves_no_process(tmp_path: Path):
    command = ("war", "--share", "100", "--processes", "2", "--page", str(tmp_path / "strength.md"))
    assert outlive_their_parent("bench.strength", *command, workers=2) == set()


def bench(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments], capture_output=True, text=True, timeout=PATIENCE_S
    )
