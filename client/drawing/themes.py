"""The built-in themes: a shade for each part of the screen, except for boards of four colours, which have palettes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from client.drawing.colours import Shade

Theme = Mapping[str, Shade]
"""A shade for each part of the screen."""

_NAMES = ("night", "paper", "felt", "contrast", "amber")
_SHADES = {
    "ground": ("#11161c", "#faf7f0", "#0e3326", "#000000", "#140d02"),  # the background
    "text": ("#e4e8ec", "#22262b", "#eef3ec", "#ffffff", "#ffc65c"),  # text without another ink
    "soft": ("#9aa4ad", "#5a626a", "#a9c4b4", "#d8d8d8", "#cf9a3f"),  # what matters less
    "off": ("#838d96", "#686f76", "#93ad9e", "#b0b0b0", "#b08132"),  # what cannot be done now
    "rule": ("#4d5963", "#b9b4a6", "#3f6d58", "#8c8c8c", "#5e4417"),  # lines across, and empty places for cards
    "frame": ("#5f7d95", "#7c8894", "#6f9f88", "#c0c0c0", "#94702c"),  # the frames of panels
    "accent": ("#9ad1f5", "#0b5394", "#a8e0d2", "#7fe3ff", "#ffe0a3"),  # the focus, the player's own, and advice
    "title": ("#f2d06b", "#7a4b00", "#f4d67a", "#ffe94a", "#fff0cc"),  # titles, keys and codes
    "marked": ("#24506e", "#1f5c8a", "#e8d9a8", "#ffffff", "#ffb000"),  # the ground of the marked line
    "marked_ink": ("#ffffff", "#ffffff", "#14241c", "#000000", "#140d02"),  # what stands on it
    "good": ("#7fd18b", "#1b6b33", "#9be08f", "#6dff7e", "#d6e06a"),  # good news
    "warn": ("#ffb454", "#8f4a00", "#ffc069", "#ffc44d", "#ff9d3c"),  # what needs care, and what is the others'
    "bad": ("#ff7b72", "#b3141f", "#ff9c8f", "#ff9a92", "#ff8a66"),  # what went wrong
    "clubs_text": ("#6fd08c", "#1b6b33", "#9be08f", "#6dff7e", "#d6e06a"),  # a suit beside the cards, as the next two
    "diamonds_text": ("#7db8ff", "#1a55a4", "#9cc9ff", "#8fc7ff", "#f3d9a0"),
    "hearts_text": ("#ff8080", "#b3141f", "#ff9d94", "#ff9a9a", "#ff9370"),
    "brick": ("#5aa0d8", "#2f74ad", "#7db9e6", "#7fc4ff", "#e8a838"),  # the player's bricks
    "brick_theirs": ("#d89a4a", "#a3590f", "#e0aa5e", "#ffb95e", "#c98a52"),  # the others'
    "brick_off": ("#a9b4bd", "#666f77", "#b4c4bb", "#d0d0d0", "#c7ae82"),  # out of order
    "brick_top": ("#c9b37a", "#7d6520", "#d6c187", "#ecd58f", "#d9bd84"),  # on the pile
    "war": ("#ff6b5f", "#c01c28", "#ff9080", "#ff9a92", "#ff8a66"),  # the word in War
    "back": ("#1b3a57", "#31597d", "#7a1f2b", "#203a86", "#4a3208"),  # cards face down
    "back_ink": ("#82add4", "#b6d2ea", "#e6adad", "#c0d4ff", "#d6a03c"),  # their pattern, and how many there are
    "card": ("#f5f2e8", "#ffffff", "#f5f2e8", "#ffffff", "#f3dfb4"),  # the ground of cards
    "card_ink": ("#20242a", "#20242a", "#20242a", "#000000", "#20242a"),  # what stands on it, as the next four
    "clubs": ("#14602c", "#14602c", "#14602c", "#004d1a", "#14602c"),
    "spades": ("#15191e", "#15191e", "#15191e", "#000000", "#15191e"),
    "diamonds": ("#1a55a4", "#1a55a4", "#1a55a4", "#003a99", "#164a90"),
    "hearts": ("#b3141f", "#b3141f", "#b3141f", "#a00010", "#a01019"),
    "covered": ("#e2dbc8", "#e9e6dc", "#e2dbc8", "#e6e6e6", "#e0c896"),  # the ground of cards that cannot be moved
    "picked": ("#ffdf85", "#ffdf85", "#ffdf85", "#ffdf85", "#fff3c4"),  # of marked cards, as the next
    "aimed": ("#c6e8bc", "#c6e8bc", "#c6e8bc", "#c6e8bc", "#dfe3a0"),
    "war_ground": ("#d0302a", "#d0302a", "#d0302a", "#c40000", "#d0302a"),  # what the word in War flashes on
    "war_ink": ("#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff"),  # its ink there
}
"""The shades of each part by theme, in the order of the names."""

THEMES: Mapping[str, Theme] = MappingProxyType(
    {name: MappingProxyType({part: shades[at] for part, shades in _SHADES.items()}) for at, name in enumerate(_NAMES)}
)
"""The built-in themes in the order in which they are offered; the first is the default."""

USUAL = _NAMES[0]
