"""The wall clock jumps while games are played by the clock, and somebody is waited for."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from protocol import messages as m
from tests.support.processes.players import Player, room_of, sign_in_all
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import home
from torture.tools.jumping import JUMPS

ROOT = Path(__file__).parents[2]
PACKAGES = ("engines", "protocol", "server", "client")
DATES = {
    ROOT / place
    for place in (
        "client/cli/doctor/bundle.py",
        "client/cli/doctor/crash_report.py",
        "client/net/probe.py",
        "client/portal/players.py",
        "client/state/phrases/today.py",
        "server/moderation/moderation.py",
        "server/moderation/sanctions.py",
        "server/private/self_signed.py",
        "server/storage/sql/players/accounts.py",
        "server/storage/sql/records.py",
        "server/tools/prune.py",
        "server/tools/revoke.py",
    )
}
"""Where a date is what is asked for: how far `parlour doctor` finds two machines' clocks apart, when a report or a
crash was written down, which day it is for a player, until when a certificate, a ban, a code or a name that was given
up is valid, when a game was kept, and when somebody was last here or came through a portal. By none of them anything
is decided in a game.
"""
WALL = {"time", "time_ns", "localtime", "gmtime", "ctime", "strftime", "now", "today", "utcnow"}
"""What asks for the time of day, of `time` and of `datetime`."""
LIMIT_S, GRACE_S = 2, 1.5
GRACE = f"--limit=grace-s={GRACE_S}"
"""What a server is told of that."""
LATE_S = 0.5
"""How much later than it is due a time-out may be seen."""
TABLES, EVERYDAY_TABLES = 40, 3


async def prove(scale: Scale) -> list[Finding]:
    """Read the sources, which are the same with every store, then run servers whose clocks jump."""
    found = [_read_sources()] if scale.store == "sqlite" else []
    return [*found, *[await _play_on_time(how, scale) for how in JUMPS]]


def _read_sources() -> Finding:
    readings, files = list(wall_clock_readings()), sum(1 for _ in _sources())
    return Finding(
        "P14",
        f"sources that ask for the time of day, except the {len(DATES)} that ask for a date",
        f"{len(readings)} in {files} files",
        "none",
        holds=not readings,
        note="; ".join(readings),
    )


def wall_clock_readings() -> Iterator[str]:
    """Every place in the sources where the wall clock is asked."""
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="time" | "datetime" | "date"), attr=attr) if attr in WALL:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"
                case ast.ImportFrom(module="time", names=names) if WALL & {name.name for name in names}:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (path for path in sorted((ROOT / package).rglob("*.py")) if path not in DATES)


async def _play_on_time(how: str, scale: Scale) -> Finding:
    """Games whose time is up, and people who do not come back, on a server whose wall clock jumps."""
    tables = scale.of(EVERYDAY_TABLES, TABLES)
    program = f"torture.tools.jumping {how}"
    with home(scale) as place, place.start(GRACE, program=program) as server:
        tried = [attempt(server.url, at) for attempt in (time_out, wait_out) for at in range(tables)]
        off_s = await asyncio.gather(*tried)
    bar = LATE_S * scale.patience
    return Finding(
        "P14",
        f"the wall clock goes an hour {how.replace('-', ' ')} while time runs",
        f"{len(off_s)} time-outs, from {min(off_s) * 1000:.0f} to {max(off_s) * 1000:.0f} ms late",
        f"none before its time, none {bar:g} s late",
        holds=min(off_s) >= 0 and max(off_s) < bar,
    )


async def time_out(url: str, number: int) -> float:
    """How much later than it was due a game was lost by time, in seconds."""
    async with aclosing(Wires(url)) as wires:
        clock = m.TimeControl(move_s=None, total_s=LIMIT_S, increment_s=0)
        ann, _, began = await _begin(wires, ("ann", "ben"), number, clock)
        over = await ann.next(m.Table, lambda seen: seen.phase == "over")
        took = perf_counter() - began
    assert "time is up" in "".join(over.reasons), over.reasons
    return took - LIMIT_S


async def wait_out(url: str, number: int) -> float:
    """How much later than it was due a player needed be waited for no longer, in seconds."""
    async with aclosing(Wires(url)) as wires:
        ann, ben, _ = await _begin(wires, ("cleo", "dora"), number, m.NO_CLOCK)
        began = perf_counter()
        ben.socket.cut()
        await ann.next(m.Table, lambda seen: bool(seen.away) and not seen.away[0].left_s)
        return perf_counter() - began - GRACE_S


async def _begin(
    wires: Wires, names: tuple[str, str], number: int, clock: m.TimeControl
) -> tuple[Player, Player, float]:
    """Two players whose game begins, and a moment just before it did."""
    ann, ben = await sign_in_all(wires, *(f"{name}{number}" for name in names))
    table = await ann.ask(replace(room_of("tower_blaster", "me", "open", listed=False), clock=clock))
    began = perf_counter()
    ben.send(m.Join(ref=1, room=table.room, games=None))
    await ann.next(m.Table, lambda seen: seen.phase == "playing")
    return ann, ben, began
