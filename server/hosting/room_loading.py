"""Loads a room out of its journal, in slices, so that nobody else has to wait while it is replayed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple

from server.players.results.results import GameEnd, finishers
from server.room import replay, snapshot
from server.room.inputs import Presence
from server.room.journal import Journal
from server.room.step import Room

SLICE = 16
"""How many entries are replayed before everybody else has their turn: about a millisecond's worth."""

_log = logging.getLogger("parlour.host")


class LoadedRoom(NamedTuple):
    """A room, the ends of its games since `kept`, and when something last happened there.

    `kept` is the entry after which the room was kept last.
    """

    room: Room
    finishes: list[GameEnd]
    since: float
    kept: int


async def load_room(journal: Journal, name: str) -> LoadedRoom:
    """Load a room from where it was kept last, or replay all of its journal where that is of no use to this server.

    Raises Unwritable or replay.Unreplayable.
    """
    kept, entries = await journal.recall(name)
    if kept is not None:
        try:
            return await _replay(name, kept, entries)
        except replay.ReplayError as error:
            _log.warning("event=beginning-passed-over room=%s reason=%s", name, ascii(str(error)))
        entries = await journal.read(name)
    return await _replay(name, None, entries)


async def _replay(name: str, kept: bytes | None, entries: Sequence[bytes]) -> LoadedRoom:
    room, began = replay.replay(entries[:1]) if kept is None else snapshot.unpack(entries[0], kept)
    kept_at, finishes = room.seq, []
    for count, (later, at) in enumerate(replay.onward(room, entries[1:]), 1):
        if finishers(room, later):
            finishes.append(GameEnd(name, room, later, at))
        room = later
        if not count % SLICE:
            await asyncio.sleep(0)
    return LoadedRoom(room, finishes, _since(began, entries[1:]), kept_at)


def _since(began: float, entries: Sequence[bytes]) -> float:
    """When something last happened in a room."""
    happened = (at for at, event in map(replay.unpack, reversed(entries)) if not isinstance(event, Presence))
    return next(happened, began)
