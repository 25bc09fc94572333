"""What follows the end of a game or of a room on the disk; nothing that goes wrong with it touches a game.

Whatever is left undone here, because the disk refuses or the server is killed, is done when it starts again: a room is
closed only once all that people did there is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from server.players.results import results
from server.players.results.game_record import Past
from server.players.results.records import Record, Records
from server.players.results.results import Finish
from server.room.journal import Journal, Unwritable

_log = logging.getLogger("parlour.records")


async def keep(records: Records, finishes: Sequence[Finish]) -> bool:
    """Keep what people did in games that have ended; whether that is done, as opposed to refused by the disk."""
    made = [record for finish in finishes for record in _made(finish)]
    games = [game for finish in finishes for game in _games(finish)]
    try:
        if made or games:
            await records.keep(made, games)
    except Unwritable:
        _log.error("event=records-not-kept records=%d", len(made))
        return False
    return True


async def close(journal: Journal, room: str) -> None:
    """Close a room's journal."""
    try:
        await journal.close(room)
    except Unwritable:
        _log.error("event=room-not-closed room=%s", room)


async def keep_beginning(journal: Journal, room: str, seq: int, beginning: bytes) -> None:
    """Keep from where a room need be played again; without that, it is from an earlier game or its making."""
    try:
        await journal.keep(room, seq, beginning)
    except Unwritable:
        _log.error("event=beginning-not-kept room=%s", room)


def _made(finish: Finish) -> Iterator[Record]:
    """The records of a game, as far as the game can tell of it."""
    try:
        yield from results.records(finish)
    except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
        _log.exception("event=record-not-made room=%s", finish.name)


def _games(finish: Finish) -> Iterator[Past]:
    """The game, once it is over for everybody."""
    if (game := results.past(finish)) is not None:
        yield game
