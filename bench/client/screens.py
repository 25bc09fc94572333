"""How long a person at the full-screen client waits, in a real pseudo-terminal."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from bench.client import terminal
from bench.client.terminal import wait_for
from bench.figure import Figure
from bench.load import process
from bench.plan import Plan
from tests.support.terminal.windows import Window

LOBBY_AIM_S = 0.45
KEY_AIM_MS = 20.0
CARDS = 26
PAUSE_S = 0.3
"""Between two flips, so that nothing of the last is still under way."""
GONE_LIMIT_S = 5.0


async def client(plan: Plan) -> AsyncIterator[Figure]:
    """Start to lobby, and key to answer, against a server on this machine."""
    with plan.folder() as data, process.run_parlour(data / "server", plan.machine.cores) as server:
        starts = [_start_s(plan, data / str(number), server.url) for number in range(plan.starts)]
        yield Figure("client start to lobby drawn, server running", median(starts), "s", LOBBY_AIM_S)
        flips = _flips_s(plan, data / "flips", server.url)
        note = f"{len(flips)} flips in War against the computer"
        yield Figure("key pressed to the server's answer on screen", median(flips) * 1000, "ms", KEY_AIM_MS, note=note)
    with plan.folder() as data:
        private = [_start_s(plan, data / str(number), None) for number in range(plan.starts)]
        yield Figure("client start to lobby drawn, private server too", median(private), "s", LOBBY_AIM_S)


def _start_s(plan: Plan, home: Path, url: str | None) -> float:
    began = perf_counter()
    with _client(plan, home, url) as screen:
        return wait_for(screen, _shows_lobby) - began


def _flips_s(plan: Plan, home: Path, url: str) -> list[float]:
    """Seconds from each press of the key to the screen with the card that it turned over."""
    seconds = []
    with _client(plan, home, url) as screen:
        wait_for(screen, _shows_lobby)
        screen.press("\r")
        for left in range(CARDS, CARDS - plan.flips, -1):
            wait_for(screen, partial(_may_flip, left))
            sleep(PAUSE_S)
            began = perf_counter()
            screen.press(" ")
            seconds.append(wait_for(screen, partial(_shows_cards, left - 1)) - began)
    return seconds


def _may_flip(left: int, text: str) -> bool:
    """Whether the other has flipped, so that the next key turns both cards over."""
    return _shows_cards(left, text) and "has flipped" in text


def _shows_cards(left: int, text: str) -> bool:
    return re.findall(r"(\d+) cards?\b(?! at stake)", text)[-1:] == [str(left)]


def _shows_lobby(text: str) -> bool:
    """Whether the lobby is drawn with what the server says of it: how many are online."""
    return "Play now" in text and " online" in text


@contextmanager
def _client(plan: Plan, home: Path, url: str | None) -> Iterator[Window]:
    """A client with a home of its own; a private server that it started is ended after it."""
    arguments = [] if url is None else ["--server", url]
    try:
        with terminal.running(home, plan.machine.cores, *arguments) as screen:
            yield screen
    finally:
        _end_private(home / "private" / "server.json")


def _end_private(place: Path) -> None:
    if place.exists():
        os.kill(json.loads(place.read_text())["pid"], signal.SIGTERM)
        limit = perf_counter() + GONE_LIMIT_S
        while place.exists() and perf_counter() < limit:
            sleep(0.01)
