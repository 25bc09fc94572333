"""Two real clients of a real server find each other, by quick match and by a challenge, by eye and by ear."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.processes.running import RunningServer
from tests.support.processes.talking import client
from tests.support.terminal.windows import Desktop

pytestmark = pytest.mark.slow


def test_two_who_press_the_same_key_play_each_other(server: RunningServer, desktop: Desktop) -> None:
    ana = desktop.window("--server", server.url, "--name", "ana")
    ben = desktop.window("--server", server.url, "--name", "ben")
    desktop.expect(ana, "Quick match")
    ana.press("5")
    desktop.expect(ana, "Looking for an opponent")
    desktop.expect(ben, "Quick match")
    ben.press("5")
    desktop.expect(ana, "ana vs ben")
    desktop.expect(ben, "ana vs ben")


def test_who_is_challenged_in_the_lobby_accepts_with_a_key(server: RunningServer, desktop: Desktop) -> None:
    ana = desktop.window("--server", server.url, "--name", "ana", columns=100, rows=32)
    ben = desktop.window("--server", server.url, "--name", "ben", columns=60, rows=20)
    desktop.expect(ben, "Quick match")
    desktop.expect(ana, "People", "ben")
    ana.press(":challenge ben blocky depth=3\r")
    desktop.expect(ana, "Your challenge")
    desktop.expect(ben, "ana challenges you to Blocky", "to answer")
    ben.press("Y")
    desktop.expect(ana, "Blocky", "depth 3")
    desktop.expect(ben, "Blocky")


def test_by_ear_a_challenge_is_declined_and_another_accepted(server: RunningServer, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with (
        client(home, server.url, "--plain", "--name", "ana") as ana,
        client(home, server.url, "--plain", "--name", "ben") as ben,
    ):
        ben.read_until("You are in the lobby.")
        ana.read_until("You are in the lobby.")
        ana.write("challenge ben tower")
        ben.read_until("ana challenges you to Tower Blaster")
        ben.write("refuse")
        ana.read_until("ben declined your challenge.")
        ana.write("challenge ben war scouts")
        ben.read_until("ana challenges you to War (scouts")
        ben.write("accept")
        ana.read_until("ana against ben")
        ben.read_until("ana against ben")


@pytest.mark.thorough
def test_who_waits_in_vain_plays_the_computer(server: RunningServer, tmp_path: Path) -> None:
    with client(tmp_path / "home", server.url, "play", "war", "--quick", "--plain", "--name", "ana") as ana:
        ana.read_until("Looking for somebody to play War")
        ana.read_until("Nobody came within 20 seconds, so you play the computer")
        ana.read_until("against")
