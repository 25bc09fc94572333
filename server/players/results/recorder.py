"""Stores the results of finished games, snapshots and room ends; no failure here touches a game.

A finished game is recorded once: its rows follow from the journal and are keyed by room, game and seat. What is left
undone here, because the disk refuses, is tried again; where the server is killed, it is made again from the journal
after a restart. Neither counts twice. A room's journal is closed only once all its results are stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

from server.ops.tasks import Tasks
from server.players.results import results
from server.players.results.records import ResultRow, ResultStore
from server.players.results.results import GameEnd
from server.room.journal import Journal, StorageUnavailableError

AGAIN_AFTER_S = 1.0
"""After how long a room that could not be put away is tried again; each further time takes twice as long."""
AGAIN_WITHIN_S = 60.0

_log = logging.getLogger("parlour.records")


class ResultRecorder:
    """Stores the results of games that end, whatever their rooms."""

    def __init__(self, records: ResultStore, tasks: Tasks) -> None:
        """Store in `records`, in tasks of `tasks`."""
        self._records = records
        self._tasks = tasks

    def store(self, ends: Iterable[GameEnd]) -> asyncio.Future[bool]:
        """Store the results of games that have ended; whether that is done, or the disk refused.

        Whoever asks for results once they have been told of a game's end waits until these are stored.
        """
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._tasks.start(self._store(tuple(ends), stored))
        return stored

    async def put_away(self, attempt: Callable[[], Awaitable[bool]]) -> None:
        """Make an attempt to put a room away that has ended; where that fails, go on trying in a task."""
        if not await attempt():
            self._tasks.start(_repeat(attempt))

    async def _store(self, ends: Sequence[GameEnd], stored: asyncio.Future[bool]) -> None:
        is_stored = False
        try:
            is_stored = await self._keep(ends)
        finally:
            if not stored.done():
                stored.set_result(is_stored)

    async def _keep(self, ends: Sequence[GameEnd]) -> bool:
        rows = [row for end in ends for row in _result_rows(end)]
        games = [game for end in ends if (game := results.game_record(end)) is not None]
        try:
            if rows or games:
                await self._records.keep(rows, games)
        except StorageUnavailableError:
            _log.error("event=records-not-kept records=%d", len(rows))
            return False
        return True


async def _repeat(attempt: Callable[[], Awaitable[bool]]) -> None:
    wait_s = AGAIN_AFTER_S
    while True:
        await asyncio.sleep(wait_s)
        if await attempt():
            return
        wait_s = min(2 * wait_s, AGAIN_WITHIN_S)


async def close_journal(journal: Journal, room: str) -> bool:
    """Close a room's journal; False where the disk refuses."""
    try:
        await journal.close(room)
    except StorageUnavailableError:
        _log.error("event=room-not-closed room=%s", room)
        return False
    return True


async def store_snapshot(journal: Journal, room: str, seq: int, packed: bytes) -> None:
    """Store from where a room need be replayed; without it, replay starts at an older one or at the beginning."""
    try:
        await journal.keep(room, seq, packed)
    except StorageUnavailableError:
        _log.error("event=beginning-not-kept room=%s", room)


def _result_rows(end: GameEnd) -> Iterator[ResultRow]:
    """The rows of a game, as far as its rules can say."""
    try:
        yield from results.result_rows(end)
    except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
        _log.exception("event=record-not-made room=%s", end.name)
