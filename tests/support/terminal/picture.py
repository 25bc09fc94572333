"""The README's pictures: the client on an emulated terminal in the middle of each game, drawn as SVG.

`make picture` writes them; a test says when one is out of date.
"""

from __future__ import annotations

import asyncio
from html import escape
from itertools import groupby
from pathlib import Path

import msgspec
import pyte.screens

from client.drawing.themes import THEMES
from client.settings import Settings
from engines.blocky import view as blocky
from engines.catalog import find
from engines.chance import Chance
from engines.tower_blaster import view as tower_blaster
from engines.war import view as war
from protocol import messages as m
from tests.support.fakes.table_server import KEY, Room, TableServer
from tests.support.fakes.table_server import SHEET as WAR
from tests.support.games import streets_lines
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER_BLASTER
from tests.support.terminal.terminal import Terminal, running

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"
COLUMNS, ROWS = 100, 32
CELL_WIDTH, CELL_HEIGHT, BASELINE = 9.0, 20, 15
INK, PAPER = THEMES["night"]["text"], THEMES["night"]["ground"]
NAMED = {
    "black": "#3a3d45", "red": "#e06c75", "green": "#8ec07c", "brown": "#e5c07b", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8d8d8", "brightblack": "#7d828c",
}  # fmt: skip
FONT = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
ROUNDS_PLAYED = 7
TURNS_PLAYED = 9
MOVES_MADE = 12
CARDS_MOVED = 44


async def pictures() -> dict[str, str]:
    """The pictures as SVG, by the names of their files."""
    return {
        "war.svg": await _picture(_war(), "W A R"),
        "tower_blaster.svg": await _picture(_tower_blaster(), "PLACE"),
        "blocky.svg": await _picture(_blocky(), "YOUR TURN", "s", "level 2"),
        "streets_and_alleys.svg": await _picture(_streets_and_alleys(), "44 moves"),
    }


async def _picture(room: Room, shown: str, keys: str = "", then: str = "") -> str:
    """What stands on the screen once something is shown, keys are pressed, and something more is shown."""
    settings, environ = Settings(motion=False), {"COLORTERM": "truecolor"}
    server = TableServer(seated=(room,), sheets=(WAR, TOWER_BLASTER, BLOCKY, STREETS))
    async with running(server, COLUMNS, ROWS, settings, environ=environ) as (terminal, _, _):
        await terminal.expect(shown)
        terminal.type(keys)
        await terminal.expect(then)
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


def _war() -> Room:
    """A game between two people in which a war is on after some rounds: the first there is, by its number."""
    game = find("war")
    for number in range(1000):
        state = game.rules.setup(war.Options("scouts", 0), 2, Chance(KEY, number))
        plies = 0
        while game.rules.outcome(state) is None and not (state.war and len(state.rounds) >= ROUNDS_PLAYED):
            for seat in (0, 1):
                state = game.rules.apply(state, seat, game.rules.read("flip"), Chance(KEY))
            plies += 1
        if state.war:
            chairs = (_person("ana", 1), _person("cleo", 0))
            options = {"variant": "scouts", "auto_flip_s": 0}
            return Room("KQFM", options, chairs, 0, state, seq=2 * plies, number=1, plies=(plies, plies))
    raise AssertionError("no war in a thousand games")


def _tower_blaster() -> Room:
    """A game against a computer after some turns, a brick from the pile in ana's hand; she has played well."""
    game = find("tower_blaster")
    state, moves = game.rules.setup(tower_blaster.Options(), 2, Chance(KEY)), 0
    while state.turns < TURNS_PLAYED:
        (seat,) = game.rules.turn(state)
        moves += 1
        move = game.bots["counting"].choose(game.rules.view(state, seat), Chance(KEY, moves))
        state = game.rules.apply(state, seat, move, Chance(KEY, moves))
    state = game.rules.apply(state, 1, game.rules.read("take pile"), Chance(KEY))
    chairs = (m.SeatInfo(kind="computer", name="careful", won=0), _person("ana", 1))
    options = {"open_first_tower": False, "turn_limit": 0}
    return Room("RDTG", options, chairs, 1, state, seq=moves, number=1, name="tower_blaster")


def _blocky() -> Room:
    """A game of three after some turns, in which everybody has played well, and ana is on turn."""
    game, options = find("blocky"), {"goal": "blob"}
    state, moves = game.rules.setup(msgspec.convert(options, blocky.Options), 3, Chance(KEY)), 0
    while sum(state.made) < MOVES_MADE:
        (seat,) = game.rules.turn(state)
        moves += 1
        move = game.bots["wise-4"].choose(game.rules.view(state, seat), Chance(KEY, moves))
        state = game.rules.apply(state, seat, move, Chance(KEY, moves))
    chairs = (_person("ana", 1), _person("ben", 0), m.SeatInfo(kind="computer", name="wise-4", won=0))
    plies = tuple(state.made)
    return Room("BLKY", options, chairs, 0, state, seq=moves, number=1, plies=plies, name="blocky")


def _streets_and_alleys() -> Room:
    """A deal played alone, halfway along a line that wins it."""
    game, options = find("streets_and_alleys"), {"deal": streets_lines.DEAL}
    state = game.rules.setup(msgspec.convert(options, game.rules.Options), 1, Chance(KEY))
    commands = streets_lines.commands()[:CARDS_MOVED]
    for command in commands:
        state = game.rules.apply(state, 0, game.rules.read(command), Chance(KEY))
    chairs = (_person("ana", 0),)
    return Room("STRT", options, chairs, 0, state, seq=1, number=1, plies=(len(commands),), name=game.name)


def _person(name: str, won: int) -> m.SeatInfo:
    return m.SeatInfo(kind="person", name=name, won=won)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, picture in asyncio.run(pictures()).items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
