"""Parses games, players and numbers of the command line; argparse prints the reason if one is invalid."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from client.drawing.grammar import read_number
from client.drawing.suggest import guess

ENGINES = Path(__file__).resolve().parents[2] / "engines"


def games() -> tuple[str, ...]:
    """The games that this program knows."""
    return tuple(sorted(path.parent.name for path in ENGINES.glob("*/view.py")))


def game(written: str) -> str:
    """The game that a word names, in full or by its beginning."""
    meant = [name for name in games() if name == written] or [name for name in games() if name.startswith(written)]
    if len(meant) != 1:
        raise argparse.ArgumentTypeError(f"there's no game {written!r}{nearest(written, games())}")
    return meant[0]


def versus(written: str) -> str:
    """Check whom to play against; returns it as written."""
    level = written.removeprefix("computer:")
    if level.replace("-", "").isalnum():
        return written
    raise argparse.ArgumentTypeError(f"{written!r} is not a player: use a level, computer, human or solo")


def number(least: int, most: int) -> Callable[[str], int]:
    """A type of numbers in a range."""

    def convert(written: str) -> int:
        found = read_number(written)
        if found is None or not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{written[:40]!r} is not a number between {least} and {most}")
        return found

    return convert


def nearest(written: str, known: tuple[str, ...]) -> str:
    """The end of an error message: the nearest known word, or all of them."""
    return guess(written, known, f"; choose from {', '.join(known)}")
