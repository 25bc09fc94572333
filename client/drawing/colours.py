"""Colours as numbers: luminance, contrast, and the nearest colour that a terminal can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Literal

Shade = str
"""A colour as "#rrggbb"."""
Parts = tuple[int, int, int]
"""Its red, green and blue, from 0 to 255."""
Depth = Literal[1, 4, 8, 24]
"""The colour depth of a terminal in bits; 1 means no colours."""

BLACK, WHITE = "#000000", "#ffffff"
READABLE = 4.5
"""The least contrast ratio of a text that everybody reads (WCAG 2, success criterion 1.4.3)."""
TINTED = 40
"""The least difference between the parts of a shade that is not taken for a grey."""

SIXTEEN: Mapping[Shade, str] = MappingProxyType(
    {
        "#000000": "ansiblack",
        "#cd0000": "ansired",
        "#00cd00": "ansigreen",
        "#cdcd00": "ansiyellow",
        "#0000ee": "ansiblue",
        "#cd00cd": "ansimagenta",
        "#00cdcd": "ansicyan",
        "#e5e5e5": "ansigray",
        "#7f7f7f": "ansibrightblack",
        "#ff0000": "ansibrightred",
        "#00ff00": "ansibrightgreen",
        "#ffff00": "ansibrightyellow",
        "#5c5cff": "ansibrightblue",
        "#ff00ff": "ansibrightmagenta",
        "#00ffff": "ansibrightcyan",
        "#ffffff": "ansiwhite",
    }
)
"""The sixteen named colours as xterm has them; other terminals differ a little, and their users may change them."""

_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in product(_STEPS, repeat=3)]
_GREYS = [f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 239, 10)]
# The first sixteen of the 256 are the named ones, which may look like anything.
_ALL: Mapping[Depth, tuple[Shade, ...]] = MappingProxyType({4: tuple(SIXTEEN), 8: (*_CUBE, *_GREYS)})

_TRUE = ("truecolor", "24bit")
_TRUE_TERMINALS = ("direct", "kitty", "alacritty", "ghostty", "wezterm", "foot")
_COLOURLESS = ("vt52", "vt100", "vt102", "vt220", "vt320", "xterm-mono", "ansi-m", "dumb", "unknown")
_FORCED: Mapping[str, Depth] = MappingProxyType(
    {"0": 1, "false": 1, "1": 4, "true": 4, "2": 8, "3": 24},
)


def depth(environ: Mapping[str, str]) -> Depth:
    """The colour depth of the terminal by its environment variables; FORCE_COLOR, from 0 to 3, overrules the others."""
    if forced := _FORCED.get(environ.get("FORCE_COLOR", "").lower()):
        return forced
    terminal = environ.get("TERM", "").lower()
    if terminal in _COLOURLESS:
        return 1
    if environ.get("COLORTERM", "").lower() in _TRUE or any(name in terminal for name in _TRUE_TERMINALS):
        return 24
    return 8 if "256" in terminal else 4


def contrast(one: Shade, other: Shade) -> float:
    """The contrast ratio of two shades, from 1 to 21 (WCAG 2).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def luminance(shade: Shade) -> float:
    """The relative luminance of a shade, from 0 to 1 (WCAG 2)."""
    red, green, blue = (_linear(part / 255) for part in _parts(shade))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def to_terminal(shade: Shade, depth: Depth, stands_out: Callable[[Shade], bool] = lambda _: True) -> Shade:
    """The nearest shade that a terminal has among those that stand out enough, or the nearest of all if none does."""
    if depth not in _ALL:
        return shade
    return _nearest(shade, filter(stands_out, _ALL[depth])) or _nearest(shade, _ALL[depth])


def _nearest(shade: Shade, among: Iterable[Shade]) -> Shade:
    return min(among, key=lambda other: _distance(shade, other), default="")


@cache
def _distance(one: Shade, other: Shade) -> float:
    """How different two shades look, roughly; the hue counts for more than lightness and saturation."""
    return _apart(_vivid(_parts(one)), _vivid(_parts(other))) + _apart(_parts(one), _parts(other))


def _apart(one: Parts, other: Parts) -> float:
    """The squared "redmean" distance, which weighs red, green and blue as the eye does."""
    (red, green, blue), (red2, green2, blue2) = one, other
    mean = (red + red2) / 512
    return (2 + mean) * (red - red2) ** 2 + 4 * (green - green2) ** 2 + (3 - mean) * (blue - blue2) ** 2


def _vivid(parts: Parts) -> Parts:
    """The same hue at full saturation; a near grey stays as it is."""
    most, least = max(parts), min(parts)
    if most - least < TINTED:
        return parts
    red, green, blue = (round(255 * (part - least) / (most - least)) for part in parts)
    return red, green, blue


def _parts(shade: Shade) -> Parts:
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def _linear(part: float) -> float:
    """The linear light of a part of an sRGB colour, from 0 to 1."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
