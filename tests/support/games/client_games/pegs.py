"""A game that only a client knows, with a board to point at: its mark is everything that was aimed at it, in order."""

from __future__ import annotations

from dataclasses import dataclass

from client.drawing.canvas import Canvas, Drawing, Grid
from client.games.keys import Key
from client.games.spec import (
    GameClient,
    Marking,
    MoveReading,
    Saying,
    Scene,
    TableDrawing,
    TableSetup,
    always,
)
from engines.game import Seat

COLUMNS, ROWS = 32, 16
"""The board's cells on the screen; every peg has eight by four of them."""
PEGS = Grid(4, 4)
DEAL = "7"
"""Every table is dealt the same."""


@dataclass(frozen=True, slots=True)
class Options:
    """There's nothing to choose."""


@dataclass(frozen=True, slots=True)
class View:
    """There's nothing to know but one's seat."""

    seat: Seat | None


def parse(typed: str, view: View, mark: tuple[str, ...] | None) -> str:
    """No move at all. Raises ValueError."""
    raise ValueError("In Pegs there's no move.")


def aim(view: View, mark: tuple[str, ...] | None, words: str) -> tuple[str, ...]:
    """Note the words; "up" is nothing to aim at while nothing was. Raises ValueError."""
    if words == "up" and not mark:
        raise ValueError("Nothing is marked yet.")
    return (*(mark or ()), words)


def draw(scene: Scene) -> Drawing:
    """Draw the board, a bin beside it, and what was aimed at last."""
    canvas = Canvas(scene.width, scene.height)
    for row in range(ROWS):
        canvas.put(0, row, "·" * COLUMNS, "peg")
    canvas.put(COLUMNS + 2, 0, "the bin")
    canvas.put(COLUMNS + 2, 2, scene.palette)
    canvas.put(COLUMNS + 2, 4, f"aimed at {scene.mark[-1]}" if scene.mark else "aimed at nothing")
    if scene.records is not None:
        canvas.put(COLUMNS + 2, 6, f"won {scene.records.won}, {scene.lasted_s:.0f} s")
    canvas.click(
        0, 0, COLUMNS, ROWS, "aim press {x} {y}", over="aim at {x} {y}", other="aim other {x} {y}",
        twice="aim twice {x} {y}", drop="aim drop {x} {y}", wheel=("aim out {x} {y}", "aim in {x} {y}"), grid=PEGS,
    )  # fmt: skip
    canvas.click(COLUMNS + 2, 0, 7, 1, "aim bin", "Takes pegs.", over="aim up", drop="aim thrown")
    return canvas.done()


CLIENT = GameClient(
    name="pegs",
    View=View,
    Options=Options,
    legal=always(()),
    takeback=None,
    keys=(Key(("up",), "↑", "", "aim up", "Aim higher."),),
    setup=TableSetup(deal=lambda _view: DEAL),
    reading=MoveReading(parse),
    marking=Marking(aim),
    saying=Saying(sentences=always(()), say=always(("Pegs.",))),
    drawing=TableDrawing(draw, styles={"peg": "bold {warn}"}),
)
