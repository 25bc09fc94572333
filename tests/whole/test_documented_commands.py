"""Every command of the README and of the documents is run, and does what its place on the page says."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.cli import arguments
from tests.support.golden.reviews import filed
from tests.support.patience import PATIENCE_S
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import run_client
from tests.support.terminal.windows import ROOT, Desktop

pytestmark = pytest.mark.slow

PAGES = ("README.md", "docs/playing.md", "docs/hosting.md")
PROGRAM = "parlour "
HOSTS = re.compile(r"(wss://)?games\.example\.org|\blocalhost\b|203\.0\.113\.7")
"""What stands on the pages for the host's machine."""
CODE = "KQFM"
MANY = "--games 100"
SHOWN = {"play": r"table [A-Z]{4,6}|You wait for", "join": r"table [A-Z]{4,6}", "learn": "Space"}
"""What is on screen of commands that open a window; the others end by themselves."""


def commands() -> list[str]:
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    found = re.findall(rf"^\$ {re.escape(PROGRAM)}(.+)$", text, re.MULTILINE)
    return [
        command for command in {_words_of(command): command for command in found}.values() if "--ca-file" not in command
    ]


def _words_of(command: str) -> str:
    """A command without the host's machine and the player's name: those that are alike then do the same."""
    return re.sub(r" (HOST|--name \w+)\b", "", HOSTS.sub("HOST", command))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of them: a page's commands are run one after the other too."""
    running = start_server(tmp_path_factory.mktemp("data"), program=PATIENT)
    yield running
    running.terminate()


@pytest.fixture
def started(home: Path) -> Iterator[Desktop]:
    """Windows whose programs are started as users start them, and not forked."""
    windows = Desktop(home)
    yield windows
    windows.close()


COMMANDS = commands()
IN_A_WINDOW = [command for command in COMMANDS if command.split()[0] in SHOWN and "--plain" not in command]


@pytest.mark.parametrize("command", IN_A_WINDOW)
def test_a_command_that_opens_a_window_shows_what_it_is_for(command, shared, desktop):
    code = _open_table(desktop, shared) if command.startswith("join") else CODE
    words = shlex.split(HOSTS.sub(shared.url, command).replace(CODE, code))
    window = desktop.window(*words, environ={"PARLOUR_SERVER": shared.url})
    desktop.until(lambda: re.search(SHOWN[words[0]], window.text) is not None)
    assert window.process.poll() is None


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in IN_A_WINDOW])
def test_a_command_that_ends_by_itself_tells_something_and_ends_well(command, shared, tmp_path):
    (tmp_path / "home").mkdir()
    filed(tmp_path / "home" / "transcripts", code=CODE)
    words = shlex.split(HOSTS.sub(shared.url, command.replace(MANY, "--games 4")))
    words = [str(tmp_path / word) if word.endswith(".json") else word for word in words]
    typed = "auto 5"
    if words[0] == "account":  # which there is from the first visit on
        run_client(tmp_path / "home", "--plain", *words[words.index("--server") :], url=shared.url, text="quit\n")
        (identity,) = (tmp_path / "home" / "players").iterdir()
        typed = json.loads(identity.read_text())["name"]
    ran = run_client(tmp_path / "home", *words, url=shared.url, text=f"{typed}\n")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


def test_whoever_makes_a_certificate_as_the_page_says_is_joined_with_it(tmp_path, data, started):
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (made,) = re.findall(r"^\$ (openssl .+)$", page, re.MULTILINE)
    subprocess.run(shlex.split(HOSTS.sub("127.0.0.1", made)), cwd=tmp_path, check=True, capture_output=True)
    (serve,) = re.findall(r'^\$ make serve ARGS="(.+cert\.pem.+)"$', page, re.MULTILINE)
    given = [str(tmp_path / word) if word.endswith(".pem") else word for word in serve.split()]
    with start_server(data, *given) as server:
        url, trust = f"wss://127.0.0.1:{server.port}", ("--ca-file", str(tmp_path / "cert.pem"))
        ana = started.window("play", "war", "--vs", "human", "--server", url, "--name", "ana", *trust)
        started.expect(ana, "Waiting for somebody")
        ben = started.window("join", url, ana.code, "--name", "ben", *trust)
        started.expect(ben, f"table {ana.code}", "SPACE to flip")


def test_a_usage_error_would_be_noticed(shared, tmp_path):
    assert run_client(tmp_path / "home", "play", "chess", url=shared.url).returncode == 2


