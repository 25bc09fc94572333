"""How strong the computer players are, in a word, by what `docs/strength.md` has measured."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Strength = Literal["easy", "medium", "hard", "expert"]

STRENGTHS: Mapping[str, Mapping[str, Strength]] = MappingProxyType(
    {
        "blocky": {"random": "easy", "smart-2": "easy", "wise-4": "medium", "wise-20": "hard", "planner": "expert"},
        "streets_and_alleys": {
            "strolling": "easy", "walking": "easy", "striding": "medium", "running": "hard", "flying": "expert"
        },
        "tower_blaster": {
            "drawing": "easy", "tidy": "easy", "careful": "medium", "counting": "hard", "foreseeing": "expert"
        },
    }
)  # fmt: skip
"""The bands of each game's levels. Those that take a number have none, nor has War, where all is luck."""


def strength_of(game: str, level: str) -> Strength | None:
    """A level's band; None if it has none."""
    return STRENGTHS.get(game, {}).get(level)


def with_strength(game: str, level: str) -> str:
    """A level as a person chooses it or plays against it.

    >>> with_strength("blocky", "wise-4"), with_strength("blocky", "smart-7")
    ('wise-4 (medium)', 'smart-7')
    """
    band = strength_of(game, level)
    return f"{level} ({band})" if band else level
