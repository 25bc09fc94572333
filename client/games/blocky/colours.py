"""The names and styles of the four colours, in each palette."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from client.drawing.canvas import Fragment
from client.drawing.colours import BLACK
from client.drawing.palettes import SHADES, TEXTURES, Palette, ink_on
from engines.blocky.block import Colour

NAMES: Mapping[Palette, tuple[str, ...]] = MappingProxyType(
    {
        "safe": ("navy", "orange", "sky", "yellow"),
        "original": ("blue", "red", "olive", "yellow"),
        "texture": ("blue", "red", "green", "yellow"),
    }
)
SPOKEN = NAMES["original"]
"""The names of the colours in text that is read out."""
LETTERS = "broy"
HALF = "▀"
"""The upper half of a cell: the foreground is the colour above, the background the one below."""


def fill_cells(palette: Palette, colour: Colour, width: int = 1) -> Fragment:
    if palette == "texture":
        return f"texture-{colour}", TEXTURES[colour] * width
    return f"{palette}-{colour}-ground", " " * width


def fill_halves(palette: Palette, upper: Colour, lower: Colour) -> Fragment:
    """A cell whose halves have two colours, in a palette with colours."""
    if upper == lower:
        return fill_cells(palette, upper)
    return f"{palette}-{upper}-ink {palette}-{lower}-ground", HALF


def line_style(palette: Palette, colour: Colour) -> str:
    """The style of a line that stands out from the colour under it."""
    if palette == "texture":
        return "bright"
    return f"{palette}-{colour}-ground {'line-dark' if ink_on(SHADES[palette][colour]) == BLACK else 'line-light'}"
