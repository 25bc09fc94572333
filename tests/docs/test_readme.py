"""What the README and the page on hosting tell people to type and to read is there."""

import re
import shlex
from pathlib import Path

import pytest

from client.bots.bot import load
from client.cli import arguments
from client.settings import server_url
from server import config
from server.tools import arena, solve

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMANDS, HOSTING_COMMANDS = (re.findall(r"^\$ (.+)$", page, re.MULTILINE) for page in (README, HOSTING))
LINKS = [*re.findall(r"\]\(([^)#]+)\)", README), *(f"docs/{link}" for link in re.findall(r"\]\(([^)#]+)\)", HOSTING))]
TARGETS = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
PROGRAM = ".venv/bin/parlour"


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_to_a_file(link):
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make ([a-z]+)", README))))
def test_every_make_target_exists(target):
    assert target in TARGETS


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith(PROGRAM)])
def test_every_command_is_understood(command):
    _, *words = shlex.split(command)
    match words:
        case ["arena", *rest]:
            assert arena.read_arguments(rest)
        case ["solve", *rest]:
            assert solve.main([*rest, "--positions", "1000"]) == 0
        case [program, *_] if program in arguments.SERVER_PROGRAMS:
            assert arguments.read([program]).command == program
        case _:
            understood(words)


def understood(words):
    asked = arguments.read(words)
    assert asked.command in arguments.COMMANDS
    if asked.command == "join":
        assert server_url(asked.place[0]) == "wss://games.example.org:8765"
    if asked.command == "bot":
        assert load(str(ROOT / asked.program))


@pytest.mark.parametrize("command", [each for each in (*COMMANDS, *HOSTING_COMMANDS) if "ARGS=" in each])
def test_every_command_that_hosts_is_understood(command):
    given = shlex.split(command.split("ARGS=")[1])[0].split()
    asked = config.read_arguments(given)
    assert asked.proxies or asked.host == "0.0.0.0"


def test_there_is_nothing_else_to_type():
    assert all(command.startswith((PROGRAM, "make ")) for command in COMMANDS)
