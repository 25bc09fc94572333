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

`make torture` tries every promise below as hard as it can within a few hours, and writes this page; nothing here is
written by hand. `make torture ARGS=kills` proves one topic again and leaves the other rows alone. What a server does
with its storage is tried on SQLite and again on PostgreSQL, or on that alone with `--store postgres`. `make thorough`
runs the same proofs with every change, at a size that takes minutes: see `tests/whole` and the topics' own tests.

Each row says what was tried, what was seen, and what had to be seen. The page shows a missed bar like any other, with
the reason. The last column names what made the row: a topic, which is a file of `torture`, and how much of it. Chance
follows from a seed, which is 1 unless the row names another; times are the machine's.
"""
PROMISES: dict[str, str] = {
    "P1": "A killed server loses no move that it has acknowledged.",
    "P2": "The server shows nobody anything that is not yet safely stored.",
    "P3": "A command acts once, however often a client sends it.",
    "P4": "Players who come back find exactly the present position, whatever was cut where.",
    "P5": "A slow or silent reader holds up no table and takes no memory.",
    "P6": "A crash at one table touches no other.",
    "P7": "Bad input crashes nothing, and always gets a clear answer.",
    "P8": "Hidden information never leaves the server.",
    "P9": "Players can verify how the cards were shuffled.",
    "P10": "A planned restart loses nothing and ends within a bounded time.",
    "P11": "Limits apply by default, and hold.",
    "P12": "A replay is exact.",
    "P13": "On a full, read-only or damaged disk the server refuses clearly and loses nothing; play resumes by itself.",
    "P14": "Jumps of the wall clock do not matter.",
    "P15": "Visitors of a portal play and come back as everybody does, and its page asks nobody but its own host.",
    "P16": "Where a node of a cluster fails or stops, people play on at the others within seconds.",
}
HEAD = "| Tried | Seen | Bar | | Note | Made by |\n|---|---|---|---|---|---|"
_SECTION = re.compile(r"^## (P\d+)\. .*$", re.MULTILINE)


def page(rows: Iterable[Row], topics: Sequence[str]) -> str:
    """The page of these rows, promise by promise, and within one in the order of the topics, SQLite first."""
    ordered = sorted(rows, key=lambda row: (topics.index(row.topic), row.store != "sqlite"))
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
