"""The first five minutes: how long a newcomer and a friend wait, and what they find after a power cut."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, ExitStack
from os import environ
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

from bench.client import script, terminal
from bench.client.terminal import wait_for
from bench.figure import Figure
from bench.load import process
from bench.plan import Plan
from tests.support.terminal.windows import Window

FRIEND_AIM_S = 15.0
BACK_AIM_S = 2.0
PLAIN_LIMIT_S = 60.0
TABLE = ("play", "war", "--vs", "human", "--auto-flip", "0")
MINE, THEIRS = "SPACE to flip", "has flipped"


async def first_minutes(plan: Plan) -> AsyncIterator[Figure]:
    """The script of the README in figures."""
    yield Figure("commands from clone to lobby", len(script.commands()), "", 1)
    yield Figure("keys from lobby to the first move of one's own", script.keys_to_first_move(), "", 2)
    with plan.folder() as data, process.run_parlour(data / "server", plan.machine.cores) as server:
        first, note = _friend_s(plan, data, server.url), "no account, and nobody who hesitates"
        yield Figure("friend: from typing join to a move on the host's screen", first, "s", FRIEND_AIM_S, note=note)
        back = _back_s(plan, data, server.url)
        yield Figure("client killed: until the same position is back", back, "s", BACK_AIM_S, note="no key pressed")
        yield Figure("a whole game in plain mode", _plain_s(data, server.url), "s")
    with plan.folder() as data:
        again, undone = _restart_s(plan, data)
        yield Figure("server killed: until the next move is on both screens", again, "s", BACK_AIM_S)
        yield Figure("moves lost by that", undone, "", 0)


def _friend_s(plan: Plan, data: Path, url: str) -> float:
    with _client(plan, data / "ana", "--server", url, *TABLE) as ana:
        code = _code(ana)
        began = perf_counter()
        with _client(plan, data / "ben", "join", url, code) as ben:
            wait_for(ben, lambda text: MINE in text)
            ben.press(" ")
            return wait_for(ana, lambda text: THEIRS in text) - began


def _back_s(plan: Plan, data: Path, url: str) -> float:
    home = data / "cleo"
    with _client(plan, home, "--server", url, "play", "war") as before:
        wait_for(before, lambda text: MINE in text and THEIRS in text)
        before.press(" ")
        wait_for(before, lambda text: _cards(text) == 25 and THEIRS in text)
    began = perf_counter()
    with _client(plan, home, "--server", url) as again:
        return wait_for(again, lambda text: _cards(text) == 25) - began


def _plain_s(data: Path, url: str) -> float:
    """Seconds for a whole game in lines of text, written to and read from pipes."""
    began = perf_counter()
    command = [sys.executable, "-m", "client", "--server", url, "--plain", "play", "war"]
    played = subprocess.run(
        command, input="auto 5\n", env={**environ, "PARLOUR_HOME": str(data / "dora")}, capture_output=True, text=True,
        timeout=PLAIN_LIMIT_S, check=True,
    )  # fmt: skip
    if "The game is over" not in played.stdout:
        raise RuntimeError(f"the game did not end:\n{played.stdout}")
    return perf_counter() - began


def _restart_s(plan: Plan, data: Path) -> tuple[float, int]:
    """Seconds from a killed server's start until the game of two goes on, and how many moves were undone."""
    with ExitStack() as opened:
        server = opened.enter_context(process.run_parlour(data / "server", plan.machine.cores))
        ana = opened.enter_context(_client(plan, data / "ana", "--server", server.url, *TABLE))
        ben = opened.enter_context(_client(plan, data / "ben", "join", server.url, _code(ana)))
        _flip_both(ana, ben)
        before = _cards(ana.text)
        server.kill()
        for screen in (ana, ben):
            wait_for(screen, lambda text: "reconnecting" in text)
        began = perf_counter()
        opened.enter_context(
            process.run_parlour(data / "server", plan.machine.cores, port=urlsplit(server.url).port or 0)
        )
        for screen in (ben, ana):
            wait_for(screen, lambda text: "reconnecting" not in text and MINE in text)
        undone = _cards(ana.text) - before
        ben.press(" ")
        return wait_for(ana, lambda text: THEIRS in text) - began, undone


def _flip_both(ana: Window, ben: Window) -> None:
    for screen in (ana, ben):
        wait_for(screen, lambda text: MINE in text)
        screen.press(" ")
    for screen in (ana, ben):
        wait_for(screen, lambda text: _cards(text) == 25 and MINE in text)


def _code(screen: Window) -> str:
    """The code of the table that a window waits at."""
    wait_for(screen, lambda text: "Waiting for somebody" in text)
    found = re.search(r"table ([A-Z]{4,6})", screen.text)
    assert found is not None
    return found[1]


def _cards(text: str) -> int:
    """How many cards are left in one's own hand, which is the lower one; -1 where none is on screen."""
    return int((re.findall(r"(\d+) cards?\b(?! at stake)", text) or [-1])[-1])


def _client(plan: Plan, home: Path, *arguments: str) -> AbstractContextManager[Window]:
    return terminal.running(home, plan.machine.cores, "--name", home.name, "--no-motion", *arguments)
