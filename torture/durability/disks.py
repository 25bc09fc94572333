"""The disk is full, read-only or damaged: what cannot be kept is refused in words, and play goes on by itself."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from protocol import messages as m
from tests.support.postgres.server import running_postgres
from tests.support.processes.players import Player, sign_in, table_for_two
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.durability.broken_disks import (
    POSTGRES_SIZE,
    Disk,
    Immutable,
    Limited,
    Small,
    SmallForPostgres,
    isolate_mounts,
    mount_small,
    remount,
)
from torture.durability.damage import damaged_logs, make_folder
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import Home
from torture.tools.regulars import WAR, Kind, Regular, gather, until

RESUMED_WITHIN_S = 5.0
SMALL = "--limit=disk-free-bytes=1"
"""Says that a disk of a few MiB is no reason to make no rooms."""
HELD_S = 1.5
"""How long a disk stays broken while a timer is due."""
TIMED = Kind("war", {"auto_flip_s": 1}, 2)


@dataclass(frozen=True, slots=True)
class DiskCase:
    """One thing that somebody does while the disk is broken, and what is wrong with what came of it, if anything."""

    name: str
    wrong: str


async def prove(scale: Scale) -> list[Finding]:
    """Break one disk after the other."""
    if scale.store == "postgres":
        return [await _fill_postgres(scale)]
    with scale.folder() as place, ExitStack() as stack:
        disks: list[Disk] = [Limited(make_folder(place / "limited"))]
        found = []
        if scale.size == "full":
            isolate_mounts()
            small = stack.enter_context(mount_small(place / "small"))
            disks += [Small(make_folder(small / "data")), Immutable(make_folder(place / "immutable"))]
            found.append(await _starts_refused(stack.enter_context(mount_small(place / "read-only"))))
        found += [_finding(disk.name, await _cases(disk, scale.chance(disk.name))) for disk in disks]
        return [*found, *await damaged_logs(place / "damaged", scale)]


async def _fill_postgres(scale: Scale) -> Finding:
    """Fill PostgreSQL's disk. Needs root."""
    isolate_mounts()
    with scale.folder() as data, scale.folder() as place, ExitStack() as stack:
        place.chmod(0o755)  # PostgreSQL gets there as somebody else
        small = stack.enter_context(mount_small(place / "small", POSTGRES_SIZE))
        engine = stack.enter_context(running_postgres(small / "postgres"))
        disk = SmallForPostgres(small, Home(data, engine.url, engine))
        return _finding(disk.name, await _cases(disk, scale.chance(disk.name)))


def _finding(name: str, cases: Sequence[DiskCase]) -> Finding:
    wrong = [f"{case.name}: {case.wrong}" for case in cases if case.wrong]
    return Finding(
        "P13",
        f"a disk that is {name}: {', '.join(case.name for case in cases)}",
        f"{len(cases) - len(wrong)} of {len(cases)} cases as they should be",
        "all: refused in words, nothing lost, play resumes by itself",
        holds=not wrong,
        note="; ".join(wrong),
    )


@dataclass(frozen=True, slots=True)
class Party:
    """Who is there when the disk breaks: two in a game, and one of two at a table where time moves for them."""

    ann: Regular
    ben: Regular
    timed: Regular
    wires: Wires

    @property
    def everyone(self) -> tuple[Regular, ...]:
        return (self.ann, self.ben, self.timed)

    @property
    def on_turn(self) -> Regular:
        """Who of the two is to move."""
        table = self.ann.table
        return self.ann if table is not None and table.seat in table.turn else self.ben


async def _cases(disk: Disk, chance: random.Random) -> list[DiskCase]:
    """All that can be done on one disk: while it is broken, when it is whole again, and after a kill while broken."""
    server, spares = disk.home.start(SMALL), disk.spares
    wires = Wires(server.url)
    try:
        (ann, ben), (timed, _) = [await gather(server.url, chance, (kind,)) for kind in (WAR, TIMED)]
        party = Party(ann, ben, timed, wires)
        disk.break_(server)
        await _use_up(party)
        cases = [DiskCase(name, await _try_refused(*ask(party))) for name, ask in REFUSED.items() if name not in spares]
        cases += [DiskCase(name, await attempt(party)) for name, attempt in WHILE_BROKEN.items() if name not in spares]
        disk.mend(server)
        cases += [
            DiskCase(name, await _soon(attempt(party))) for name, attempt in WHEN_MENDED.items() if name not in spares
        ]
        disk.break_(server)
        await _use_up(party)
        server.kill()
        disk.mend(server)
        cases.append(DiskCase("a kill while it is broken", _missing(disk.home, party)))
    finally:
        server.kill()
        disk.mend(server)
        await wires.aclose()
    return cases


# While it is broken.


