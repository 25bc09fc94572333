"""Loads a room from its journal in slices, so that nobody else has to wait while it is replayed."""

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
"""How many entries are replayed before other tasks run: about a millisecond's worth."""

_log = logging.getLogger("parlour.host")


class LoadedRoom(NamedTuple):
    """A room, the ends of its games since its snapshot, and when something last happened there.

    `snapshot_seq` is the entry of the snapshot it was loaded from.
    """

    room: Room
    ends: list[GameEnd]
    since: float
    snapshot_seq: int


async def load_room(journal: Journal, name: str) -> LoadedRoom:
    """Load a room from its newest snapshot, or replay the whole journal if the snapshot is unusable.

    Raises StorageUnavailableError or replay.ReplayError.
    """
    packed, entries = await journal.recall(name)
    if packed is not None:
        try:
            return await _replay(name, packed, entries)
        except replay.ReplayError as error:
            _log.warning("event=beginning-passed-over room=%s reason=%s", name, ascii(str(error)))
        entries = await journal.read(name)
    return await _replay(name, None, entries)


async def _replay(name: str, packed: bytes | None, entries: Sequence[bytes]) -> LoadedRoom:
    room, began = replay.replay(entries[:1]) if packed is None else snapshot.unpack(entries[0], packed)
    snapshot_seq, ends = room.seq, []
    for count, (later, at) in enumerate(replay.continue_replay(room, entries[1:]), 1):
        if finishers(room, later):
            ends.append(GameEnd(name, room, later, at))
        room = later
        if not count % SLICE:
            await asyncio.sleep(0)
    return LoadedRoom(room, ends, _last_change(began, entries[1:]), snapshot_seq)


def _last_change(began: float, entries: Sequence[bytes]) -> float:
    """When something other than presence last happened in a room."""
    happened = (at for at, event in map(replay.unpack, reversed(entries)) if not isinstance(event, Presence))
    return next(happened, began)
