"""A line of moves that wins a deal of Streets and Alleys, so that whoever plays it need not search."""

from __future__ import annotations

from collections.abc import Iterable

from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import CardMove, apply_move, read_line, text

DEAL = 14
LINE = (
    "3d41040a5402010d0d3d5d5c505050454353454151353151353413153545314143406323402420232d2a515a5a5a6563656473756a0a"
    "0a70727c171c2c124546141310242c3c0c303c13151d10353c131b7b7b4b4b0b0b0d0a5b0a3b1b5d0a3d5c0a3c5b3b5c6d0c2a5b6d3d"
)
"""The moves that win it, in 108 times two characters."""


def commands() -> tuple[str, ...]:
    return tuple(map(text, read_line(LINE)))


def played(layout: Layout, line: Iterable[CardMove]) -> Layout:
    for move in line:
        layout = apply_move(layout, move)
    return layout
