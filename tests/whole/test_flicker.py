"""Nothing flickers and nothing overflows, in the lobby and in whole games: what clients write to their terminals."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest

from client.fullscreen.terminal.throttle import PER_SECOND
from engines.streets_and_alleys.layout import deal
from tests.support.games.streets_lines import DEAL, commands
from tests.support.laws.depth import sample
from tests.support.processes.running import RunningServer
from tests.support.terminal import blocky_windows as blocky
from tests.support.terminal import streets_windows as streets
from tests.support.terminal.flicker import watched
from tests.support.terminal.windows import Desktop, Window

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (100, 32), (60, 20))
ESC, ENTER, TAB, DOWN, CTRL_L, UNBOUND = "\x1b", "\r", "\t", "\x1b[B", "\x0c", "\x1b[20~"
OVER = "The game is over"
NAME = "w" * 16
"""As long as names can be."""
THEMES = (":theme paper\r", ":theme night\r")
PANELS = ("?", ":stats\r", ":levels\r", ":rules\r")
CLOSES = "Esc closes"
Play = Callable[[Desktop, Window], None]


def look_around(desktop: Desktop, window: Window) -> None:
    """Wear another theme, and the first one again; open what opens over any screen; and press keys that do little."""
    for keys in THEMES:
        before = window.paper
        window.press(keys)
        desktop.until(lambda before=before: window.paper != before)
    for keys in PANELS:
        window.press(keys)
        desktop.expect(window, CLOSES)
        window.press(DOWN)
        window.press(ESC)
        desktop.until(lambda: CLOSES not in window.text)
    window.press(CTRL_L + UNBOUND + TAB + TAB)


def lobby(desktop: Desktop, window: Window) -> None:
    desktop.expect(window, "War ", "? help")
    look_around(desktop, window)
    window.press("n")
    desktop.expect(window, CLOSES)
    window.press(DOWN * 9 + ESC)
    window.press("jKQF")
    desktop.expect(window, "Code: KQF")
    window.press(ESC)
    desktop.until(lambda: "Code: " not in window.text)


def war(desktop: Desktop, window: Window) -> None:
    desktop.expect(window, "SPACE to flip")
    window.press(" ")
    desktop.until(lambda: "26 cards" not in window.text)
    look_around(desktop, window)
    window.press("a5")
    desktop.expect(window, OVER)


def tower(desktop: Desktop, window: Window) -> None:
    looks = [look_around]
    while OVER not in window.text:
        desktop.until(lambda: "YOUR TURN" in window.text or OVER in window.text)
        for look in looks:
            look(desktop, window)
        looks.clear()
        if OVER not in window.text:
            window.press("p")
            desktop.expect(window, "PLACE ")
            window.press(ENTER)
            desktop.until(lambda: "PLACE " not in window.text)


def board(desktop: Desktop, window: Window) -> None:
    desktop.until(lambda: blocky.moves_left(window) is not None)
    look_around(desktop, window)
    while blocky.await_turn(desktop, window):
        blocky.move(desktop, window)


def piles(desktop: Desktop, window: Window) -> None:
    desktop.expect(window, "0/52 up")
    look_around(desktop, window)
    streets.play(desktop, window, deal(DEAL), commands(), streets.by_keys)
    desktop.expect(window, OVER)


PLAYS: dict[str, tuple[tuple[str, ...], Play]] = {
    "lobby": ((), lobby),
    "war": (("play", "war", "--variant", "scouts", "--auto-flip", "0"), war),
    "tower": (("play", "tower", "turn_limit=8"), tower),
    "blocky": (("play", "blocky", "depth=5", "moves=3", *("--vs", "random") * 3), board),
    "streets": (("play", "streets", "--deal", str(DEAL)), piles),
}


@pytest.mark.parametrize("size", sample(SIZES, 1), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("named", sample(PLAYS, 3))
def test_from_the_first_frame_to_the_last_nothing_flickers_and_nothing_overflows(
    desktop: Desktop, server: RunningServer, named: str, size: tuple[int, int]
) -> None:
    (columns, rows), (words, play) = size, PLAYS[named]
    began = monotonic()
    window = desktop.window("--server", server.url, "--name", NAME, *words, columns=columns, rows=rows)
    play(desktop, window)
    window.press("\x11")
    desktop.until(lambda: window.is_at_end)
    screen = watched(window.written, columns, rows)
    assert screen.faults == []
    assert len(screen.frames) > len(PANELS)
    assert len(screen.frames) <= PER_SECOND * (1 + monotonic() - began)
    assert sum(frame.wiped for frame in screen.frames) <= 1, "only Ctrl-L wipes"
