"""The section on soaking: every level plays thousands of games of every kind without a mistake."""

from __future__ import annotations

from collections.abc import Iterator

from bench.computers.soak import COLUMNS, GAMES, levels, soak_level
from bench.computers.soak_tables import remarks
from bench.strength.run import Run, Section
from bench.strength.table import table

SECONDS = 200
"""After which a level begins no more games, so that all of them are done in bounded time."""


def _lines(run: Run) -> Iterator[str]:
    yield from ("", remarks())
    yield from table("Every level", ("game", "level", *COLUMNS, "aim"), _rows(run))


def _rows(run: Run) -> Iterator[tuple[str, ...]]:
    for name, level in levels([]):
        found = soak_level(name, level, range(run.games(GAMES)), run.executor, SECONDS * run.share)
        yield name, level, *found.counts(), f"nothing goes wrong: {'met' if found.is_clean else '**missed**'}"


SECTION = Section("Soak", _lines)
