"""The built-in themes: a shade for each part of the screen, except for boards of four colours, which have palettes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from client.drawing.colours import Shade


@dataclass(frozen=True, slots=True)
class Theme:
    """A shade for each part of the screen.

    Attributes:
        ground: the background.
        text: text without another ink.
        soft: what matters less; `off`, what cannot be done now.
        rule: lines across, and empty places for cards; `frame`, the frames of panels.
        accent: the focus, what is the player's own, and advice.
        title: titles, keys and codes.
        marked: the ground of the marked line, on which `marked_ink` stands.
        good: good news; `warn`, what needs care, and what is the others'; `bad`, what went wrong.
        card: the ground of cards, with `card_ink`, `clubs`, `spades`, `diamonds` and `hearts` on it.
        covered: the ground of cards that cannot be moved; `picked`, `aimed`, of marked ones.
        back: cards face down, patterned with `back_ink`.
        clubs_text: the ink of a suit beside the cards, as are `diamonds_text` and `hearts_text`.
        brick: the player's bricks; `brick_theirs`, the others'; `brick_off`, out of order; `brick_top`, on the pile.
        war: the word in War; `war_ground`, what it flashes on in `war_ink`.
    """

    ground: Shade
    text: Shade
    soft: Shade
    off: Shade
    rule: Shade
    frame: Shade
    accent: Shade
    title: Shade
    marked: Shade
    marked_ink: Shade
    good: Shade
    warn: Shade
    bad: Shade
    clubs_text: Shade
    diamonds_text: Shade
    hearts_text: Shade
    brick: Shade
    brick_theirs: Shade
    brick_off: Shade
    brick_top: Shade
    war: Shade
    back: Shade = "#1b3a57"
    back_ink: Shade = "#6f9cc4"
    card: Shade = "#f5f2e8"
    card_ink: Shade = "#20242a"
    clubs: Shade = "#14602c"
    spades: Shade = "#15191e"
    diamonds: Shade = "#1a55a4"
    hearts: Shade = "#b3141f"
    covered: Shade = "#e2dbc8"
    picked: Shade = "#ffdf85"
    aimed: Shade = "#c6e8bc"
    war_ground: Shade = "#d0302a"
    war_ink: Shade = "#ffffff"


NIGHT = Theme(
    ground="#11161c",
    text="#e4e8ec",
    soft="#9aa4ad",
    off="#838d96",
    rule="#4d5963",
    frame="#5f7d95",
    accent="#9ad1f5",
    title="#f2d06b",
    marked="#24506e",
    marked_ink="#ffffff",
    good="#7fd18b",
    warn="#ffb454",
    bad="#ff7b72",
    clubs_text="#6fd08c",
    diamonds_text="#7db8ff",
    hearts_text="#ff8080",
    brick="#5aa0d8",
    brick_theirs="#d89a4a",
    brick_off="#a9b4bd",
    brick_top="#c9b37a",
    war="#ff6b5f",
)

PAPER = Theme(
    ground="#faf7f0",
    text="#22262b",
    soft="#5a626a",
    off="#686f76",
    rule="#b9b4a6",
    frame="#7c8894",
    accent="#0b5394",
    title="#7a4b00",
    marked="#1f5c8a",
    marked_ink="#ffffff",
    good="#1b6b33",
    warn="#8f4a00",
    bad="#b3141f",
    clubs_text="#1b6b33",
    diamonds_text="#1a55a4",
    hearts_text="#b3141f",
    brick="#2f74ad",
    brick_theirs="#a3590f",
    brick_off="#666f77",
    brick_top="#7d6520",
    war="#c01c28",
    back="#31597d",
    back_ink="#a9c7e2",
    card="#ffffff",
    covered="#e9e6dc",
)

FELT = replace(
    NIGHT,
    ground="#0e3326",
    text="#eef3ec",
    soft="#a9c4b4",
    off="#93ad9e",
    rule="#3f6d58",
    frame="#6f9f88",
    accent="#a8e0d2",
    title="#f4d67a",
    marked="#e8d9a8",
    marked_ink="#14241c",
    good="#9be08f",
    warn="#ffc069",
    bad="#ff9c8f",
    clubs_text="#9be08f",
    diamonds_text="#9cc9ff",
    hearts_text="#ff9d94",
    brick="#7db9e6",
    brick_theirs="#e0aa5e",
    brick_off="#b4c4bb",
    brick_top="#d6c187",
    war="#ff9080",
    back="#7a1f2b",
    back_ink="#e0a3a3",
)

CONTRAST = replace(
    NIGHT,
    ground="#000000",
    text="#ffffff",
    soft="#d8d8d8",
    off="#b0b0b0",
    rule="#8c8c8c",
    frame="#c0c0c0",
    accent="#7fe3ff",
    title="#ffe94a",
    marked="#ffffff",
    marked_ink="#000000",
    good="#6dff7e",
    warn="#ffc44d",
    bad="#ff9a92",
    clubs_text="#6dff7e",
    diamonds_text="#8fc7ff",
    hearts_text="#ff9a9a",
    brick="#7fc4ff",
    brick_theirs="#ffb95e",
    brick_off="#d0d0d0",
    brick_top="#ecd58f",
    war="#ff9a92",
    back="#203a86",
    back_ink="#c0d4ff",
    card="#ffffff",
    card_ink="#000000",
    clubs="#004d1a",
    spades="#000000",
    diamonds="#003a99",
    hearts="#a00010",
    covered="#e6e6e6",
    war_ground="#c40000",
)

AMBER = replace(
    NIGHT,
    ground="#140d02",
    text="#ffc65c",
    soft="#cf9a3f",
    off="#b08132",
    rule="#5e4417",
    frame="#94702c",
    accent="#ffe0a3",
    title="#fff0cc",
    marked="#ffb000",
    marked_ink="#140d02",
    good="#d6e06a",
    warn="#ff9d3c",
    bad="#ff8a66",
    clubs_text="#d6e06a",
    diamonds_text="#f3d9a0",
    hearts_text="#ff9370",
    brick="#e8a838",
    brick_theirs="#c98a52",
    brick_off="#c7ae82",
    brick_top="#d9bd84",
    war="#ff8a66",
    back="#4a3208",
    back_ink="#c48f2e",
    card="#f3dfb4",
    covered="#e0c896",
    diamonds="#164a90",
    hearts="#a01019",
    picked="#fff3c4",
    aimed="#dfe3a0",
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"night": NIGHT, "paper": PAPER, "felt": FELT, "contrast": CONTRAST, "amber": AMBER}
)
"""The built-in themes in the order in which they are offered; the first is the default."""

USUAL = next(iter(THEMES))
