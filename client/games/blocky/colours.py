"""The names and styles of the four colours, and of what is drawn with them in each palette."""

from __future__ import annotations

from functools import cache

from client.drawing.canvas import Fragment
from client.drawing.palettes import TEXTURES, Palette
from engines.blocky.block import Colour

NAMES = ("blue", "red", "green", "yellow")
"""The same in every palette and in line mode, so that two players can talk about the board."""
LETTERS = "brgy"
UPPER = "▀"
"""The upper half of a cell: the foreground is the pixel above, the background the one below."""

Pixel = str
"""Half a cell of the screen, by the stem of its style."""
LINE: Pixel = "line"


def fill_cells(palette: Palette, colour: Colour, width: int = 1) -> Fragment:
    if palette == "texture":
        return f"texture-{colour}", TEXTURES[colour] * width
    return f"{pixel(palette, colour)}-ground", " " * width


def pixel(palette: Palette, colour: Colour) -> Pixel:
    return f"{palette}-{colour}"


@cache
def pixel_pair(upper: Pixel, lower: Pixel | None) -> Fragment:
    """A cell with one pixel above the other; below the last row there is none."""
    if lower is None:
        return f"{upper}-ink", UPPER
    if upper == lower:
        return f"{lower}-ground", " "
    return f"{upper}-ink {lower}-ground", UPPER


@cache
def texture(colour: Colour, *, is_end: bool) -> Fragment:
    """A cell of a texture; underlined where another block begins below and no row between them is left free."""
    if not is_end:
        return f"texture-{colour}", TEXTURES[colour]
    if TEXTURES[colour] == "█":
        return f"texture-{colour} texture-full-end", " "
    return f"texture-{colour} texture-end", TEXTURES[colour]
