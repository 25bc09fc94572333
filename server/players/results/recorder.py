"""What follows the end of a game or of a room on the disk; nothing that goes wrong with it touches a game.

Whatever is left undone here, because the disk refuses or the server is killed, is done when it starts again: a room is
closed only once all that people did there is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from server.players.results import results
from server.players.results.game_record import GameRecord
from server.players.results.records import ResultRow, ResultStore
from server.players.results.results import GameEnd
from server.room.journal import Journal, StorageUnavailableError

_log = logging.getLogger("parlour.records")


async def keep_results(records: ResultStore, finishes: Sequence[GameEnd]) -> bool:
    """Keep what people did in games that have ended; whether that is done, as opposed to refused by the disk."""
    made = [record for finish in finishes for record in _made(finish)]
    games = [game for finish in finishes for game in _games(finish)]
    try:
        if made or games:
            await records.keep(made, games)
    except StorageUnavailableError:
        _log.error("event=records-not-kept records=%d", len(made))
        return False
    return True


async def close_journal(journal: Journal, room: str) -> None:
    """Close a room's journal."""
    try:
        await journal.close(room)
    except StorageUnavailableError:
        _log.error("event=room-not-closed room=%s", room)


async def keep_snapshot(journal: Journal, room: str, seq: int, beginning: bytes) -> None:
    """Keep from where a room need be played again; without that, it is from an earlier game or its making."""
    try:
        await journal.keep(room, seq, beginning)
    except StorageUnavailableError:
        _log.error("event=beginning-not-kept room=%s", room)


def _made(finish: GameEnd) -> Iterator[ResultRow]:
    """The records of a game, as far as the game can tell of it."""
    try:
        yield from results.result_rows(finish)
    except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
        _log.exception("event=record-not-made room=%s", finish.name)


def _games(finish: GameEnd) -> Iterator[GameRecord]:
    """The game, once it is over for everybody."""
    if (game := results.game_record(finish)) is not None:
        yield game
