"""A private server that opens itself: two people in two windows, one of whom came over the network."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.hosting.lan import SHUT
from client.hosting.local_addresses import address_here
from client.hosting.server import running_url
from client.state.exit_codes import ExitCode
from tests.support.processes.talking import client, code_in
from tests.support.terminal.war_windows import flip
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

HERE = address_here() or "127.0.0.2"
"""An address that is not the one at which private servers listen."""
ESC = "\x1b"
QUESTION = "Open your server to your network, encrypted? y / n"


@pytest.fixture(autouse=True)
def nothing_stays(home: Path) -> Iterator[None]:
    """Ends the private server, which would otherwise wait a few seconds for the next client."""
    yield
    if running_url(home / "private"):
        os.kill(_pid(home), signal.SIGKILL)


def _pid(home: Path) -> int:
    pid: int = json.loads((home / "private" / "server.json").read_text())["pid"]
    return pid


def invited(desktop: Desktop, ana: Window) -> str:
    """The address to paste, once ana has opened her server by the question in the invitation."""
    ana.press("i")
    desktop.expect(ana, "Only programs on this machine", QUESTION)
    if address_here():
        ana.press("y")
    else:
        ana.press(f":open network {HERE}\ri")
    desktop.expect(ana, "Press n to close it again.")
    found = re.search(rf"parlour join (\w+@{re.escape(HERE)}(:\d+)?)\s", ana.text)
    assert found, ana.text
    ana.press(ESC)
    return found[1]


def test_a_friend_comes_over_the_network_and_both_go_on_after_the_server_is_killed(
    desktop: Desktop, home: Path, tmp_path: Path
) -> None:
    elsewhere = {"PARLOUR_HOME": str(tmp_path / "elsewhere")}
    table = ("play", "war", "--vs", "human", "--auto-flip", "0", "--no-motion", "--name", "ana")
    ana = desktop.window(*table)
    desktop.expect(ana, "Waiting for somebody")
    address = invited(desktop, ana)
    ben = desktop.window(
        "join", address, ana.code, "--name", "ben", "--no-motion", columns=80, rows=24, environ=elsewhere
    )
    for window in (ana, ben):
        desktop.expect(window, "SPACE to flip")
    flip(desktop, ana)
    desktop.expect(ben, "has flipped")

    killed = _pid(home)
    os.kill(killed, signal.SIGKILL)
    desktop.expect(ben, "reconnecting")
    desktop.until(lambda: running_url(home / "private") is not None and _pid(home) != killed)
    desktop.until(lambda: all("reconnecting" not in window.text for window in (ana, ben)))
    desktop.expect(ana, "you flipped")
    flip(desktop, ben)
    for window in (ana, ben):
        desktop.expect(window, "Rounds", "SPACE to flip")

    wrong = f"{address[1:4][::-1]}{address[3:]}"
    with client(tmp_path / "elsewhere", None, "tables", "--server", wrong, "--name", "eve") as lister:
        told = lister.finish()
        assert lister.process.returncode == ExitCode.REFUSED
    assert f"{HERE}" in told
    assert "is not the one in the address" in told

    shut(desktop, ana, ben)


def shut(desktop: Desktop, ana: Window, ben: Window) -> None:
    """Ana closes her server, which is asked twice as a game goes on; ben is sent away, and she stays."""
    ana.press("i")
    desktop.expect(ana, "Press n to close it again.")
    ana.press("n")
    desktop.expect(ana, "Press n again to close your server")
    assert "reconnecting" not in ben.text
    ana.press("n")
    desktop.expect(ana, QUESTION)
    desktop.expect(ben, "reconnecting")
    assert "reconnecting" not in ana.text


def test_line_by_line_it_is_the_same_in_words(home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    with client(home, None, "play", "war", "--vs", "human", "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        ana.write("invite")
        ana.read_until("Type 'open network' to open your server")
        ana.write(f"open network {HERE}")
        told = ana.read_until("Type 'close network'")
        assert any(line.startswith(f"Your server is open to your network at {HERE}:") for line in told)
        (address,) = [line.split()[-2] for line in told if line.endswith(f" {code}") and "@" in line]
        assert doctor(home) == [("note", True)]
        with client(tmp_path / "elsewhere", None, "join", address, code, "--plain", "--name", "ben") as ben:
            ben.read_until("you are player 2")
            ana.write("close network")
            ana.read_until(SHUT)
            ben.read_until("closed to the network again")
        assert doctor(home) == [("ok", False)]


def doctor(home: Path) -> list[tuple[str, bool]]:
    """What the doctor finds of how far the server of one's own reaches: a verdict, and whether it is open."""
    with client(home, None, "doctor", "--json") as asked:
        findings = [json.loads(line) for line in asked.finish().splitlines()]
    return [(each["verdict"], HERE in each["text"]) for each in findings if each["about"] == "network"]


def test_it_ends_with_the_server_and_the_next_one_begins_shut(desktop: Desktop, home: Path) -> None:
    ana = desktop.window("play", "war", "--vs", "human", "--name", "ana")
    desktop.expect(ana, "Waiting for somebody")
    invited(desktop, ana)
    ana.kill()
    os.kill(_pid(home), signal.SIGKILL)
    again = desktop.window("--name", "ana")
    desktop.expect(again, "Waiting for somebody")
    again.press("i")
    desktop.expect(again, QUESTION)
