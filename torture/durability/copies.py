"""Copies are taken with `parlour backup` while eight people play, and one of them is gone back to."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server.storage.stores import DATABASE_NAME
from tests.support.processes.running import start_server
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import Chronicle, Made
from torture.tools.regulars import Regular, acknowledged, gather, play_until, settle

COPIES, EVERYDAY_COPIES = 40, 2
MOVES = 200
"""How many moves are made between two copies; more are made while one is taken."""


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
    with scale.folder() as data, scale.folder() as shelf:
        with start_server(data) as server:
            people = await gather(server.url, scale.chance("copies"))
            for number in range(copies):
                await play_until(people, acknowledged(people) + MOVES)
                await _copy(totals, data, _make_place(shelf, number), people)
            port = server.port
        with start_server(shelf / str(copies - 1), port=port):
            seated = [bool((await regular.come()).seated) for regular in people]
    return [
        Finding(
            "P1",
            "copies taken with `parlour backup` while eight people play four games at full speed: each is whole, and "
            "has every move that was acknowledged before it was begun",
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


def _make_place(shelf: Path, number: int) -> Path:
    """An empty folder for a copy."""
    place = shelf / str(number)
    place.mkdir()
    return place


async def _copy(totals: CopyTotals, data: Path, place: Path, people: list[Regular]) -> None:
    """Take a copy to a folder while people play, and compare it, while they wait, with what they knew before."""
    known = {(regular.name, order) for regular in people for order in regular.acknowledged}
    command = ("-m", "server.tools.backup", str(place / DATABASE_NAME), "--data", str(data))
    backup = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.DEVNULL)
    assert await backup.wait() == 0, "the copy is taken"
    totals.copies += 1
    totals.moved_meanwhile += acknowledged(people) - len(known)
    await settle(people)
    for regular in people:
        regular.seen.clear()
    await asyncio.to_thread(_look, totals, place, known)


def _look(totals: CopyTotals, place: Path, known: set[Made]) -> None:
    looked_at = shutil.copytree(place, place.with_suffix(".looked-at"))
    chronicle = Chronicle(looked_at)
    chronicle.read()
    with closing(sqlite3.connect(looked_at / DATABASE_NAME)) as connection:
        totals.damaged += connection.execute("PRAGMA integrity_check").fetchone() != ("ok",)
    totals.moves += len(known)
    totals.missing += sum(not chronicle.plays[made] for made in known)
