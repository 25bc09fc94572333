"""What games draw from, and what they have drawn, for the client's tests of any game."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from client.drawing.canvas import Drawing, width_of
from client.games.spec import Scene


def scene_of(view: Any, names: tuple[str, ...], size: tuple[int, int], /, **changes: Any) -> Scene:
    """A scene between people who are all there, with nothing marked yet, but for the changes."""
    here = (True,) * len(names)
    plain = Scene(view, math.inf, (), names, view.seat, here, None, None, None, *size, 0, 0)
    return replace(plain, **changes)


def lines(drawing: Drawing) -> list[str]:
    """What is drawn, without its styles."""
    return ["".join(text for _, text in line) for line in drawing.lines]


def is_whole(drawing: Drawing, size: tuple[int, int]) -> bool:
    """Whether a drawing has exactly its size, and nothing to click beside it."""
    columns, rows = size
    is_inside = all(
        0 <= region.x < region.x + region.width <= columns and 0 <= region.y < region.y + region.height <= rows
        for region in drawing.regions
    )
    return is_inside and [width_of(line) for line in lines(drawing)] == [columns] * rows


def text_of(drawing: Drawing) -> str:
    """All of that in one text."""
    return "\n".join(lines(drawing))
