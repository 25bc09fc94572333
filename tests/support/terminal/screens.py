"""What every game's test on the full screen asks of the client and of the terminal that it draws into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.drawing.canvas import width_of
from client.fullscreen.app import App
from client.state.table_view import read_table
from tests.support.terminal.terminal import Terminal


def is_drawn_whole(app: App, terminal: Terminal) -> bool:
    """Whether what is drawn fills the screen exactly."""
    columns, rows = terminal.columns, len(terminal.lines)
    lines = app.draw(columns, rows).lines
    return [sum(width_of(text) for _, text in line) for line in lines] == [columns] * rows


def drawn(app: App, terminal: Terminal) -> list[str]:
    """The screen as it should look now."""
    return ["".join(text for _, text in line) for line in app.draw(terminal.columns, len(terminal.lines)).lines]


def is_colourless(terminal: Terminal) -> bool:
    """Whether every cell of the screen has the terminal's own colours."""
    cells = [terminal.style(x, y) for x in range(terminal.columns) for y in range(len(terminal.lines))]
    return {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


def view_of(app: App) -> Any:
    """What the player sees of the game on the screen."""
    assert app.store.seated is not None
    return read_table(app.store.seated).view


def is_answered(app: App) -> bool:
    """Whether the player's last move is answered, and the next is theirs or the game over."""
    seated = app.store.seated
    assert seated is not None
    is_mine = seated.table.seat in seated.table.turn
    return seated.pending is None and (is_mine or seated.table.phase == "over")


async def do(act: Callable[[], object], app: App, terminal: Terminal) -> None:
    """Act, and wait for the answer of the server and of the computer to be on the screen."""
    assert app.store.seated is not None
    before = app.store.seated.table.seq
    act()
    await terminal.until(lambda: app.store.seated.table.seq > before and is_answered(app))  # type: ignore[union-attr]
    await terminal.until(lambda: terminal.lines == drawn(app, terminal))
