"""Turns a theme into the toolkit's styles, for the colours that the terminal has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.drawing.colours import READABLE, SIXTEEN, Depth, Shade, contrast, to_terminal
from client.drawing.palettes import SHADES, TEXTURE_COLOURS, TEXTURE_ENDS, lines_on, shades_at
from client.drawing.themes import Theme

LOOKS: Mapping[str, str] = MappingProxyType(
    {
        "ground": "bg:{ground} {text}",
        "title": "bold {title}",
        "bright": "bold",
        "soft": "{soft}",
        "rule": "{rule}",
        "frame": "{frame}",
        "frame-here": "bold {accent}",
        "panel-title": "bold {accent}",
        "marked": "bold bg:{marked} {marked_ink}",
        "good": "{good}",
        "warn": "bold {warn}",
        "bad": "bold {bad}",
        "advice": "bold {accent}",
        "news": "bold",
        "key": "bold {title}",
        "key-off": "{off}",
        "off": "{off}",
        "on": "bold {good}",
        "typing": "bold",
        "cursor": "reverse",
        "code": "bold {title}",
        "qr": "bg:#ffffff #000000",
        "card": "bg:{card} {card_ink}",
        "clubs": "bg:{card} {clubs} bold",
        "spades": "bg:{card} {spades} bold",
        "diamonds": "bg:{card} {diamonds} bold",
        "hearts": "bg:{card} {hearts} bold",
        "clubs-text": "{clubs_text}",
        "spades-text": "bold",
        "diamonds-text": "{diamonds_text}",
        "hearts-text": "{hearts_text}",
        "card-shade": "bg:{covered}",
        "picked": "bold bg:{picked}",
        "aimed": "bg:{aimed}",
        "found": "bg:{picked} underline",
        "back": "bg:{back} {back_ink}",
        "card-edge": "{card}",
        "face-down": "{soft}",
        "slot": "{rule}",
        "brick": "{brick}",
        "brick-theirs": "{brick_theirs}",
        "brick-off": "{brick_off}",
        "brick-hand": "bold {title}",
        "brick-top": "{brick_top}",
        "mine": "{accent}",
        "theirs": "{warn}",
        "war": "bold {war}",
        "war-flash": "bold bg:{war_ground} {war_ink}",
    }
)
"""The definition of each style, with a theme's shades by their names."""

NO_LOOKS: Mapping[str, str] = MappingProxyType({})


def _weights(looks: Mapping[str, str]) -> dict[str, str]:
    """The styles that are bold, which they also are without colours."""
    return {name: "bold" for name, look in looks.items() if "bold" in look.split()}


MONO: Mapping[str, str] = MappingProxyType(
    _weights(LOOKS)
    | dict.fromkeys(("marked", "cursor", "found", "war-flash"), "reverse")
    | {"picked": "bold reverse", "spades-text": ""}
    | dict(TEXTURE_ENDS)
)
"""The styles without colours. Letters, frames and marks carry all the meaning; weight and reversal only help."""
COLOURLESS = Style(list(MONO.items()))
"""The same value for every theme, so that a change of theme redraws nothing."""

ON_THE_GROUND = (
    "text", "soft", "off", "accent", "title", "good", "warn", "bad", "clubs_text", "diamonds_text", "hearts_text",
    "brick", "brick_theirs", "brick_off", "brick_top", "war",
)  # fmt: skip
ON_CARDS = ("card_ink", "clubs", "spades", "diamonds", "hearts")
INKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ground": ON_THE_GROUND,
        "marked": ("marked_ink",),
        "war_ground": ("war_ink",),
        "card": ON_CARDS,
        "covered": ON_CARDS,
        "picked": ON_CARDS,
        "aimed": ON_CARDS,
        "back": ("back_ink",),
    }
)
"""The inks of a theme that are read on each of its grounds."""


def style(theme: Theme, depth: Depth, own: Mapping[str, str] = NO_LOOKS) -> Style:
    """The styles of a theme, and those that a game adds: its `own`, defined as in LOOKS."""
    if depth == 1:
        return Style([*MONO.items(), *_weights(own).items()]) if own else COLOURLESS
    shades = {name: _toolkit_colour(shade, depth) for name, shade in terminal_shades(theme, depth).items()}
    looks = {**LOOKS, **own}
    return Style([*((name, look.format_map(shades)) for name, look in looks.items()), *_palettes(theme, depth)])


def terminal_shades(theme: Theme, depth: Depth) -> dict[str, Shade]:
    """A theme's shades at a colour depth, chosen so that all texts stay readable.

    Grounds are chosen in the order of INKS, each as near as possible to the theme's, then the inks on it.
    """
    found: dict[str, Shade] = {}
    for ground, inks in INKS.items():
        others = [(found[ink], contrast(theme[ink], theme[ground])) for ink in inks if ink in found]
        found[ground] = to_terminal(theme[ground], depth, partial(_stands_out, others=others))
        for ink in inks:
            if ink not in found:
                other = (found[ground], contrast(theme[ink], theme[ground]))
                found[ink] = to_terminal(theme[ink], depth, partial(_stands_out, others=[other]))
    return {name: found.get(name) or to_terminal(shade, depth) for name, shade in theme.items()}


def _stands_out(shade: Shade, others: list[tuple[Shade, float]]) -> bool:
    """Whether a shade has the wanted contrast to each of the others, or enough to read."""
    return all(contrast(shade, other) >= min(READABLE, wanted) for other, wanted in others)


def _toolkit_colour(shade: Shade, depth: Depth) -> str:
    """A shade as the toolkit writes it, which takes the sixteen by their names."""
    return SIXTEEN[shade] if depth == 4 else shade


def _palettes(theme: Theme, depth: Depth) -> Iterator[tuple[str, str]]:
    """The styles of the palettes: each colour, and each line between blocks, as ground and as ink."""
    drawn = lines_on(theme["ground"], depth)
    for palette in SHADES:
        drawn |= {f"{palette}-{colour}": shade for colour, shade in enumerate(shades_at(palette, depth))}
    for name, shade in drawn.items():
        written = _toolkit_colour(to_terminal(shade, depth), depth)
        yield f"{name}-ground", f"bg:{written}"
        yield f"{name}-ink", written
    for colour, written in enumerate(TEXTURE_COLOURS):
        yield f"texture-{colour}", written
    yield from TEXTURE_ENDS.items()


@cache
def classes(names: str) -> str:
    """Style names, separated by spaces, as the toolkit writes them."""
    return " ".join(f"class:{name}" for name in names.split())


TOOLKITS: Mapping[Depth, ColorDepth] = MappingProxyType(
    {1: ColorDepth.DEPTH_1_BIT, 4: ColorDepth.DEPTH_4_BIT, 8: ColorDepth.DEPTH_8_BIT, 24: ColorDepth.DEPTH_24_BIT}
)
"""The toolkit's name of each depth."""
