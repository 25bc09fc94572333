"""Matches without a server, as people start and stop them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STEADY = str(ROOT / "examples" / "steady.py")


def rehearsing(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "client", "bot", STEADY, "--seed", "7", *arguments],
        cwd=ROOT,
        env={**os.environ, "PARLOUR_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_an_interrupt_tells_what_the_games_came_to_so_far(tmp_path: Path) -> None:
    match = rehearsing(tmp_path, "--games", "100000")
    assert match.stdout is not None
    assert match.stdout.readline().startswith("Game 1: ")
    match.send_signal(signal.SIGINT)
    _, said = match.communicate(timeout=PATIENCE_S)
    assert match.returncode == 130
    assert len(said.splitlines()) == 1
    assert said.startswith("Won ")


def test_a_match_that_nobody_reads_any_more_ends(tmp_path: Path) -> None:
    match = rehearsing(tmp_path, "--games", "100000")
    assert match.stdout is not None
    match.stdout.readline()
    match.stdout.close()
    assert match.wait(20) == 0
    assert match.stderr is not None
    assert match.stderr.read().startswith("Won ")
    match.stderr.close()


def test_a_match_leaves_nothing_behind(tmp_path: Path) -> None:
    out, _ = rehearsing(tmp_path, "--games", "2").communicate(timeout=PATIENCE_S)
    assert len(out.splitlines()) == 2
    assert list(tmp_path.iterdir()) == []