async def _use_up(party: Party) -> None:
    """Move until that is refused: the last blocks of files have room for a commit or two on a full disk."""
    both = (party.ann, party.ben)
    refused = [len(each.refused) for each in both]
    while [len(each.refused) for each in both] == refused:
        before = [each.table for each in both]
        party.on_turn.say(_move(party.on_turn))
        await until(
            lambda before=before: (  # type: ignore[misc]
                [len(each.refused) for each in both] != refused
                or all(each.table is not seen for each, seen in zip(both, before, strict=True))
            )
        )


async def _try_refused(who: Regular, command: m.Command) -> str:
    """Send a command that must be refused as unavailable and leave the table as it was; what is wrong, or ""."""
    before, refused = who.table, len(who.refused)
    who.say(command)
    await until(lambda: len(who.refused) > refused)
    refusal = who.refused[-1]
    if refusal.code != "unavailable" or not refusal.text.endswith("."):
        return f"refused with {refusal.code}: {refusal.text}"
    return "" if who.table is before else "the table has changed"


def _move(who: Regular) -> m.Play:
    table = who.table
    assert table is not None
    return m.Play(room=table.room, number=table.number, ply=table.ply, move="flip")


REFUSED: dict[str, Callable[[Party], tuple[Regular, m.Command]]] = {
    "a move": lambda party: (party.on_turn, _move(party.on_turn)),
    "resigning": lambda party: (party.ben, m.Resign(room=_move(party.ben).room)),
    "a new table": lambda party: (party.ann, table_for_two()),
    "a new name": lambda party: (party.ann, m.Rename(name="annie")),
}
"""Who asks for what."""


async def _newcomer_told(party: Party) -> str:
    """A newcomer reads why nobody can sign in now."""
    newcomer = Player(await party.wires.open())
    newcomer.send(m.Hello(name="new", token=None, client="torture", deals=False, bot=False))
    gone = await newcomer.gone()
    return "" if "can't store anything right now" in gone.reason else f"told {gone.reason!r}"


async def _timer_waits(party: Party) -> str:
    """A move that is due is made for nobody, and nobody is shown anything."""
    before = party.timed.table
    await asyncio.sleep(HELD_S)
    return "" if party.timed.table is before else "the table has changed"


WHILE_BROKEN: dict[str, Callable[[Party], Awaitable[str]]] = {
    "a newcomer": _newcomer_told,
    "a timer": _timer_waits,
}


# When it is whole again.


async def _move_made(party: Party) -> str:
    """The same move is made now."""
    who = party.on_turn
    before = _move(who)
    who.act()
    await until(lambda: _move(who).ply > before.ply)
    return ""


async def _timer_goes_on(party: Party) -> str:
    """What was due is made up for, without anybody's doing."""
    before = party.timed.table
    await until(lambda: party.timed.table is not before)
    return ""


async def _newcomer_in(party: Party) -> str:
    """Who could not come in can."""
    await sign_in(party.wires, "new")
    return ""


WHEN_MENDED: dict[str, Callable[[Party], Awaitable[str]]] = {
    "the move again": _move_made,
    "the timer again": _timer_goes_on,
    "the newcomer again": _newcomer_in,
}


async def _soon(attempt: Awaitable[str]) -> str:
    try:
        async with asyncio.timeout(RESUMED_WITHIN_S):
            return await attempt
    except TimeoutError:
        return f"not within {RESUMED_WITHIN_S:g} s"


def _missing(home: Home, party: Party) -> str:
    """What anybody saw or had acknowledged that is not in the journal."""
    chronicle = home.chronicle()
    chronicle.read()
    missing = len(chronicle.find_lost(party.everyone)) + len(chronicle.find_unfounded(party.everyone))
    return f"{missing} moves or positions are missing" if missing else ""


# A start.


async def _starts_refused(mount: Path) -> Finding:
    """A server is started on what is mounted read-only, and again when that is over."""
    folder = make_folder(mount / "data")
    server = start_server(folder, SMALL)
    ann = Regular("ann", server.url, random.Random(1))
    await ann.come()
    room = await ann.create(WAR)
    server.kill()
    await until(lambda: remount(mount, "ro"), look_s=0.1)  # once the server's workers have noticed, too
    code, said = await asyncio.to_thread(_start, folder)
    remount(mount, "rw")
    server = start_server(folder, SMALL)
    ann.url = server.url
    seated = (await ann.come()).seated
    server.kill()
    return Finding(
        "P13",
        "a server starts on a disk mounted read-only, and again when it is not",
        f"exit code {code}: “{said}”; then {len(seated)} of 1 room is there",
        "a sentence and an exit code; then everything is there",
        holds=code == 1 and said.startswith("The server can't store games") and seated == (room,),
    )


def _start(folder: Path) -> tuple[int, str]:
    """Start a server there that cannot run; its exit code and the last line on stderr."""
    command = [sys.executable, "-m", "server", "--port", "0", "--data", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    return ended.returncode, (ended.stderr.strip().splitlines() or [""])[-1]
