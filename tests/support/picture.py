"""The README's picture: the client on an emulated terminal in the middle of a war, drawn as SVG.

`make picture` writes it; a test says when it is out of date.
"""

from __future__ import annotations

import asyncio
from html import escape
from itertools import groupby
from pathlib import Path

import pyte.screens

from client.settings import Settings
from engines.catalog import find
from engines.chance import Chance
from engines.war.view import Options
from protocol import messages as m
from tests.support.table_server import KEY, Room, TableServer
from tests.support.terminal import Terminal, running

PICTURE = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures" / "war.svg"
COLUMNS, ROWS = 100, 32
CELL_WIDTH, CELL_HEIGHT, BASELINE = 9.0, 20, 15
INK, PAPER = "#d8d8d8", "#16181d"
NAMED = {
    "black": "#3a3d45", "red": "#e06c75", "green": "#8ec07c", "brown": "#e5c07b", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8d8d8", "brightblack": "#7d828c",
}  # fmt: skip
FONT = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
CHAIRS = (m.Chair(kind="person", name="ana", won=1), m.Chair(kind="person", name="cleo", won=0))
ROUNDS_PLAYED = 7


async def picture() -> str:
    """The picture as SVG."""
    server = TableServer(seated=(_room(),))
    async with running(server, COLUMNS, ROWS, Settings(motion=False), environ={"COLORTERM": "truecolor"}) as (
        terminal,
        _,
        _,
    ):
        await terminal.expect("W A R")
        return svg(terminal)


def svg(terminal: Terminal) -> str:
    """What stands on a terminal, as SVG: every run of cells of one style is a rectangle and a text."""
    columns, rows = len(terminal.lines[0]), len(terminal.lines)
    width, height = columns * CELL_WIDTH, rows * CELL_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}">',
        f'<g font-family="{FONT}" font-size="15">',
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
        *(run for row in range(rows) for run in _runs(terminal, row)),
        "</g></svg>",
    ]
    return "\n".join(lines) + "\n"


def _runs(terminal: Terminal, row: int) -> list[str]:
    cells = [(column, terminal.style(column, row)) for column in range(len(terminal.lines[row]))]
    drawn = []
    for (ink, paper, bold), group in groupby(cells, lambda cell: _look(cell[1])):
        run = list(group)
        text = "".join(cell.data for _, cell in run)
        x, y, width = run[0][0] * CELL_WIDTH, row * CELL_HEIGHT, len(text) * CELL_WIDTH
        if paper != PAPER:
            drawn.append(f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{CELL_HEIGHT}" fill="{paper}"/>')
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            drawn.append(
                f'<text x="{x:g}" y="{y + BASELINE}" fill="{ink}"{weight} textLength="{width:g}" '
                f'xml:space="preserve">{escape(text)}</text>'
            )
    return drawn


def _look(cell: pyte.screens.Char) -> tuple[str, str, bool]:
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
    return (paper, ink, cell.bold) if cell.reverse else (ink, paper, cell.bold)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name) or f"#{name}"


def _room() -> Room:
    """A game between two people in which a war is on after some rounds: the first there is, by its number."""
    game = find("war")
    for number in range(1000):
        state = game.setup(Options("scouts", 0), 2, Chance(KEY, number))
        plies = 0
        while game.outcome(state) is None and not (state.war and len(state.rounds) >= ROUNDS_PLAYED):
            for seat in (0, 1):
                state = game.apply(state, seat, game.read("flip"), Chance(KEY))
            plies += 1
        if state.war:
            options = {"variant": "scouts", "auto_flip_s": 0}
            return Room("KQFM", options, CHAIRS, 0, state, seq=2 * plies, number=1, plies=(plies, plies))
    raise AssertionError("no war in a thousand games")


def main() -> None:
    """Write the picture."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(asyncio.run(picture()), encoding="utf-8")


if __name__ == "__main__":
    main()
