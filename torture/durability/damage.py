"""The end of the journal's log is damaged after a kill: nothing is lost, or the server says what is."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from server.moderation.owner_socket import SOCKET
from server.storage.sqlite.database import PAGE
from server.storage.stores import DATABASE_NAME
from tests.support.processes.running import start_server
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import Chronicle
from torture.tools.regulars import Regular, gather, play_until, until

LOG = f"{DATABASE_NAME}-wal"
FRAME = 24 + PAGE
"""A frame of the log: its head, and a page."""
MOVES = 200
SAID = ("event=journal-damaged", "event=last-write-damaged", "event=last-write-unfinished")

Damage = Callable[[bytes], bytes]


def _flip(place: int) -> Damage:
    return lambda raw: raw[: place % len(raw)] + bytes([raw[place % len(raw)] ^ 1]) + raw[place % len(raw) + 1 :]


def _zero(start: int) -> Damage:
    return lambda raw: raw[:start] + bytes(-start)


DAMAGES: dict[str, Damage] = {
    "left as it was": lambda raw: raw,
    "with noise behind it": lambda raw: raw + random.Random(1).randbytes(3 * FRAME),
    "with half a page behind it": lambda raw: raw + raw[-FRAME : -FRAME // 2],
    "cut within its last page": lambda raw: raw[:-100],
    "a bit flipped in its last page": _flip(-100),
    "its last page zeroed": _zero(-FRAME),
    "its last ten pages zeroed": _zero(-10 * FRAME),
    "a bit flipped in the middle": lambda raw: _flip(len(raw) // 2)(raw),
    "a bit flipped in its head": _flip(3),
    "a bit flipped in its salt": _flip(19),
}


@dataclass(frozen=True, slots=True)
class DamageCase:
    """What a damage came to: acknowledged moves that are gone, whether the server says so, and whether it runs."""

    name: str
    lost: int
    said: str
    runs: bool


async def damaged_logs(place: Path, scale: Scale) -> list[Finding]:
    """Play, kill, damage a copy, start; each damage on a copy of its own."""
    people = await _play_and_kill(make_folder(place / "data"), scale)
    cases = [await _case(place, name, damage, people) for name, damage in DAMAGES.items()]
    silent = [case.name for case in cases if not case.runs or (case.lost and not case.said)]
    whole = sum(not case.lost for case in cases)
    return [
        Finding(
            "P13",
            f"after a kill, the log {', '.join(DAMAGES)}",
            f"{whole} of {len(cases)} lost nothing acknowledged, {len(cases) - whole - len(silent)} did and the server "
            f"says what, {len(silent)} in silence",
            "0 in silence, and all play on",
            holds=not silent,
            note="; ".join(silent),
        )
    ]


def make_folder(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


async def _play_and_kill(data: Path, scale: Scale) -> list[Regular]:
    """Play on a server and kill it; everyone who played."""
    with start_server(data) as server:
        people = await gather(server.url, scale.chance("damage"))
        await play_until(people, MOVES)
    await until(lambda: all(regular.line is None for regular in people))
    return people


async def _case(place: Path, name: str, damage: Damage, people: list[Regular]) -> DamageCase:
    """What becomes of a damaged copy: what is lost, what is said, and whether it can be played on."""
    data = place / name.replace(" ", "-")
    shutil.copytree(place / "data", data, ignore=shutil.ignore_patterns(SOCKET))  # a socket is no file to copy
    (data / "server.log").unlink()
    (data / LOG).write_bytes(damage((data / LOG).read_bytes()))
    with start_server(data) as server:
        newcomer = Regular("newcomer", server.url, random.Random(1))
        await newcomer.come()
    chronicle = Chronicle(data)
    chronicle.read()
    said = [line for line in (data / "server.log").read_text().splitlines() if any(event in line for event in SAID)]
    return DamageCase(name, len(chronicle.find_lost(people)), " ".join(said), newcomer.token is not None)
