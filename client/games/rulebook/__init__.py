"""Each game's rules for people, in one text file a game, of headings and paragraphs.

Imports nothing else of ours.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent


class Section(NamedTuple):
    """A part of a game's rules: its heading and its text."""

    title: str
    text: str


@cache
def rules(game: str) -> tuple[Section, ...]:
    """The sections of a game's rules; none for a game without a file here."""
    path = _FOLDER / f"{game}.txt"
    if not (game.isidentifier() and path.is_file()):
        return ()
    return tuple(Section(*part.split("\n", 1)) for part in path.read_text(encoding="utf-8").strip().split("\n\n"))
