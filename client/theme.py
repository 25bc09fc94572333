"""What the styles' names look like, as values: one theme with colours and one without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.palette import BLACK, SHADES, TEXTURE_COLOURS, WHITE, ink_on

COLOUR: Mapping[str, str] = MappingProxyType(
    {
        "title": "bold #f2d06b",
        "bright": "bold",
        "soft": "#9aa4ad",
        "rule": "#4d5963",
        "frame": "#5f7d95",
        "frame-here": "bold #9ad1f5",
        "panel-title": "bold #9ad1f5",
        "marked": "bold bg:#24506e #ffffff",
        "good": "#7fd18b",
        "warn": "bold #ffb454",
        "bad": "bold #ff7b72",
        "advice": "bold #9ad1f5",
        "news": "bold",
        "key": "bold #f2d06b",
        "key-off": "#717b84",
        "off": "#717b84",
        "on": "bold #7fd18b",
        "typing": "bold",
        "cursor": "reverse",
        "code": "bold #f2d06b",
        "card": "bg:#f5f2e8 #20242a",
        "clubs": "bg:#f5f2e8 #1f7a3a bold",
        "spades": "bg:#f5f2e8 #15191e bold",
        "diamonds": "bg:#f5f2e8 #1a5fb4 bold",
        "hearts": "bg:#f5f2e8 #c01c28 bold",
        "clubs-text": "#6fd08c",
        "spades-text": "bold",
        "diamonds-text": "#7db8ff",
        "hearts-text": "#ff8080",
        "card-shade": "bg:#e2dbc8",
        "picked": "bold bg:#f2d06b",
        "aimed": "bg:#bfe3b4",
        "found": "bg:#f2d06b underline",
        "back": "bg:#1b3a57 #6f9cc4",
        "card-edge": "#f5f2e8",
        "back-text": "#6f9cc4",
        "slot": "#4d5963",
        "brick": "#5aa0d8",
        "brick-theirs": "#d89a4a",
        "brick-off": "#a9b4bd",
        "brick-hand": "bold #f2d06b",
        "brick-top": "#c9b37a",
        "mine": "#9ad1f5",
        "theirs": "#ffb454",
        "war": "bold #ff5f52",
        "war-flash": "bold bg:#d7342a #ffffff",
    }
)

MONO: Mapping[str, str] = MappingProxyType(
    {
        "title": "bold",
        "bright": "bold",
        "panel-title": "bold",
        "frame-here": "bold",
        "marked": "reverse",
        "warn": "bold",
        "bad": "bold",
        "advice": "bold",
        "news": "bold",
        "key": "bold",
        "on": "bold",
        "typing": "bold",
        "cursor": "reverse",
        "code": "bold",
        "brick-hand": "bold",
        "picked": "bold reverse",
        "found": "reverse",
        "clubs": "bold",
        "spades": "bold",
        "diamonds": "bold",
        "hearts": "bold",
        "war": "bold",
        "war-flash": "reverse",
    }
)
"""Letters, frames and marks say it all; weight and reversal only help."""


def style(has_colour: bool) -> Style:
    """The toolkit's style for a theme."""
    return Style([*COLOUR.items(), *_palettes()] if has_colour else list(MONO.items()))


def _palettes() -> Iterator[tuple[str, str]]:
    """The palettes' own styles: by colour the ground, the ink, and one colour's ink on another's ground; and lines."""
    yield from (("line-dark", f"bold {BLACK}"), ("line-light", f"bold {WHITE}"))
    for name, shades in SHADES.items():
        for ground, shade in enumerate(shades):
            yield f"{name}-{ground}-ground", f"bg:{shade} {ink_on(shade)}"
            yield f"{name}-{ground}-ink", shade
        # Of two names the toolkit takes the later one's ink, so the pairs need rules of their own.
        for ink, ground in product(range(len(shades)), repeat=2):
            yield f"{name}-{ink}-ink {name}-{ground}-ground", f"bg:{shades[ground]} {shades[ink]}"
    for colour, written in enumerate(TEXTURE_COLOURS):
        yield f"texture-{colour}", written


@cache
def classes(names: str) -> str:
    """The toolkit's way to write style names that stand apart by spaces."""
    return " ".join(f"class:{name}" for name in names.split())


def depth(environ: Mapping[str, str], has_colour: bool) -> ColorDepth:
    """How many colours the terminal has; the toolkit itself does not look at COLORTERM."""
    if not has_colour:
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return ColorDepth.DEPTH_24_BIT
    return ColorDepth.DEPTH_8_BIT if "256" in environ.get("TERM", "") else ColorDepth.DEPTH_4_BIT
