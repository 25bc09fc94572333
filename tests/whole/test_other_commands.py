"""The commands that stand in the other documents are run, too, and none of them is left out."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import arguments
from tests.support.golden.reviews import filed
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import RunningServer
from tests.support.processes.talking import run_client
from tests.support.terminal.windows import ROOT, Desktop

pytestmark = pytest.mark.slow

LINE = re.compile(r"^(?:    |\$ )(?:\.venv/bin/)?(parlour|make|python) (.+?)(?: {2,}.*)?$", re.MULTILINE)
INLINE = re.compile(r"`(?:\.venv/bin/)?(parlour|make) ([^`]+)`")
HOST = "games.example.org"
MANY = "--games 10"
CODE = "KQFM"
OWN_TESTS = ("hosting.md", "operations.md")
"""Pages of which every command is run elsewhere."""
PROMISED = (
    "make play",
    "make serve",
    "make test",
    "make fast",
    "make thorough",
    "make golden",
    "make bench",
    "make strength",
    "make torture",
    "make",
)
"""Targets of the Makefile: `tests/docs` sees that they are there, and each would run for minutes."""


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    """The commands of a page that have a line of their own, without what is said of them."""
    return [words for program, words in LINE.findall(page(name)) if program == "parlour"]


def run(words: list[str], home: Path, server: RunningServer | None = None) -> subprocess.CompletedProcess[str]:
    return run_client(home, *words, url=server.url if server else None)


@pytest.mark.parametrize("command", lines("fair-dealing.md"))
def test_a_game_is_verified_as_the_page_says(command: str, server: RunningServer, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "transcripts"
    folder.parent.mkdir()
    files = [filed(folder, number=number, code=CODE) for number in (1, 2)]
    ran = run(shlex.split(command.replace("FILE", str(files[0]))), tmp_path / "home", server)
    assert ran.returncode == 0, ran.stderr
    assert "erified" in ran.stdout


def test_the_page_about_fair_dealing_has_a_command_for_each_way() -> None:
    assert len(lines("fair-dealing.md")) == 4


def test_a_theme_is_worn_and_its_folder_told(server: RunningServer, desktop: Desktop, tmp_path: Path) -> None:
    assert re.findall(r"`parlour (.+?)`", page("looks.md")) == ["--theme paper", "config --show"]
    usual = desktop.window("--server", server.url, "--name", "ana")
    paper = desktop.window("--theme", "paper", "--server", server.url, "--name", "ben")
    for window in (usual, paper):
        desktop.expect(window, "Play now", "online")
    assert usual.paper != paper.paper
    usual.press(":theme paper\r")
    desktop.until(lambda: usual.paper == paper.paper)
    told = run(["config", "--show"], tmp_path / "home")
    assert told.returncode == 0
    assert "themes" in told.stdout


def test_two_bots_meet_on_a_friends_server(server: RunningServer, tmp_path: Path) -> None:
    joins, opens = (command.replace("mybot.py", "examples/steady.py") for command in lines("bots.md"))
    assert MANY in opens
    environ = {**os.environ, "PARLOUR_HOME": str(tmp_path / "host"), "PYTHONPATH": str(ROOT)}
    words = shlex.split(opens.replace(HOST, server.url).replace(MANY, "--games 1"))
    command = [sys.executable, "-m", "client", *words]
    with subprocess.Popen(command, env=environ, cwd=ROOT, stdout=subprocess.PIPE, text=True) as host:
        try:
            code = _code(server, tmp_path)
            guest = run(shlex.split(joins.replace(HOST, server.url).replace(CODE, code)), tmp_path / "guest")
            assert guest.returncode == 0, guest.stderr
            out, _ = host.communicate(timeout=PATIENCE_S)
        finally:
            host.kill()
    assert (host.returncode, len(out.splitlines())) == (0, 1)
    assert len(guest.stdout.splitlines()) == 1


def _code(server: RunningServer, tmp_path: Path) -> str:
    """The code of the one table, as the page says that it is found."""
    (listing,) = re.findall(r"`parlour (rooms .+?)`", page("bots.md"))
    while True:
        told = run(shlex.split(listing.replace(HOST, server.url)), tmp_path / "guest").stdout
        if found := re.search(r"\b[A-Z]{4}\b", told):
            return found[0]


@pytest.mark.parametrize("command", lines("performance.md"))
def test_a_match_of_computers_is_played(command: str, tmp_path: Path) -> None:
    ran = run([*shlex.split(command), "--games", "1"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "planner" in ran.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_no_page_has_a_command_that_nobody_runs(name: str) -> None:
    """What stands in a sentence is at least a command that there is."""
    if name in OWN_TESTS:
        return
    for program, words in (*LINE.findall(page(name)), *INLINE.findall(page(name))):
        if program == "make":
            assert f"make {words.split()[0]}" in PROMISED, words
        elif program == "parlour":
            assert words.split()[0] in arguments.COMMANDS or words.startswith("--"), words
