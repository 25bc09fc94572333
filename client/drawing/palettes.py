"""The palettes that boards of four colours are drawn in: what each is made of, and in which order they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from client.drawing.colours import BLACK, WHITE, Shade, luminance

Palette = Literal["safe", "original", "texture"]
"""Four colours that every eye tells apart, a game's own four, or four textures in the terminal's own colours."""

PALETTES: tuple[Palette, ...] = get_args(Palette)

SHADES: Mapping[Palette, tuple[Shade, ...]] = MappingProxyType(
    {
        "safe": ("#0b3c7d", "#d55e00", "#9ad1f5", "#f0e442"),
        "original": ("#0180b5", "#c72c3a", "#8a9747", "#ffd35c"),
    }
)
"""Navy, orange, sky and yellow; Pacific Point, Real Red, Old Olive and Daffodil Delight. By colour, 0 to 3."""

TEXTURES = "█▒▚░"
"""What fills a cell of each colour where texture tells them apart."""
TEXTURE_COLOURS = ("ansiblue", "ansired", "ansigreen", "ansiyellow")
"""What the terminal may colour the textures with: whoever cannot see it misses nothing."""

HALF_WAY = 0.179
"""The relative luminance at which black and white stand out equally well (WCAG 2, contrast ratio)."""


def following(palette: Palette) -> Palette:
    """The palette after one, round and round."""
    return PALETTES[(PALETTES.index(palette) + 1) % len(PALETTES)]


def ink_on(shade: Shade) -> Shade:
    """Black or white, whichever is read better on a shade.

    >>> ink_on("#0b3c7d"), ink_on("#f0e442")
    ('#ffffff', '#000000')
    """
    return BLACK if luminance(shade) > HALF_WAY else WHITE
