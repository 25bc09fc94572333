"""Copies are taken with `parlour backup` or `pg_dump` while eight people play, and one of them is gone back to."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server.storage.stores import DATABASE_NAME
from torture.finding import Finding
from torture.scale import Scale, Store
from torture.tools.chronicle import Made
from torture.tools.homes import Home, home
from torture.tools.regulars import Regular, acknowledged, gather, play_until, settle

COPIES, EVERYDAY_COPIES = 40, 2
MOVES = 200
"""How many moves are made between two copies; more are made while one is taken."""
TOOLS: Mapping[Store, str] = {"sqlite": "parlour backup", "postgres": "pg_dump"}


@dataclass(slots=True)
class CopyTotals:
    """Adds up what every copy holds."""

    copies: int = 0
    damaged: int = 0
    moves: int = 0
    missing: int = 0
    moved_meanwhile: int = 0


async def prove(scale: Scale) -> list[Finding]:
    """Play, copy, look; in the end, go back to the last copy."""
    copies, totals = scale.of(EVERYDAY_COPIES, COPIES), CopyTotals()
    with home(scale) as place, scale.folder() as shelf:
        with place.start() as server:
            people = await gather(server.url, scale.chance("copies"))
            for number in range(copies):
                await play_until(people, acknowledged(people) + MOVES)
                last = await _copy(totals, place, _make_folder(shelf, number), people)
            port = server.port
        with last.start(port=port):
            seated = [bool((await regular.come()).seated) for regular in people]
    return [
        Finding(
            "P1",
            f"copies taken with `{TOOLS[scale.store]}` while eight people play four games at full speed: each is "
            "whole, and has every move that was acknowledged before it was begun",
            f"{totals.copies} copies, {totals.damaged} damaged, {totals.moves:,} moves looked up, {totals.missing} "
            f"missing; {totals.moved_meanwhile:,} moves made meanwhile",
            f"{copies} copies, 0 damaged, 0 missing",
            holds=totals.copies == copies and totals.damaged == totals.missing == 0 and totals.moved_meanwhile > 0,
        ),
        Finding(
            "P1",
            "a server that is started from the last of these copies knows everybody",
            f"{sum(seated)} of {len(seated)} come back to their seats",
            "all",
            holds=all(seated),
        ),
    ]


def _make_folder(shelf: Path, number: int) -> Path:
    """An empty folder for a copy."""
    folder = shelf / str(number)
    folder.mkdir()
    return folder


async def _copy(totals: CopyTotals, place: Home, folder: Path, people: list[Regular]) -> Home:
    """Take a copy to a folder while people play, and compare it, while they wait, with what they knew before."""
    known = {(regular.name, order) for regular in people for order in regular.acknowledged}
    copy = await asyncio.to_thread(place.copy, folder)
    totals.copies += 1
    totals.moved_meanwhile += acknowledged(people) - len(known)
    await settle(people)
    for regular in people:
        regular.seen.clear()
    await asyncio.to_thread(_look, totals, copy, known)
    return copy


def _look(totals: CopyTotals, copy: Home, known: set[Made]) -> None:
    chronicle = copy.chronicle()
    chronicle.read()
    totals.damaged += not _is_whole(copy)
    totals.moves += len(known)
    totals.missing += sum(not chronicle.plays[made] for made in known)


def _is_whole(copy: Home) -> bool:
    """What SQLite says; PostgreSQL would not have restored a copy that is damaged."""
    if copy.database:
        return True
    looked_at = shutil.copytree(copy.data, copy.data.with_suffix(".looked-at"))
    with closing(sqlite3.connect(looked_at / DATABASE_NAME)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))