def _open_table(desktop: Desktop, server: RunningServer) -> str:
    host = desktop.window("play", "war", "--vs", "human", "--server", server.url, "--name", "host")
    desktop.expect(host, "Waiting for somebody")
    return host.code


# The other documents.

LINE = re.compile(r"^(?:    |\$ )(?:\.venv/bin/)?(parlour|make|python) (.+?)(?: {2,}.*)?$", re.MULTILINE)
INLINE = re.compile(r"`(?:\.venv/bin/)?(parlour|make) ([^`]+)`")
HOST = "games.example.org"
MANY_GAMES = "--games 10"
OWN_TESTS = ("playing.md", "hosting.md", "operations.md")
"""Pages of which every command is run elsewhere."""
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    """The commands of a page that have a line of their own, without what is said of them."""
    return [words for program, words in LINE.findall(page(name)) if program == "parlour"]


@pytest.mark.parametrize("command", lines("fair-dealing.md"))
def test_a_game_is_verified_as_the_page_says(command: str, shared: RunningServer, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "transcripts"
    folder.parent.mkdir()
    files = [filed(folder, number=number, code=CODE) for number in (1, 2)]
    ran = run_client(tmp_path / "home", *shlex.split(command.replace("FILE", str(files[-1]))), url=shared.url)
    assert ran.returncode == 0, ran.stderr
    assert "erified" in ran.stdout


def test_the_page_about_fair_dealing_has_a_command_for_each_way() -> None:
    assert len(lines("fair-dealing.md")) == 5


def test_a_theme_is_worn_and_its_folder_told(shared: RunningServer, desktop: Desktop, tmp_path: Path) -> None:
    assert re.findall(r"`parlour (.+?)`", page("looks.md")) == ["--theme paper", "config --show"]
    usual = desktop.window("--server", shared.url, "--name", "ana")
    paper = desktop.window("--theme", "paper", "--server", shared.url, "--name", "ben")
    for window in (usual, paper):
        desktop.expect(window, "Play now", "online")
    assert usual.paper != paper.paper
    usual.press(":theme paper\r")
    desktop.until(lambda: usual.paper == paper.paper)
    told = run_client(tmp_path / "home", "config", "--show")
    assert told.returncode == 0
    assert "themes" in told.stdout


def test_two_bots_meet_on_a_friends_server(server: RunningServer, tmp_path: Path) -> None:
    joins, opens = (command.replace("mybot.py", "examples/steady.py") for command in lines("bots.md"))
    assert MANY_GAMES in opens
    environ = {**os.environ, "PARLOUR_HOME": str(tmp_path / "host"), "PYTHONPATH": str(ROOT)}
    words = shlex.split(opens.replace(HOST, server.url).replace(MANY_GAMES, "--games 1"))
    command = [sys.executable, "-m", "client", *words]
    with subprocess.Popen(command, env=environ, cwd=ROOT, stdout=subprocess.PIPE, text=True) as host:
        try:
            code = _code(server, tmp_path)
            guest = run_client(tmp_path / "guest", *shlex.split(joins.replace(HOST, server.url).replace(CODE, code)))
            assert guest.returncode == 0, guest.stderr
            out, _ = host.communicate(timeout=PATIENCE_S)
        finally:
            host.kill()
    assert (host.returncode, len(out.splitlines())) == (0, 1)
    assert len(guest.stdout.splitlines()) == 1


def _code(server: RunningServer, tmp_path: Path) -> str:
    """The code of the one table, as the page says that it is found."""
    (listing,) = re.findall(r"`parlour (tables .+?)`", page("bots.md"))
    while True:
        told = run_client(tmp_path / "guest", *shlex.split(listing.replace(HOST, server.url))).stdout
        if found := re.search(r"\b(?:[A-Z]{6}|[A-Z]{4})\b", told):
            return found[0]


@pytest.mark.parametrize("command", lines("performance.md"))
def test_a_match_of_computers_is_played(command: str, tmp_path: Path) -> None:
    ran = run_client(tmp_path, *shlex.split(command), "--games", "1")
    assert ran.returncode == 0, ran.stderr
    assert "planner" in ran.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_no_page_has_a_command_that_nobody_runs(name: str) -> None:
    """What stands in a sentence is at least a command that there is."""
    if name in OWN_TESTS:
        return
    for program, words in (*LINE.findall(page(name)), *INLINE.findall(page(name))):
        if program == "make":
            assert words.split()[0] in TARGETS, words
        elif program == "parlour":
            assert words.split()[0] in arguments.COMMANDS or words.startswith("--"), words
