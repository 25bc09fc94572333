"""A move that is taken back and made again for ever: what of it stays on the disk, and what is refused."""

from __future__ import annotations

import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

from protocol import messages as m
from server.storage.stores import DATABASE_NAME
from tests.support.processes.players import Player, sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.attacks.mover import Mover
from torture.attacks.transcripts import FILLING
from torture.finding import Finding
from torture.scale import Scale

UNDOS, EVERYDAY_UNDOS = 100_000, 2_000
BYTES_MAX, EVERYDAY_BYTES_MAX = 4.0, 90.0
"""What each may take on the disk once the server has sorted what it wrote, which it has not of a few."""
BUDGET = 40_000
"""Bytes a day for an address that is to use them up."""
MOVES_MAX = 2 * BUDGET // 20
"""How many of them are refused at the latest: every other one counts for 20 bytes or more."""
UNDOS_AFTER = 200


async def prove(scale: Scale) -> list[Finding]:
    """Take back and make again: as fast as the server takes it, and once the address has had its bytes."""
    return [await _prove_bytes(scale), await _prove_budget(scale)]


async def _prove_bytes(scale: Scale) -> Finding:
    undos = scale.of(EVERYDAY_UNDOS, UNDOS)
    bytes_max = BYTES_MAX if undos == UNDOS else EVERYDAY_BYTES_MAX
    few = undos // 5
    each = (await _bytes_after(scale, few + undos) - await _bytes_after(scale, few)) / undos
    return Finding(
        "P11",
        f"a move is taken back and made again {undos:,} times, at a table where that was done {few:,} times before",
        f"{each:.1f} bytes on the disk for each",
        f"{bytes_max:g} bytes",
        holds=each <= bytes_max,
        note="55 bytes once, and no end of them",
    )


async def _bytes_after(scale: Scale, undos: int) -> int:
    """What a server has on the disk once it has stopped, after so many at one table."""
    with scale.folder() as data, start_server(data, limits=FILLING) as server:
        async with aclosing(Wires(server.url)) as wires:
            mover = await Mover.begin(await sign_in(wires), "U")
            await mover.fill(undos)
        server.terminate()
        return _stored_bytes(data)


async def _prove_budget(scale: Scale) -> Finding:
    """Use up a small budget, in the time of a few moves more."""
    limits = (f"address-stored-burst-bytes={BUDGET}", f"address-stored-bytes-per-day={BUDGET}", *FILLING)
    with scale.folder() as data, start_server(data, limits=limits) as server:
        async with aclosing(Wires(server.url)) as wires:
            player = await sign_in(wires)
            mover = await Mover.begin(player, "U")
            made, refusal = await _use_up(player, mover)
            mover.turn_to("Y", "U")
            await mover.fill(UNDOS_AFTER)
            player.send(m.Resign(room=mover.room))
            ended = await player.next(m.Table, lambda table: table.phase == "over")
    return Finding(
        "P11",
        f"the same until {BUDGET:,} bytes of one address are stored, with as much as its bound for a day",
        f"a move is refused after {made:,}; then {UNDOS_AFTER} undone and redone, none refused; "
        f"the game {'ends' if ended.ending else 'goes on'} when given up",
        f"refused within {MOVES_MAX:,} moves, but no undo or redo is, and the game can be ended",
        holds=made <= MOVES_MAX and refusal.code == "too-many" and ended.ending is not None,
    )


async def _use_up(player: Player, mover: Mover) -> tuple[int, m.Refused]:
    """Move until that is refused; how many moves were made, and the refusal."""
    for made in range(BUDGET):
        mover.send()
        answer = await player.next(m.Message, lambda event: isinstance(event, m.Refused) or _shows(event, mover.ply))
        if isinstance(answer, m.Refused):
            return made, answer
    raise AssertionError("no move was refused")


def _shows(event: m.Message, ply: int) -> bool:
    return isinstance(event, m.Table) and event.ply == ply


def _stored_bytes(data: Path) -> int:
    """The size of the database and its log, without room in the file that is free."""
    log = data / f"{DATABASE_NAME}-wal"
    with closing(sqlite3.connect(f"file:{data / DATABASE_NAME}?mode=ro", uri=True)) as connection:
        used = "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count"
        (pages,), (size,) = connection.execute(used).fetchone(), connection.execute("PRAGMA page_size").fetchone()
    return int(pages * size) + (log.stat().st_size if log.exists() else 0)
