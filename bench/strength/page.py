"""The page of strength tables: an introduction, and a section for each game, which can be made anew one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

INTRODUCTION = """# How strong the computer players are

`make strength` plays all of this and writes this page; `make strength ARGS=blocky` makes one section anew and leaves
the others as they are. Each section says how it was made. The seeds are fixed, so the same program prints the same
figures, but for the times.

Whoever plays another plays half of the games in the first seat and half in the last, on the same deals. A tie counts
half. In brackets stand 95 % intervals: Wilson's for rates, the normal distribution's for means. A decision's time is
the processor's, and p95 is what nineteen in twenty take at most; aims for times are judged by it, all others by the
figure as it was seen, whatever its interval. The slowest decision may be a process's first, in which what all others
need is worked out once. A game is unfinished when it was broken off because nobody ended it.

Levels are what people can play against. The others are references: programs that only measure them.
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
