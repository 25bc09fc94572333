"""However much happens, the screen is drawn as often as the eye can follow, and where nothing changes not at all."""

import asyncio
from functools import partial

import pytest

from client.fullscreen.terminal.throttle import BURST, PER_SECOND
from tests.support.fakes.table_server import TableServer
from tests.support.patience import PATIENCE_S
from tests.support.terminal.screens import drawn
from tests.support.terminal.terminal import Clock, running

pytestmark = pytest.mark.slow

SECOND_OF_KEYS = 100
CTRL_L = "\x0c"
DOWN, UP = "\x1b[B", "\x1b[A"
WIPE = "\x1b[J"


async def rendered(app, do):
    """Do something, and wait until the toolkit has drawn after that, be it onto the terminal or not."""
    drawn = asyncio.Event()
    app._application.after_render += lambda _: drawn.set()
    do()
    async with asyncio.timeout(PATIENCE_S):
        await drawn.wait()


async def test_a_screen_on_which_nothing_changes_is_not_written_to():
    async with running(TableServer(), shows="computer · friend") as (terminal, app, _):
        terminal.written.clear()
        for _ in range(5):
            await rendered(app, app.refresh)
        assert terminal.written == []


async def test_a_key_that_does_nothing_writes_nothing():
    async with running(TableServer(), shows="computer · friend") as (terminal, app, _):
        await terminal.expect("computer · friend")
        for _ in range(2):  # any first key takes away what a newcomer is told
            terminal.written.clear()
            await rendered(app, partial(terminal.type, "\x1b[20~"))
        assert terminal.written == []


async def hold_key(terminal, clock):
    for at in range(SECOND_OF_KEYS):
        clock.now += 1 / SECOND_OF_KEYS
        terminal.type(DOWN if at % 2 else UP)
        await asyncio.sleep(0)


async def drag_edge(terminal, clock):
    for columns in range(61, 101):
        terminal.resize(columns, 24)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


@pytest.mark.parametrize(("do", "most"), [(hold_key, PER_SECOND), (drag_edge, BURST)])
async def test_what_changes_all_the_time_is_drawn_no_more_often_than_the_limit_and_in_the_end(do, most):
    clock = Clock()
    async with running(TableServer(), now=clock) as (terminal, app, _):
        clock.now += 1.0
        await terminal.expect("computer · friend")
        clock.now += 1.0
        frames = terminal.frames
        await do(terminal, clock)
        assert terminal.frames - frames <= most
        clock.now += 1.0
        await terminal.until(lambda: terminal.lines == drawn(app, terminal))
        assert terminal.frames > frames


@pytest.mark.parametrize("change", ["resize", "key"])
async def test_a_wiped_screen_comes_with_what_is_drawn_on_it_and_the_other_screen_is_left_alone(change):
    async with running(TableServer(), shows="computer · friend") as (terminal, _, _):
        terminal.written.clear()
        if change == "resize":
            terminal.resize(80, 24)
        else:
            terminal.type(CTRL_L)
        await terminal.until(lambda: any("PARLOUR" in text for text in terminal.written))
        (frame,) = terminal.written
        assert frame.index(WIPE) < frame.index("PARLOUR")
        assert "1049" not in frame
        assert "\x1b[2J" not in frame


async def test_a_change_of_theme_wipes_nothing():
    async with running(TableServer(), environ={"COLORTERM": "truecolor"}) as (terminal, _, _):
        terminal.written.clear()
        await terminal.press(":theme paper\r", "The theme is paper.")
        assert WIPE not in "".join(terminal.written)


async def test_the_last_drawing_is_not_drawn_again_to_be_left():
    async with running(TableServer(), shows="computer · friend") as (terminal, app, task):
        terminal.written.clear()
        app.click("quit")
        await task
        assert not any("PARLOUR" in text for text in terminal.written)
        assert "\x1b[?1049l" in "".join(terminal.written)
