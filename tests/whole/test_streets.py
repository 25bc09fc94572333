"""Whole games of Streets and Alleys between real processes: in the words of the rules, and as a race in two windows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running import RunningServer, start_server
from tests.support.streets_lines import DEAL, commands
from tests.support.windows import Desktop

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
PLAY = ("play", "streets", "--deal", str(DEAL))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    (tmp_path / "data").mkdir()
    running = start_server(tmp_path / "data")
    yield running
    running.terminate()


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    windows = Desktop(tmp_path / "home")
    yield windows
    windows.close()


def talk(server: RunningServer, home: Path, lines: tuple[str, ...]) -> list[str]:
    """What plain mode says to a script."""
    environment = {**os.environ, "PARLOUR_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "client", *PLAY, "--plain", "--server", server.url]
    done = subprocess.run(
        command, cwd=home.parent, env=environment, input="\n".join((*lines, "")), capture_output=True, text=True,
        timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def keys_of(command: str) -> str:
    kind, source, target = command.split()
    return {"MTT": f"{source}{target}", "MTF": f"{source}F{target}", "MFT": f"f{source}{target}"}[kind]


def test_a_deal_is_won_by_a_script_and_another_is_dealt(server: RunningServer, tmp_path: Path) -> None:
    said = talk(server, tmp_path / "home", (*commands(), "U", "mtt 9 0", "Q"))
    won = said.index("You won!")
    assert said[won + 1 : won + 4] == [
        "All piles are empty.",
        "Foundations: clubs king, spades king, diamonds king, hearts king.",
        "- - - - New Game. - - - -",
    ]
    assert said[won + 4].startswith("Streets and Alleys, deal ")
    assert said[-4:] == ["Q: Quit the game.", "No moves to undo.", "Error in Source.", "Thank you for playing."]


def test_a_script_that_restarts_plays_the_next_deal(server: RunningServer, tmp_path: Path) -> None:
    first, *_ = commands()
    said = talk(server, tmp_path / "home", (first, "U", "Y", "again", "R", "R", "H", "Q"))
    assert said.count("- - - - New Game. - - - -") == 2
    assert f"Undo: {first}" in said
    assert f"Redo: {first}" in said
    assert "The same deal from the start." in said


def test_two_people_race_in_windows_until_one_gives_up(server: RunningServer, desktop: Desktop) -> None:
    table = (*PLAY, "--vs", "human", "time_limit_s=600")
    ana = desktop.window("--server", server.url, "--name", "ana", *table)
    desktop.expect(ana, "Waiting for somebody")
    code = re.search(r"table ([A-Z]{4})", ana.lines[0])
    assert code
    ben = desktop.window("join", server.url, code[1], "--name", "ben", columns=60, rows=20)
    for window in (ana, ben):
        desktop.expect(window, "0/52 up", " left ")
    first, *_ = commands()
    ana.press(keys_of(first))
    desktop.expect(ana, "1/52 up")
    desktop.expect(ben, "ana has 1 of 52 cards up in 1 move.")
    ana.press("R")
    desktop.expect(ana, "Only who plays alone can begin another game")
    ben.press(":resign\r")
    desktop.expect(ana, "Everyone else gave up: you won.", "The game is over")
    ana.press(":Q\r")
    desktop.expect(ana, "Thank you for playing.")
