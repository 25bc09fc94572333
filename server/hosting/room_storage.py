"""What is stored of a room besides its inputs: results of the games that ended, and snapshots; and loading it again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from server.hosting.services import RoomServices
from server.players.results import recorder
from server.players.results.results import GameEnd, finishers
from server.room import replay, snapshot
from server.room.inputs import Presence
from server.room.journal import READ_SLICE, Journal, Recalled
from server.room.replay import JournalSummary
from server.room.step import Room

SLICE = 16
"""How many entries are replayed before other tasks run: about a millisecond's worth."""
LONG = 4000
"""After how many replayed entries a room takes long to load: about a quarter of a second."""

_log = logging.getLogger("parlour.host")


class LoadedRoom(NamedTuple):
    """A room, the ends of its games since its snapshot, and when something last happened there.

    `snapshot_seq` is the entry of the snapshot it was loaded from.
    """

    room: Room
    ends: list[GameEnd]
    since: float
    snapshot_seq: int


class RetiredRoom(NamedTuple):
    """A room that runs here no more: its name in the journal, its people, and who followed it without a seat."""

    name: str
    people: frozenset[int]
    watchers: tuple[int, ...]


def summarize_rooms(stored: Mapping[str, Sequence[bytes]]) -> list[JournalSummary]:
    """Read the summaries of rooms from those entries that tell it, by their journals; log those that are unusable."""
    summaries = []
    for name, entries in stored.items():
        try:
            summaries.append(replay.summarize_journal(name, entries))
        except replay.ReplayError as error:
            _log.error("event=room-not-restored room=%s reason=%s", name, ascii(str(error)))
    return summaries


async def _go_on() -> None:
    """Go on where nobody else waits for a room that takes long."""


async def load_room(
    journal: Journal, name: str, on_long: Callable[[], Awaitable[None]] = _go_on, recalled: Recalled | None = None
) -> LoadedRoom:
    """Load a room from its newest snapshot, or replay the whole journal if the snapshot is unusable.

    It is read and replayed in slices, so that nobody else has to wait; `on_long` is awaited once where that takes long.
    `recalled` is what the journal recalls of the room, the first READ_SLICE entries at most, where that is known.
    Raises StorageUnavailableError or replay.ReplayError.
    """
    packed, entries = recalled if recalled is not None else await journal.recall(name, READ_SLICE)
    if packed is not None:
        try:
            return await _replay(journal, name, packed, entries, on_long)
        except replay.ReplayError as error:
            _log.warning("event=beginning-passed-over room=%s reason=%s", name, ascii(str(error)))
        entries = await journal.read(name, 0, READ_SLICE + 1)
    return await _replay(journal, name, None, entries, on_long)


async def _replay(
    journal: Journal, name: str, packed: bytes | None, entries: Sequence[bytes], on_long: Callable[[], Awaitable[None]]
) -> LoadedRoom:
    room, since = replay.replay(entries[:1]) if packed is None else snapshot.unpack(entries[0], packed)
    snapshot_seq, ends, entries = room.seq, list[GameEnd](), entries[1:]
    while entries:
        for count, (later, at) in enumerate(replay.continue_replay(room, entries), 1):
            if finishers(room, later):
                ends.append(GameEnd(name, room, later, at))
            room = later
            if not count % SLICE:
                await asyncio.sleep(0)
        since = _last_change(since, entries)
        if len(entries) < READ_SLICE:
            break
        if LONG <= room.seq - snapshot_seq < LONG + READ_SLICE:
            await on_long()
        entries = await journal.read(name, room.seq, READ_SLICE)
    return LoadedRoom(room, ends, since, snapshot_seq)


def _last_change(began: float, entries: Sequence[bytes]) -> float:
    """When something other than presence last happened in a room."""
    happened = (at for at, event in map(replay.unpack, reversed(entries)) if not isinstance(event, Presence))
    return next(happened, began)


class RoomResults:
    """The results of one room's games and its next snapshot, as far as they are still to be stored.

    The room goes on meanwhile. A snapshot waits for all results from before it, since a restart finds the ends of games
    in what is replayed. What the disk refuses is tried again with what happens next in the room.
    """

    __slots__ = ("_ends", "_name", "_next_snapshot", "_services", "_snapshot_seq", "_stored")

    def __init__(self, services: RoomServices, name: str, ends: Iterable[GameEnd], snapshot_seq: int) -> None:
        """Begin with the `ends` whose results a restart has to store; `snapshot_seq` is the newest snapshot's entry.

        `_next_snapshot` is the room of which one is due, with its time.
        """
        self._services = services
        self._name = name
        self._ends = list(ends)
        self._snapshot_seq = snapshot_seq
        self._next_snapshot: tuple[Room, float] | None = None
        self._stored: asyncio.Future[bool] | None = None

    @property
    def are_stored(self) -> bool:
        return not self._ends

    def add(self, ends: Iterable[GameEnd], before: Room, after: Room, at: float) -> None:
        """Note the games that ended, and the snapshot that is due, from one stored state of the room to the next."""
        self._ends += ends
        if snapshot.is_due(before, after, self._snapshot_seq, self._services.keep_every):
            self._next_snapshot = after, at

    def store(self) -> None:
        """Store what is still to be stored, in the background."""
        if self._ends:
            self._store_ends()
        else:
            self._store_snapshot()

    async def finish(self) -> bool:
        """Store it, and wait until that is done; False where the disk refuses."""
        while self._ends:
            if not await self._store_ends():
                return False
        return True

    def _store_ends(self) -> asyncio.Future[bool]:
        if self._stored is None:
            ends = tuple(self._ends)
            self._stored = asyncio.get_running_loop().create_future()
            self._services.recorder.store(ends).add_done_callback(lambda stored: self._settle(ends, stored.result()))
        return self._stored

    def _settle(self, ends: tuple[GameEnd, ...], is_stored: bool) -> None:
        """Announce the results that are stored, and store what has come meanwhile."""
        settled, self._stored = self._stored, None
        if is_stored:
            del self._ends[: len(ends)]
            for end in ends:
                self._services.renew(end.after.setting.game.name, end.before.players())
            self.store()
        if settled is not None and not settled.done():
            settled.set_result(is_stored)

    def _store_snapshot(self) -> None:
        if self._next_snapshot is None:
            return
        (room, at), self._next_snapshot = self._next_snapshot, None
        self._snapshot_seq = room.seq
        if (packed := snapshot.pack(room, at)) is not None:
            journal = self._services.journal
            self._services.tasks.start(recorder.store_snapshot(journal, self._name, room.seq, packed))
