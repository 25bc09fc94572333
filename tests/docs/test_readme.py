"""What the README and the pages on playing, hosting and contributing tell people to type and to read is there."""

import re
import shlex
from pathlib import Path

import pytest

from server import config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYING, HOSTING, CONTRIBUTING = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("playing.md", "hosting.md", "contributing.md")
)
PAGES = (README, PLAYING, CONTRIBUTING)
COMMANDS = [command for page in PAGES for command in re.findall(r"^\$ (.+)$", page, re.MULTILINE)]
HOSTING_COMMANDS = re.findall(r"^\$ (.+)$", HOSTING, re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
LINKS = [
    *LINK.findall(README),
    *(f"docs/{link}" for page in (PLAYING, HOSTING, CONTRIBUTING) for link in LINK.findall(page)),
]
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
PROGRAM, RUNNERS = "parlour ", ("uvx --from . parlour", "pipx run --spec . parlour")


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_to_a_file(link):
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:`|\$ )make ([a-z]+)", "".join(PAGES)))))
def test_every_make_target_exists(target):
    assert target in TARGETS


@pytest.mark.parametrize("command", [each for each in (*COMMANDS, *HOSTING_COMMANDS) if "ARGS=" in each])
def test_every_command_that_hosts_is_understood(command):
    given = shlex.split(command.split("ARGS=")[1])[0].split()
    asked = config.read_arguments(given)
    assert asked.proxies or asked.host == "0.0.0.0"


def test_there_is_nothing_else_to_type():
    assert all(command.startswith((PROGRAM, "make ", *RUNNERS)) for command in COMMANDS)
