"""The page on installing, the image and the compose file name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.portal import main as portal
from server.config import DEFAULT_PORT, read_arguments
from tests.support.processes.installed import PACKAGES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "install" / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "install" / "Dockerfile").read_text(encoding="utf-8")
IGNORED = (ROOT / "install" / "Dockerfile.dockerignore").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
DOMAIN = "games.example.org"


def service(name: str) -> str:
    """A service's part of the compose file."""
    return re.split(r"^(?:  )?\w", COMPOSE.partition(f"\n  {name}:\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def words_of(name: str) -> list[str]:
    """What a service's container is started with, for a domain."""
    command = service(name).partition("command:\n")[2].partition("    volumes:")[0]
    words = re.findall(r"- (.+)", command.replace("${DOMAIN}", DOMAIN))
    return [re.sub(r"\$\{\w+:-(\w+)\}", r"\1", word) for word in words]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith(("uvx", "pipx run"))])
def test_a_line_that_plays_at_once_runs_our_program_and_says_where_it_is_from(command: str):
    assert re.fullmatch(r"(uvx --from|pipx run --spec) \S+ parlour( --server games\.example\.org)?", command)


def test_the_reason_for_an_environment_of_its_own_names_the_packages():
    assert all(f"`{package}`" in PAGE for package in PACKAGES)


def test_the_server_of_the_compose_file_is_started_with_what_it_takes():
    command, *words = words_of("server")
    config = read_arguments(words)
    assert command == "serve"
    assert config.public_urls == (f"wss://{DOMAIN}/server", f"https://{DOMAIN}", f"ssh://{DOMAIN}:2222")
    assert config.proxies
    assert f"127.0.0.1:{config.port}/healthz" in service("server")


def test_the_portal_of_the_compose_file_is_started_with_what_it_takes():
    command, *words = words_of("portal")
    args = portal.read(words)
    assert command == "portal"
    assert (args.server, args.behind_proxy) == (f"ws://127.0.0.1:{DEFAULT_PORT}", True)
    assert f"reverse_proxy 127.0.0.1:{args.web_port}" in (ROOT / "install" / "Caddyfile").read_text(encoding="utf-8")
    assert (args.public, args.page, args.ssh_port) == (DOMAIN, f"https://{DOMAIN}", 2222)


def test_the_image_is_made_of_files_that_there_are_and_that_are_sent():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert [name for name in names if not (ROOT / name).exists()] == []
    assert [name for name in names if f"!{name}" not in IGNORED.splitlines()] == []
    assert set(PACKAGES) <= set(names)
