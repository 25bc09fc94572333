"""The page of promises, `docs/promises.md`: written by what was proved, and read back when a part is proved anew."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from torture import finding
from torture.finding import Row

INTRODUCTION = """# What is promised, and how it is proved

`make torture` tries every promise below as hard as it can be tried in an hour and writes this page; nothing here is
written by hand. `make torture ARGS=kills` proves one topic anew and leaves the other rows as they are. The same proofs
run with every change by `make thorough`, at a size that takes minutes: see `tests/whole` and the topics' own tests.

Each row says what was tried, what was seen, and what had to be seen. A bar that was missed stands here like any other,
with the reason. The last column is what made the row: a topic, which is a file of `torture`, and how much of it.
Chance follows from a seed, which is 1 where no other is named; times are the machine's.
"""
PROMISES: dict[str, str] = {
    "P1": "A move that was acknowledged survives the server's being killed.",
    "P2": "Nobody is shown what is not durable.",
    "P3": "A command that is sent again acts once.",
    "P4": "Who comes back finds exactly the present position, whatever was cut where.",
    "P5": "A reader who is slow or silent holds up no room and takes no memory.",
    "P6": "What crashes in one room touches no other.",
    "P7": "Bad input crashes nothing and is always answered clearly.",
    "P8": "What is hidden never leaves the server.",
    "P9": "The players can verify how cards were shuffled.",
    "P10": "A planned restart loses nothing and ends in bounded time.",
    "P11": "Limits are on by default, and hold.",
    "P12": "A replay is exact.",
    "P13": "A disk that is full, read-only or damaged refuses moves clearly and loses nothing; play resumes by itself.",
    "P14": "Jumps of the wall clock do not matter.",
}
HEAD = "| Tried | Seen | Bar | | Note | Made by |\n|---|---|---|---|---|---|"
_SECTION = re.compile(r"^## (P\d+)\. .*$", re.MULTILINE)


def page(rows: Iterable[Row], topics: Sequence[str]) -> str:
    """The page of these rows, promise by promise, and within one in the order of the topics."""
    ordered = sorted(rows, key=lambda row: topics.index(row.topic))
    return "\n".join([INTRODUCTION, f"{_machine()}\n", *_sections(ordered)])


def rows(text: str) -> Iterator[Row]:
    _, *parts = _SECTION.split(text)
    for promise, part in zip(parts[::2], parts[1::2], strict=True):
        table = [line for line in part.splitlines() if line.startswith("|")]
        yield from (finding.read_row(promise, line) for line in table[2:])


def _sections(ordered: Sequence[Row]) -> Iterator[str]:
    for promise, sentence in PROMISES.items():
        lines = [finding.write_row(row) for row in ordered if row.finding.promise == promise]
        if lines:
            yield "\n".join([f"## {promise}. {sentence}", "", HEAD, *lines, ""])


def _machine() -> str:
    """The machine that the newest rows were made on."""
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"Last made on {os.cpu_count()} cores with {versions}."
