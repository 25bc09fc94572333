"""The palettes for boards of four colours, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from client.drawing.colours import BLACK, WHITE, Depth, Shade, luminance

Palette = Literal["safe", "original", "texture"]
"""Colours that also colour-blind players tell apart, a game's own four, or textures in the terminal's colours."""

PALETTES: tuple[Palette, ...] = get_args(Palette)

SHADES: Mapping[Palette, tuple[Shade, ...]] = MappingProxyType(
    {
        "safe": ("#1d60d3", "#c82a10", "#10b482", "#f8e440"),
        "original": ("#0180b5", "#c72c3a", "#8a9747", "#ffd35c"),
    }
)
"""Blue, red, green and yellow. The safe ones are like Okabe and Ito's, moved further apart; the original ones are
called Pacific Point, Real Red, Old Olive and Daffodil Delight.
"""

SIXTEEN_SHADES: tuple[Shade, ...] = ("#5c5cff", "#cd0000", "#00cd00", "#ffff00")
"""The same where a terminal has sixteen colours: those of these names that differ most, and stand out from black."""
SHADES_OF_256: Mapping[Palette, tuple[Shade, ...]] = MappingProxyType(
    {
        "safe": ("#005fd7", "#d70000", "#00af87", "#ffff5f"),
        "original": ("#0087d7", "#d70000", "#87af5f", "#ffd75f"),
    }
)
"""The same among 256 colours; the nearest of each would not differ as much."""

LIGHT = 0.5
"""The luminance above which a ground is light."""
TEXTURES = "█▒▚░"
"""The character that fills a cell of each colour in the texture palette."""
TEXTURE_COLOURS = ("ansiblue", "ansired", "ansigreen", "ansiyellow")
"""The terminal's colours of the textures; who cannot see them misses nothing."""
TEXTURE_ENDS: Mapping[str, str] = MappingProxyType(
    {"texture-end": "underline", "texture-full-end": "reverse underline"}
)
"""The styles of a texture's last row, where the next block begins; a full one is a blank in reverse, with a line."""

LINES: Mapping[str, Shade] = MappingProxyType(
    {"line": BLACK, "line-marked": WHITE, "line-changed": "#ff5fff", "line-waiting": "#bcbcbc"}
)
"""What is drawn between blocks: nothing but black, around the marked block white, and around others for a moment."""
MARKED_ON_LIGHT: Mapping[Depth, Shade] = MappingProxyType({24: "#a64dff", 8: "#af5fff", 4: "#cd00cd"})
"""What is drawn around the marked block on a light ground, at whose edge white would be lost."""


def lines_on(ground: Shade, depth: Depth) -> dict[str, Shade]:
    """The lines between blocks on a ground, where a terminal has a colour depth."""
    return {**LINES, "line-marked": MARKED_ON_LIGHT[depth] if luminance(ground) > LIGHT else WHITE}


def next_palette(palette: Palette) -> Palette:
    """The next palette; the first after the last."""
    return PALETTES[(PALETTES.index(palette) + 1) % len(PALETTES)]


def shades_at(palette: Palette, depth: Depth) -> tuple[Shade, ...]:
    """The shades of a palette that a terminal of a colour depth has."""
    if depth == 4:
        return SIXTEEN_SHADES
    return SHADES_OF_256[palette] if depth == 8 else SHADES[palette]
