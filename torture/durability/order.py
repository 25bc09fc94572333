"""No move is sent out before it is on disk: every write, sync and message of a server, in their order.

A traced server shows its system calls. What the journal holds in the end tells which write carried which entry; from
then on until a sync that began later has ended, no message may show it.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from torture.durability.held_commits import prove_held_commits
from torture.finding import Finding
from torture.scale import Scale, Store
from torture.tools import tracing
from torture.tools.chronicle import code_of
from torture.tools.homes import home
from torture.tools.regulars import gather, play_until, settle
from torture.tools.tracing import Event, SyncBegan, SyncEnded, Told, Wrote

MOVES = 1_500
"""How many moves are traced; each trace is some tens of megabytes."""
PLANTED_MOVES = 300
CLAIM = "every Table sent showed only what an fdatasync of the journal had made durable after its write"
UNSYNCED: Mapping[Store, str] = {"sqlite": "synchronous=NORMAL", "postgres": "synchronous_commit=off"}
"""The setting with which a commit does not wait for the disk."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many Tables told something new, after how many syncs, and how many told it too early."""

    told: int
    syncs: int
    early: int


async def prove(scale: Scale) -> list[Finding]:
    """The order by commits that are held up; and in full by tracing, with faults planted that must be found."""
    found = [await prove_held_commits(scale)] if scale.store == "sqlite" else []
    if scale.size == "everyday":
        return found
    if shutil.which("strace") is None:
        return [*found, Finding("P1", CLAIM, "failed: there is no strace here", "0 too early", holds=False)]
    verdict = await _trace(scale, "server", scale.of(MOVES, MOVES))
    found.append(
        Finding(
            "P1",
            f"by `strace`: {CLAIM}",
            f"{verdict.told:,} Tables that told something new, {verdict.syncs:,} syncs, {verdict.early} too early",
            "0 too early",
            holds=verdict.told > 0 and verdict.early == 0,
        )
    )
    for fault, what in (("unsynced", f"`{UNSYNCED[scale.store]}`"), ("hasty", "moves shown before they are stored")):
        planted = await _trace(scale, f"torture.tools.careless {fault}", scale.of(PLANTED_MOVES, PLANTED_MOVES))
        found.append(
            Finding(
                "P1",
                f"the same check finds a planted fault: {what}",
                f"{planted.early:,} of {planted.told:,} Tables too early",
                "found",
                holds=planted.early > 0,
            )
        )
    return found


def judge(events: Iterable[Event], entries: Mapping[str, list[bytes]]) -> Verdict:
    """Compare what a server did with the entries that each room's journal has in the end, by the room's code.

    `written` and `durable` say how far each room's entries are in the log, and how far they are synced.
    """
    written, durable, shown = dict.fromkeys(entries, 0), dict.fromkeys(entries, 0), dict.fromkeys(entries, 0)
    syncing: dict[str, dict[str, int]] = {}
    told = syncs = early = 0
    for event in events:
        match event:
            case Wrote(page=page):
                for code, stored in entries.items():
                    while written[code] < len(stored) and stored[written[code]] in page:
                        written[code] += 1
            case SyncBegan(thread=thread):
                syncing[thread] = dict(written)
            case SyncEnded(thread=thread):
                syncs += 1
                durable = {code: max(durable[code], seq) for code, seq in syncing.pop(thread).items()}
            case Told(room=code, seq=seq) if code in entries and seq > shown[code]:
                shown[code] = seq
                told += 1
                early += seq > durable[code]
            case Told():
                pass
    return Verdict(told, syncs, early)


async def _trace(scale: Scale, program: str, moves: int) -> Verdict:
    """Trace a server, and PostgreSQL where that has its journal, while eight people play on it."""
    with home(scale) as place, scale.folder() as notes:
        with place.start(program=program) as server:
            traced = [server.process.pid, *(place.engine.processes() if place.engine else ())]
            with _tracing(traced, notes / "trace"):
                people = await gather(server.url, scale.chance("order"))
                await play_until(people, moves, limit_s=300)
                await settle(people)
        stored = await place.stored_entries()
        with (notes / "trace").open() as lines:
            return judge(tracing.events(lines), {code_of(name): entries for name, entries in stored.items()})


@contextmanager
def _tracing(processes: Iterable[int], place: Path) -> Iterator[None]:
    """Write the system calls of running processes to a file."""
    attached = [f"--attach={process}" for process in processes]
    command = ["strace", *attached, "-o", str(place), *tracing.OPTIONS]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        assert "attached" in said, said
        try:
            yield
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.stderr.read()
