"""Every command of the README and of the page on hosting is run, and does what its place on the page says."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.golden.reviews import filed
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.talking import run_client
from tests.support.terminal.windows import ROOT, Desktop

pytestmark = pytest.mark.slow

PAGES = ("README.md", "docs/hosting.md")
PROGRAM = ".venv/bin/parlour "
HOSTS = re.compile(r"(wss://)?games\.example\.org|\blocalhost\b|203\.0\.113\.7")
"""What stands on the pages for the host's machine."""
CODE = "KQFM"
MANY = "--games 100"
SHOWN = {"play": r"table [A-Z]{4}|You wait for", "join": r"table [A-Z]{4}", "learn": "Space"}
"""What is on screen of commands that open a window; the others end by themselves."""


def commands() -> list[str]:
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    found = re.findall(rf"^\$ {re.escape(PROGRAM)}(.+)$", text, re.MULTILINE)
    return [command for command in dict.fromkeys(found) if "--ca-file" not in command]


COMMANDS = commands()
IN_A_WINDOW = [command for command in COMMANDS if command.split()[0] in SHOWN and "--plain" not in command]


@pytest.mark.parametrize("command", IN_A_WINDOW)
def test_a_command_that_opens_a_window_shows_what_it_is_for(command, server, desktop):
    code = _open_table(desktop, server) if command.startswith("join") else CODE
    words = shlex.split(HOSTS.sub(server.url, command).replace(CODE, code))
    window = desktop.window(*words, environ={"PARLOUR_SERVER": server.url})
    desktop.until(lambda: re.search(SHOWN[words[0]], window.text) is not None)
    assert window.process.poll() is None


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in IN_A_WINDOW])
def test_a_command_that_ends_by_itself_tells_something_and_ends_well(command, server, tmp_path):
    (tmp_path / "home").mkdir()
    filed(tmp_path / "home" / "transcripts", code=CODE)
    ran = _run(shlex.split(HOSTS.sub(server.url, command.replace(MANY, "--games 4"))), tmp_path / "home", server)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


def test_whoever_makes_a_certificate_as_the_page_says_is_joined_with_it(tmp_path, data, desktop):
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (made,) = re.findall(r"^\$ (openssl .+)$", page, re.MULTILINE)
    subprocess.run(shlex.split(HOSTS.sub("127.0.0.1", made)), cwd=tmp_path, check=True, capture_output=True)
    (serve,) = re.findall(r'^\$ make serve ARGS="(.+cert\.pem.+)"$', page, re.MULTILINE)
    given = [str(tmp_path / word) if word.endswith(".pem") else word for word in serve.split()]
    with start_server(data, *given) as server:
        url, trust = f"wss://127.0.0.1:{server.port}", ("--ca-file", str(tmp_path / "cert.pem"))
        ana = desktop.window("play", "war", "--vs", "human", "--server", url, "--name", "ana", *trust)
        desktop.expect(ana, "Waiting for somebody")
        ben = desktop.window("join", url, ana.code, "--name", "ben", *trust)
        desktop.expect(ben, f"table {ana.code}", "SPACE to flip")


def test_a_usage_error_would_be_noticed(server, tmp_path):
    assert _run(["play", "chess"], tmp_path / "home", server).returncode == 2


def _open_table(desktop: Desktop, server: RunningServer) -> str:
    host = desktop.window("play", "war", "--vs", "human", "--server", server.url, "--name", "host")
    desktop.expect(host, "Waiting for somebody")
    return host.code


def _run(words: list[str], home: Path, server: RunningServer) -> subprocess.CompletedProcess[str]:
    return run_client(home, *words, url=server.url, text="auto 5\n")
