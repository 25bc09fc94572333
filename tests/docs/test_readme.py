"""What the README and the page on hosting tell people to type and to read is there."""

import re
import shlex
from pathlib import Path

import pytest

from server import config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMANDS, HOSTING_COMMANDS = (re.findall(r"^\$ (.+)$", page, re.MULTILINE) for page in (README, HOSTING))
LINKS = [*re.findall(r"\]\(([^)#]+)\)", README), *(f"docs/{link}" for link in re.findall(r"\]\(([^)#]+)\)", HOSTING))]
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
PROGRAM = ".venv/bin/parlour"


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_to_a_file(link):
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make ([a-z]+)", README))))
def test_every_make_target_exists(target):
    assert target in TARGETS


@pytest.mark.parametrize("command", [each for each in (*COMMANDS, *HOSTING_COMMANDS) if "ARGS=" in each])
def test_every_command_that_hosts_is_understood(command):
    given = shlex.split(command.split("ARGS=")[1])[0].split()
    asked = config.read_arguments(given)
    assert asked.proxies or asked.host == "0.0.0.0"


def test_there_is_nothing_else_to_type():
    assert all(command.startswith((PROGRAM, "make ")) for command in COMMANDS)
