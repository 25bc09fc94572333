"""The wheel built here, installed into a fresh environment in an empty home with nothing else, plays a game."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from protocol import RELEASE
from tests.support.processes.installed import build_wheel, install_wheel
from tests.support.terminal.windows import Desktop

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

ENTER, ESC, CTRL_Q = "\r", "\x1b", "\x11"
KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the installed programs."""
    folder = tmp_path_factory.mktemp("installed")
    return install_wheel(build_wheel(folder / "wheel"), folder / "environment")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """The variables of somebody whose home is empty, and who has nothing of ours."""
    ours = dict.fromkeys((name for name in os.environ if name not in KEPT), "")
    return {**ours, "HOME": str(tmp_path), "TERM": "xterm-256color", "PYTHONPATH": "", "PARLOUR_HOME": ""}


def test_every_game_can_be_played_by_keys_on_a_server_that_it_starts(programs: Path, tmp_path: Path, environ):
    script = f"cd {tmp_path} && exec {programs / 'parlour'}"
    desktop = Desktop(tmp_path, program=("/bin/sh", "-c", script))
    try:
        window = desktop.window(environ=environ)
        desktop.expect(window, "Play now", "Enter plays")
        window.press(ENTER)
        desktop.expect(window, "War   table", "SPACE to flip")
        window.press(" ")
        desktop.expect(window, "25 cards")
        window.press("F")
        desktop.expect(window, "The game is over", "v verify")
        window.press("v")
        desktop.expect(window, "Verified: fairly dealt")
        for digit, title in ("2", "Blocky"), ("3", "Streets"), ("4", "Tower Blaster"):
            window.press(f"{ESC}{ESC}")
            desktop.expect(window, "Play now")
            window.press(digit)
            desktop.expect(window, f"{title}", "table")
        window.press(CTRL_Q)
        window.process.wait(20)
        assert window.process.returncode == 0
    finally:
        desktop.close()
    assert {path.name for path in tmp_path.iterdir()} <= {".local", ".config", ".cache"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--version"], f"Parlour {RELEASE}"),
        (["serve", "--help"], "parlour serve --behind-proxy"),
        (["completion", "fish"], "complete -c parlour"),
        (["levels", "war"], "flipper"),
        (["solve", "--deal", "57"], "57"),
    ],
)
def test_its_other_programs_are_there_too(programs: Path, tmp_path: Path, environ, words: list[str], says: str):
    done = subprocess.run(
        [programs / "parlour", *words], env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert says in done.stdout


def test_nothing_that_it_requires_is_missing_or_in_conflict(programs: Path):
    done = subprocess.run([programs / "python", "-m", "pip", "check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "No broken requirements found.\n")


def test_the_man_page_lies_where_man_looks_for_the_programs_beside_it(programs: Path):
    assert (programs.parent / "share" / "man" / "man1" / "parlour.1").is_file()
