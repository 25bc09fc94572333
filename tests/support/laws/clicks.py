"""Where a drawing can be clicked on, what is drawn there, and the commands that the mouse gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from client.drawing.canvas import Drawing, Fragment, Grid, Region, cells_of
from engines.chance import Chance

Cell = tuple[int, int]
Area = tuple[Cell, ...]

MOST_CELLS = 48
"""A larger board is clicked at in its corners, and here and there."""
MOST_DRAGS = 4
"""From so many places to so many others."""


def gestures(drawn: Drawing, chance: Chance) -> Iterator[tuple[str, ...]]:
    """What can be done with the mouse on a drawing, as the commands that it gives one after another."""
    pressed, dropped = (_some(list(commands(drawn, kind, chance)), chance) for kind in ("command", "drop"))
    for region in drawn.regions:
        yield from ((region.says(line, region.x, region.y),) for line in region.wheel)
        if region.twice:
            yield region.says(region.command, region.x, region.y), region.says(region.twice, region.x, region.y)
    yield from ((line,) for kind in ("command", "other", "over") for line in commands(drawn, kind, chance))
    yield from product(pressed, dropped)


def commands(drawn: Drawing, kind: str, chance: Chance) -> dict[str, None]:
    """The commands of one kind that the regions of a drawing give, from their cells."""
    every = [(region, getattr(region, kind)) for region in drawn.regions]
    return dict.fromkeys(region.says(line, x, y) for region, line in every if line for x, y in cells(region, chance))


def _some(lines: list[str], chance: Chance) -> list[str]:
    return list(chance.shuffle(lines))[:MOST_DRAGS]


def cells(region: Region, chance: Chance) -> list[Cell]:
    """Cells of the screen in a region, from every cell of a small board, and from some of a large one."""
    columns, rows, *_ = region.grid or Grid(1, 1)
    every = [
        (region.x + region.width * column // columns, region.y + region.height * row // rows)
        for column in range(columns)
        for row in range(rows)
    ]
    last = (region.x + region.width - 1, region.y + region.height - 1)
    return [*(every if len(every) <= MOST_CELLS else [every[0], *(chance.choice(every) for _ in range(4))]), last]


def areas(region: Region) -> list[Area]:
    """The parts of a region that stand for different things: the cells of its grid, or all of it."""
    parts: dict[Any, list[Cell]] = {}
    for y, x in product(range(region.y, region.y + region.height), range(region.x, region.x + region.width)):
        parts.setdefault(region.cell(x, y), []).append((x, y))
    return [tuple(cells) for cells in parts.values()]


def look(drawn: Drawing) -> dict[Cell, Fragment]:
    """What is drawn in each cell, and how."""
    return {
        (x, y): fragment
        for y, line in enumerate(drawn.lines)
        for x, fragment in enumerate((names, cell) for names, text in line for cell in cells_of(text))
    }


def alike(drawn: Drawing) -> list[dict[str, Area]]:
    """The places of a drawing whose commands differ in numbers alone, by their commands: those of one kind together."""
    kinds: dict[str, dict[str, Area]] = {}
    every = [(region, area) for region in drawn.regions for area in areas(region)]
    for region, area in every:
        line = region.says(region.command, *area[0])
        places = kinds.setdefault("".join("#" if char.isdecimal() else char for char in line), {})
        places[line] = (*places.get(line, ()), *area)
    return list(kinds.values())


def name_of_move(shown: Mapping[Cell, Fragment], area: Area, legal: tuple[str, ...]) -> str:
    """The legal move whose text is written there; empty for none."""
    text = "".join(shown[at][1] for at in area)
    return max((move for move in legal if move in text), key=len, default="")
