"""Finds rooms whose node is not known, and has commands for them wait meanwhile.

A room that belongs to nobody is claimed by the node where somebody asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

import msgspec

from server.cluster.messages import Claimed
from server.cluster.players.presence import Send
from server.cluster.players.remote_session import RemoteSession
from server.cluster.rooms.directory import ClaimedRoom, Directory
from server.cluster.rooms.held_commands import HELD_MAX, HeldCommand, HeldCommands
from server.cluster.rooms.locations import RoomLocations
from server.cluster.rooms.remote_tables import RemoteTables
from server.cluster.rooms.taken_commands import act
from server.hosting.host import Host
from server.hosting.inbox import MOVED
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request
from server.room.journal import StorageUnavailableError

FIND_EVERY_S = 0.2
CLAIMED_AT_ONCE = 20
"""How many rooms a node claims before others may, so that all share those of a node that has gone."""


class Search(msgspec.Struct):
    """Commands that wait until their room is found, and a node that is known not to have had it `at` a time."""

    but_for: int
    at: float
    waiting: list[HeldCommand]


class RoomSearch:
    """The rooms that commands wait for, by their codes; mutable because rooms are found.

    A node that `claims_nothing` leaves rooms that are nobody's to others.
    """

    def __init__(
        self,
        me: int,
        send: Send,
        directory: Directory,
        host: Host,
        locations: RoomLocations,
        commands: HeldCommands,
        tables: RemoteTables,
        tasks: Tasks,
    ) -> None:
        self._me = me
        self._send = send
        self._directory = directory
        self._host = host
        self._locations = locations
        self._commands = commands
        self._tables = tables
        self._tasks = tasks
        self._now: Callable[[], float] = asyncio.get_running_loop().time
        self._searches: dict[str, Search] = {}
        self._is_looking = False
        self.claims_nothing = False
        locations.sought = self._searches

    def __contains__(self, code: str) -> bool:
        return code in self._searches

    def __len__(self) -> int:
        return len(self._searches)

    def find(self, held: HeldCommand) -> None:
        """Look for a command's room, and have the command wait; refuse it where too many do."""
        search = self._searches.get(held.code)
        if sum(len(each.waiting) for each in self._searches.values()) >= HELD_MAX:
            held.request.refuse(MOVED)
        elif search is not None:
            search.waiting.append(held)
        else:
            self._searches[held.code] = Search(held.node, self._now(), [held])
            self._locations.news.set()
            if not self._is_looking:
                self._is_looking = True
                self._tasks.start(self._look())

    async def locate(self, code: str) -> int | None:
        """Look up which other node has a room, and claim it where nobody has. Raises StorageUnavailableError."""
        found = (await self._directory.find([code])).get(code)
        if found is not None and found.node is None:
            self.adopt(await self._directory.claim([found.room]))
        return None if found is None or code in self._host else found.node

    def adopt(self, claimed: Collection[ClaimedRoom], at: float | None = None) -> None:
        """Take over rooms that are this node's now, as `Host.adopt` does, and have done all that waits for them."""
        summaries = {each.room: each.entries for each in claimed}
        codes = self._host.adopt(summaries, at, {each.room: each.recalled for each in claimed})
        self._send(None, Claimed(tuple(codes)))
        self._locations.note_claimed(summaries)
        self._tables.note_adopted(codes)
        self._settle()

    def refuse_all(self) -> None:
        """Refuse all that waits."""
        self._end(tuple(self._searches), lambda request: request.refuse(MOVED))

    async def _look(self) -> None:
        """Look for rooms until all are found, or the commands for them too old, and have done what waits for them."""
        news = self._locations.news
        try:
            while self._searches:
                news.clear()
                self._settle()
                await self._find_all(tuple(self._searches))
                self._settle()
                if self._searches:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), FIND_EVERY_S)
        except StorageUnavailableError:
            self.refuse_all()
        finally:
            self._is_looking = False

    async def _find_all(self, codes: Collection[str]) -> None:
        """Look up where rooms are, and claim some of those that are nobody's. Raises StorageUnavailableError."""
        found = await self._directory.find(codes)
        self._end((code for code in codes if code not in found), self._host.refuse_unknown)
        self._locations.note_found(
            {code: each.node for code, each in found.items() if each.node not in (None, self._me)}
        )
        free = [each.room for code, each in found.items() if each.node is None and self._may_claim(code)]
        if claimed := await self._directory.claim(free[:CLAIMED_AT_ONCE]) if free else ():
            self.adopt(claimed)
            if len(free) > CLAIMED_AT_ONCE:
                self._locations.news.set()

    def _may_claim(self, code: str) -> bool:
        return not self.claims_nothing and not self._locations.is_left_to_another(code)

    def _settle(self) -> None:
        """Have done what waits for rooms that are found, and refuse what has waited for too long."""
        now = self._now()
        for code, search in tuple(self._searches.items()):
            node = self._locations.owner(code)
            if code in self._host:
                self._end([code], self._act)
            elif node is not None and (node != search.but_for or now - search.at >= FIND_EVERY_S):
                for held in self._searches.pop(code).waiting:
                    self._commands.ask(node, held)
            else:
                self._refuse_old(code, search)

    def _refuse_old(self, code: str, search: Search) -> None:
        """Refuse what has waited for too long, and look no more where nothing else waits."""
        now = self._now()
        for held in search.waiting:
            if held.is_old(now):
                held.request.refuse(MOVED)
        search.waiting = [held for held in search.waiting if not held.is_old(now)]
        if not search.waiting:
            del self._searches[code]

    def _end(self, codes: Iterable[str], answer: Callable[[Request[Requester]], None]) -> None:
        """Look no more for rooms, and have commands for them answered."""
        for code in codes:
            if (search := self._searches.pop(code, None)) is not None:
                for held in search.waiting:
                    answer(held.request)

    def _act(self, request: Request[Requester]) -> None:
        requester = request.requester
        if isinstance(requester, ClientSession | RemoteSession):
            act(self._host, requester, request)
