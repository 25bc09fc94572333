"""The palettes for boards of four colours, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from client.drawing.colours import BLACK, WHITE, Shade, luminance

Palette = Literal["safe", "original", "texture"]
"""Colours that also colour-blind players tell apart, a game's own four, or textures in the terminal's colours."""

PALETTES: tuple[Palette, ...] = get_args(Palette)

SHADES: Mapping[Palette, tuple[Shade, ...]] = MappingProxyType(
    {
        "safe": ("#0b3c7d", "#d55e00", "#9ad1f5", "#f0e442"),
        "original": ("#0180b5", "#c72c3a", "#8a9747", "#ffd35c"),
    }
)
"""Navy, orange, sky and yellow; Pacific Point, Real Red, Old Olive and Daffodil Delight. By colour, 0 to 3."""

TEXTURES = "█▒▚░"
"""The character that fills a cell of each colour in the texture palette."""
TEXTURE_COLOURS = ("ansiblue", "ansired", "ansigreen", "ansiyellow")
"""The terminal's colours of the textures; who cannot see them misses nothing."""

HALF_WAY = 0.179
"""The relative luminance with the same contrast to black and white (WCAG 2, contrast ratio)."""


def next_palette(palette: Palette) -> Palette:
    """The next palette; the first after the last."""
    return PALETTES[(PALETTES.index(palette) + 1) % len(PALETTES)]


def ink_on(shade: Shade) -> Shade:
    """Black or white, whichever has more contrast on a shade.

    >>> ink_on("#0b3c7d"), ink_on("#f0e442")
    ('#ffffff', '#000000')
    """
    return BLACK if luminance(shade) > HALF_WAY else WHITE
