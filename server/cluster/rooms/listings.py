"""Tells other nodes how this one's rooms are listed and who sits there, and keeps what they tell of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from server.cluster.messages import Listed
from server.cluster.players.presence import Send
from server.cluster.rooms.directory import Directory
from server.cluster.rooms.locations import RoomLocations
from server.hosting.host import Host
from server.lobby.publisher import LobbyPublisher
from server.lobby.room_index import RoomEntry
from server.ops.tasks import Tasks
from server.room.journal import StorageUnavailableError

CLOSED_MAX = 1000
"""How many codes are remembered of tables that have closed: the directory may name them for a moment longer."""


class ClusterListings:
    """Who sits in the rooms of other nodes, and who is stored to sit in one's own; mutable as that changes.

    Where a player sits is also stored in the directory, as whoever comes just after a node has died must be told.
    """

    def __init__(
        self,
        send: Send,
        directory: Directory,
        host: Host,
        publisher: LobbyPublisher,
        locations: RoomLocations,
        tasks: Tasks,
    ) -> None:
        self._send = send
        self._directory = directory
        self._host = host
        self._publisher = publisher
        self._locations = locations
        self._tasks = tasks
        self._elsewhere: dict[str, frozenset[int]] = {}
        self._stored: dict[str, frozenset[int]] = {}
        self._closed: dict[str, None] = {}

    # Of rooms here.

    def tell(self, entries: Mapping[str, RoomEntry | None]) -> dict[str, frozenset[int]]:
        """Tell all nodes how rooms are listed now, as far as they are here; None is one that has closed.

        Returns who sits in rooms that came here no more, by the rooms' codes.
        """
        mine = {code: entry for code, entry in entries.items() if entry is None or code in self._host}
        people, left = {}, {}
        for code, entry in mine.items():
            self._note_closed(code, is_closed=entry is None)
            if entry is None:
                self._stored.pop(code, None)
            else:
                self._locations.note_owner(code, None)
                people[code] = frozenset(entry.people)
                if code in self._elsewhere and self._host.hibernation.get(code) is None:
                    left[code] = self._elsewhere.pop(code) - people[code]
                    self._host.note_seats(code, left[code], ())
        self._store_seats(people)
        self._send(None, Listed(mine, is_all=False))
        return left

    def tell_all(self, node: int) -> None:
        """Tell a node how all rooms here are listed."""
        self._send(node, Listed(dict(self._publisher.entries(self._host.codes())), is_all=True))

    def note_handed_over(self, code: str, people: frozenset[int]) -> None:
        """Note that a room was here until now, and who sits there."""
        self._stored.pop(code, None)
        self._elsewhere[code] = people

    def _store_seats(self, people: Mapping[str, frozenset[int]]) -> None:
        """Store who sits in rooms, where that has changed. Of those that were not loaded yet it is not known here."""
        changed = {
            code: sitting
            for code, sitting in people.items()
            if self._stored.get(code) != sitting and self._host.hibernation.get(code) is None
        }
        if changed:
            self._stored |= changed
            named = {name: changed[code] for code in changed if (name := self._host.name_of(code)) is not None}
            self._tasks.start(self._store_seats_of(named, changed))

    async def _store_seats_of(self, named: Mapping[str, frozenset[int]], codes: Iterable[str]) -> None:
        try:
            await self._directory.seat(named)
        except StorageUnavailableError:
            for code in codes:
                self._stored.pop(code, None)

    # Of rooms elsewhere.

    def hear(self, node: int, listed: Listed) -> dict[str, frozenset[int]]:
        """Note how a node lists its rooms, and who sits there; returns who does no more, by the rooms' codes."""
        entries = dict(listed.entries)
        if listed.is_all:
            entries |= dict.fromkeys(self._locations.codes_of(node) - entries.keys())
        entries = {
            code: entry
            for code, entry in entries.items()
            if code not in self._host and (entry is not None or self._locations.owner(code) in (None, node))
        }
        left = {}
        for code, entry in entries.items():
            self._note_closed(code, is_closed=entry is None)
            self._locations.note_owner(code, None if entry is None else node)
            left[code] = self._seat(code, frozenset(entry.people if entry is not None else ()))
        self._publisher.merge(entries)
        return left

    async def find_seats(self, player: int) -> None:
        """Look up where a player holds a seat, beside what other nodes have told."""
        with suppress(StorageUnavailableError):
            for code in await self._directory.seats_of(player):
                if code not in self._host and code not in self._closed:
                    self._seat(code, self._elsewhere.get(code, frozenset()) | {player})

    def _note_closed(self, code: str, *, is_closed: bool) -> None:
        self._closed.pop(code, None)
        if is_closed:
            self._closed[code] = None
            if len(self._closed) > CLOSED_MAX:
                del self._closed[next(iter(self._closed))]

    def _seat(self, code: str, people: frozenset[int]) -> frozenset[int]:
        before = self._elsewhere.pop(code, frozenset())
        if people:
            self._elsewhere[code] = people
        self._host.note_seats(code, before - people, people - before)
        return before - people
