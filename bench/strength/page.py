"""The page of strength tables: an introduction, and a section for each game, which can be made anew one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

INTRODUCTION = """# How strong the computers are

`make strength` plays all of this and writes this page; `make strength ARGS=blocky` makes one section again and leaves
the others alone. Each section says how it was made. The seeds are fixed, so the same program prints the same figures,
except for the times.

Each pair plays half of its games with each of the two in the first seat, on the same deals. A tie counts half.
Brackets hold 95 % intervals: Wilson's for rates, the normal distribution's for means. Decisions are timed in processor
time, and nineteen in twenty take at most the p95. Aims for times are judged by the p95, all others by the figure
itself, whatever its interval. The slowest decision may be a process's first, which works out once what all others
need. An unfinished game was broken off because nobody ended it.

People can play against the levels. The others are references: programs that only measure the levels.
"""


def sections(page: str) -> dict[str, str]:
    """The sections of a page by their titles, each with its heading."""
    _, *parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    return {part.partition("\n")[0].removeprefix("## "): part.rstrip() + "\n" for part in parts}


def section(title: str, how: str, lines: Iterable[str]) -> str:
    """A section, which begins with how it was made."""
    return "\n".join((f"## {title}", "", how, *lines)) + "\n"


def page(known: Mapping[str, str], titles: Iterable[str]) -> str:
    """The page with those of the titles that are known, in this order."""
    return "\n".join([INTRODUCTION, *(known[title] for title in titles if title in known)])
