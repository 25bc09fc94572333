"""Pure steps for the mouse: a move, a press, a release or the wheel over a drawing gives a command."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from client.drawing.canvas import CARRIED, WHEEL, Drawing, Region

TWICE_S = 0.4
"""A second press within this time makes a double click."""


Target = tuple[tuple[int, int, int, int], tuple[int, int] | None]
"""What a press was on: a region, by its rectangle as it may be redrawn before the release, and a cell in it."""


class MousePress(NamedTuple):
    """A press of the left button: on what, over which cell of the screen, when in monotonic seconds, what it takes."""

    target: Target
    place: tuple[int, int]
    at: float
    carries: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """What the mouse did so far, as far as its next event depends on it.

    Attributes:
        over: the command that it gave last for being where it is.
        away: the command for leaving that place.
        held: the press of the left button, while that is down.
        first: the press that a second one would turn into a double click.
    """

    over: str = ""
    away: str = ""
    held: MousePress | None = None
    first: MousePress | None = None


Gesture = tuple[Pointer, str | None]
"""The pointer afterwards, and the command; "" over a region that has none, None over no region."""


def move(pointer: Pointer, drawing: Drawing, x: int, y: int) -> tuple[Pointer, str]:
    """Move the pointer to a cell: the region there gives its command once, or else the one that was left does."""
    region = drawing.at(x, y)
    over = region.says(region.over, x, y) if region else ""
    command = "" if over == pointer.over else over or pointer.away
    return replace(pointer, over=over, away=region.away if region else ""), command


def press(pointer: Pointer, drawing: Drawing, x: int, y: int, now: float) -> Gesture:
    """Press the left button. The first press of a double click acts like any other: nothing waits for a second."""
    region = drawing.at(x, y)
    if region is None:
        return replace(pointer, held=None, first=None), None
    this = MousePress(_target(region, x, y), (x, y), now, region.carries)
    if region.twice and _is_second(this, pointer.first):
        return replace(pointer, held=this, first=None), region.says(region.twice, x, y)
    return replace(pointer, held=this, first=this), region.says(region.command, x, y)


def release(pointer: Pointer, drawing: Drawing, x: int, y: int) -> Gesture:
    """Release the left button: the region that it was clicked on or dragged to gives its command."""
    region, held = drawing.at(x, y), pointer.held
    pointer = replace(pointer, held=None)
    if region is None or held is None:
        return pointer, None
    if held.target == _target(region, x, y):
        return pointer, region.says(region.click, x, y) or None
    if held.place == (x, y) or not region.drop or (CARRIED in region.drop and not held.carries):
        return pointer, None
    return replace(pointer, first=None), region.says(region.drop.replace(CARRIED, held.carries), x, y)


def right_click(drawing: Drawing, x: int, y: int) -> str:
    """The command that the right button gives at a cell."""
    region = drawing.at(x, y)
    return region.says(region.other, x, y) if region and region.other else "help"


def scroll(drawing: Drawing, x: int, y: int, *, is_down: bool) -> str:
    """The command that the wheel gives at a cell."""
    region = drawing.at(x, y)
    return region.says(region.wheel[is_down], x, y) if region else WHEEL[is_down]


def _target(region: Region, x: int, y: int) -> Target:
    return (region.x, region.y, region.width, region.height), region.cell(x, y)


def _is_second(press: MousePress, first: MousePress | None) -> bool:
    return first is not None and first.target == press.target and press.at - first.at <= TWICE_S
