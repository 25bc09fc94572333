"""Hands rooms of this node over to others, by release and claim, and takes those that others hand over or leave.

A room first does what it has taken. What is asked of it from then on waits until its next node has it, so that nothing
is refused. Whoever sits there is shown it again by that node, and so is whoever watches. No clock counts the time in
between. Where the word of it is lost, the room is anybody's and soon claimed, as when a node has died.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Sequence

from server.cluster.messages import HandedOver
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.directory import Directory
from server.cluster.rooms.listings import ClusterListings
from server.cluster.rooms.locations import HANDED_OVER_S, RoomLocations
from server.cluster.rooms.remote_tables import RemoteTables
from server.cluster.rooms.search import CLAIMED_AT_ONCE, RoomSearch
from server.hosting.hibernation import LONG_S
from server.hosting.host import Host
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.room.journal import StorageUnavailableError

AT_ONCE = 20
"""How many rooms are on their way together: as many as a node loads in some milliseconds."""
RETRY_S = 0.5
"""How long to wait before a database that refuses is asked again."""

_log = logging.getLogger("parlour.cluster")


class Handover:
    """Gives rooms to other nodes, and takes theirs; mutable because it counts them.

    `taken` are those that others have handed over, and `taken_over` those that nobody had. A node that `is_draining`
    takes none.
    """

    def __init__(
        self,
        send: Send,
        clock: ServerClock,
        directory: Directory,
        host: Host,
        presence: ClusterPresence,
        locations: RoomLocations,
        search: RoomSearch,
        listings: ClusterListings,
        tables: RemoteTables,
        tasks: Tasks,
    ) -> None:
        self._send = send
        self._clock = clock
        self._directory = directory
        self._host = host
        self._presence = presence
        self._locations = locations
        self._search = search
        self._listings = listings
        self._tables = tables
        self._tasks = tasks
        self._is_claiming = False
        self.is_draining = False
        self.taken = 0
        self.taken_over = 0

    async def drain(self, nodes: Sequence[int]) -> None:
        """Hand all rooms over to some nodes. Raises StorageUnavailableError."""
        self.is_draining = self._search.claims_nothing = True
        tried = set[str]()
        while codes := [code for code in self._host.codes() if code not in tried][:AT_ONCE]:
            tried.update(codes)
            await asyncio.gather(*(self.hand_over(code, self._next_node(code, nodes)) for code in codes))

    async def follow_people(self, nodes: Collection[int]) -> None:
        """Hand rooms over in which no game is under way, and that people of one of some other nodes alone follow.

        What has just become this node's stays for a while. Raises StorageUnavailableError.
        """
        for code in self._host.between_games():
            if not self._locations.has_just_come(self._host.name_of(code)) and (node := self._only_node(code)) in nodes:
                await self.hand_over(code, node)

    async def hand_over(self, code: str, node: int) -> None:
        """Have a node go on with a room, whose clocks stand still from now until it does."""
        at = self._clock.now()
        left = await self._host.retire(code)
        if left is None:
            return
        self._listings.note_handed_over(code, left.people)
        self._locations.note_handed_over(code)
        self._tables.note_moving(code, left.watchers)
        await self._release(left.name)
        self._send(node, HandedOver(left.name, code, at, left.watchers))

    async def _release(self, room: str) -> None:
        """Give a room up, however long the database refuses: until then nobody can run it.

        For a moment it is claimed by name alone, or whoever beats just then would be quicker than the node it is for.
        """
        while True:
            try:
                await self._directory.release([room], self._clock.now() + HANDED_OVER_S)
            except StorageUnavailableError:
                await asyncio.sleep(RETRY_S)
            else:
                return

    async def take(self, handed: HandedOver) -> None:
        """Go on with a room that another node has handed over, unless somebody was quicker."""
        if self.is_draining:
            return
        try:
            claimed = await self._directory.claim([handed.room])
        except StorageUnavailableError as error:
            _log.warning("event=room-not-taken room=%s reason=%s", handed.room, ascii(str(error)))
            return
        if claimed:
            self.taken += 1
            # Who has come anew since then does not watch it.
            watchers = [each for each in handed.watchers if self._presence.since(each) <= handed.at]
            self._tables.note_moving(handed.code, watchers)
            self._search.adopt(claimed, handed.at)
            self._host.show_to(handed.code, [each for each in watchers if self._presence.number(each) is None])

    def claim_due(self) -> None:
        """Take rooms over that nobody has, unless that is under way."""
        if not self._is_claiming and not self.is_draining:
            self._is_claiming = True
            self._tasks.start(self._claim_due())

    async def _claim_due(self) -> None:
        """Take rooms over that nobody has, a few at a time, until nothing more is due."""
        try:
            while claimed := await self._directory.claim_due(self._clock.now(), CLAIMED_AT_ONCE):
                self.taken_over += len(claimed)
                self._search.adopt(claimed)
                _log.info("event=rooms-claimed rooms=%d", len(claimed))
                await asyncio.wait({self._tasks.start(self._host.hibernation.take_up_all())}, timeout=LONG_S)
        except StorageUnavailableError as error:
            _log.warning("event=rooms-not-claimed reason=%s", ascii(str(error)))
        finally:
            self._is_claiming = False

    async def give_up_all(self) -> None:
        """Give all rooms up, and claim none that are due. Raises StorageUnavailableError."""
        self._is_claiming = True
        await self._directory.release_all()

    def _only_node(self, code: str) -> int:
        """The other node where all are connected who follow a room; 0, which no node is, where there is none."""
        nodes = set(map(self._presence.node_of, self._host.followers(code)))
        return next(iter(nodes)) or 0 if len(nodes) == 1 else 0

    def _next_node(self, code: str, nodes: Sequence[int]) -> int:
        """The node where most who follow a room are connected, and of several the one with the fewest rooms."""
        people = Counter(map(self._presence.node_of, self._host.followers(code)))
        return max(nodes, key=lambda node: (people[node], -self._locations.count_rooms(node)))
