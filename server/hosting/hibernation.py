"""Keeps rooms that are in the journal alone: those at rest, and after a start all that were open.

There is one way for a stored room into memory, whoever needs it: when somebody asks for it, when its clock is up, or
when its turn has come after a start. Rooms are loaded one at a time, in slices of a few entries, so that nobody else
waits; one that takes long, as after an update without a snapshot, lets the others go ahead. Until then a room keeps its
code, its line in the lobby and its players' seats.

A server that starts lets people in at once, and replays nothing before: of each open room it has read a summary. Who
signs in has their own rooms loaded before the Welcome, so that it names the right seats; who asks for another gets that
one next; the rest follow. Each then gets a `Restart` input as of the server's start, so that no clock counts the time
it waited.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial

from server.hosting.inbox import BUSY, INBOX_MAX, MOVED, RETRY_S, QueuedInput
from server.hosting.room_storage import LoadedRoom, load_room
from server.hosting.runner import RoomRunner
from server.hosting.services import RoomServices
from server.net.recipient import Requester
from server.players.results import recorder
from server.players.results.results import GameEnd
from server.players.sessions.routing import Request
from server.room import departures, replay
from server.room import step as rooms
from server.room.inputs import Restart
from server.room.journal import Recalled, StorageUnavailableError
from server.room.outputs import Refuse
from server.room.replay import JournalSummary

RoomAction = Callable[[RoomRunner], None]
"""What to do with a room once it is in memory."""

LONG_S = 1.0
"""How long all rooms that are loaded after a start wait for one of them."""

_log = logging.getLogger("parlour.host")


@dataclass(slots=True)
class HibernatedRoom:
    """A room that is not in memory, and the actions that wait until it is.

    Attributes:
        name: the room's journal.
        since: when something last happened there, by the server's clock.
        due: when it is to be loaded by itself, or None.
        closes_after_s: after how long a rest it is cleared.
        moves: how many moves people have put into its game.
        people: who may be named there: those for whom its newest game began, or before it was loaded all who sat there.
        memory: that of the last advice there, from which the next one starts.
        back_at: when the server started, where the room has not been loaded since.
        recalled: what the journal recalls of it, where that is known already.
        waiting: what is to be done once it is loaded, and who asked for that.
        loading: what loads it, once that has begun.
    """

    name: str
    since: float
    due: float | None
    closes_after_s: float
    moves: int = 0
    people: frozenset[int] = frozenset()
    memory: str = ""
    back_at: float | None = None
    recalled: Recalled | None = None
    waiting: list[tuple[RoomAction, Request[Requester] | None]] = field(default_factory=list)
    loading: asyncio.Task[None] | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for it to be loaded."""
        return bool(self.waiting) or self.loading is not None

    def is_due(self, now: float) -> bool:
        """Whether it is to be loaded although nobody asked for it."""
        return (self.due is not None and self.due <= now) or now - self.since > self.closes_after_s

    def refuse(self, refusal: Refuse) -> None:
        """Refuse everything that waits for the room."""
        waiting, self.waiting = self.waiting, []
        for _, request in waiting:
            if request is not None:
                request.refuse(refusal)


class Hibernation:
    """Every room that is in the journal alone, by its code.

    One room is loaded at a time, in the order in which they were asked for, and beside it one that takes long.
    """

    def __init__(self, services: RoomServices, on_loaded: Callable[[RoomRunner], None]) -> None:
        """Keep rooms for `services`; `on_loaded` is called with each as it comes into memory."""
        self._services = services
        self._on_loaded = on_loaded
        self._rooms: dict[str, HibernatedRoom] = {}
        self._of: dict[int, list[tuple[str, HibernatedRoom]]] = {}
        self._turn = asyncio.Lock()
        self._long_turn = asyncio.Lock()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._rooms)

    def get(self, code: str) -> HibernatedRoom | None:
        return self._rooms.get(code)

    def codes(self) -> list[str]:
        """The codes of all rooms."""
        return list(self._rooms)

    def deserted(self) -> list[tuple[int, float, str]]:
        """The codes of the rooms that nobody has asked for, behind their moves and when something last happened."""
        return [(room.moves, room.since, code) for code, room in self._rooms.items() if not room.waiting]

    def people(self) -> list[tuple[str, frozenset[int]]]:
        """The codes of all rooms, with the players who may be named there."""
        return [(code, room.people) for code, room in self._rooms.items()]

    def put(self, runner: RoomRunner, closes_after_s: float) -> None:
        """Keep a room that is at rest."""
        due = rooms.deadline(runner.room)
        moves = departures.count_moves(runner.room)
        people, memory = runner.room.cast_players, runner.delivery.computers.memory
        self._rooms[runner.code] = HibernatedRoom(runner.name, runner.since, due, closes_after_s, moves, people, memory)

    def expect(self, summary: JournalSummary, now: float, recalled: Recalled | None = None) -> None:
        """Keep a room that was open when the server last stopped.

        Of two with the same code the earlier had ended, and was only not put away; it has that code no longer.
        """
        code = summary.opened.code
        if earlier := self._rooms.pop(code, None):
            self._rooms[earlier.name] = earlier
        hibernated = self._rooms[code] = HibernatedRoom(
            summary.name, 0.0, None, math.inf, people=summary.people, back_at=now, recalled=recalled
        )
        for player in summary.people:
            self._of.setdefault(player, []).append((code, hibernated))
        self._services.relist(code, summary.opened)

    def act(self, code: str, action: RoomAction, request: Request[Requester] | None) -> None:
        """Load a room as soon as can be and act on it, or refuse the request where too many wait for the room."""
        hibernated = self._rooms[code]
        if len(hibernated.waiting) < INBOX_MAX:
            hibernated.waiting.append((action, request))
            self._begin(code, hibernated)
        elif request is not None:
            request.refuse(BUSY)

    def remove(self, code: str) -> None:
        """Forget a room that nobody waits for."""
        del self._rooms[code]

    async def load(self, code: str) -> None:
        """Load a room, and wait for that."""
        await asyncio.wait({self._begin(code, self._rooms[code])})

    def wake(self, now: float) -> None:
        """Load what is due."""
        for code, hibernated in self._rooms.items():
            if hibernated.is_due(now) and not hibernated.waiting:
                self.act(code, _do_nothing, None)

    async def take_up_for(self, player: int) -> None:
        """Load every room where a player may hold a seat, of those not loaded since the start."""
        for code, hibernated in self._of.get(player, ()):
            await asyncio.wait({self._begin(code, hibernated)})

    async def take_up_all(self) -> None:
        """Load every room that has not been loaded since the start, in the order they were opened."""
        taking_long = set[asyncio.Task[None]]()
        for code, hibernated in tuple(self._rooms.items()):
            if hibernated.back_at is not None:
                _, late = await asyncio.wait({self._begin(code, hibernated)}, timeout=LONG_S)
                taking_long |= late
        if taking_long:
            await asyncio.wait(taking_long)
        self._of.clear()

    def close(self) -> None:
        self._is_closed = True

    def abandon(self) -> None:
        """Forget every room, as other servers have them now; who waits for one is refused."""
        for hibernated in self._rooms.values():
            hibernated.refuse(MOVED)
        self._rooms.clear()
        self._of.clear()

    # Inside.

    def _begin(self, code: str, hibernated: HibernatedRoom) -> asyncio.Task[None]:
        """Begin to load a room, unless that has begun."""
        if hibernated.loading is None or hibernated.loading.done():
            hibernated.loading = self._services.tasks.start(self._take_up(code, hibernated))
        return hibernated.loading

    async def _take_up(self, code: str, hibernated: HibernatedRoom) -> None:
        async with AsyncExitStack() as turn:

            async def let_others_go_ahead() -> None:
                await turn.aclose()
                await turn.enter_async_context(self._long_turn)

            await turn.enter_async_context(self._turn)
            if not self._is_wanted(code, hibernated):
                return
            try:
                recalled, hibernated.recalled = hibernated.recalled, None
                loaded = await load_room(self._services.journal, hibernated.name, let_others_go_ahead, recalled)
            except StorageUnavailableError as error:
                self._postpone(code, hibernated, error)
                return
            except replay.ReplayError as error:
                if self._is_wanted(code, hibernated):
                    self._forget(code, hibernated, error)
                return
            if not self._is_wanted(code, hibernated):
                return
            del self._rooms[code]
        if loaded.room.closed:
            await self._finish_closing(code, hibernated, loaded.ends)
        else:
            self._start(hibernated, loaded)

    def _is_wanted(self, code: str, hibernated: HibernatedRoom) -> bool:
        """Whether a room is still to be loaded: somebody may have been quicker, or the server stops."""
        return self._rooms.get(code) is hibernated and not self._is_closed

    def _start(self, hibernated: HibernatedRoom, loaded: LoadedRoom) -> None:
        """Run a loaded room; one from before the server's start gets a Restart input as of that time."""
        back_at = hibernated.back_at
        ends = loaded.ends if back_at is not None else ()
        since = max(loaded.since, hibernated.since)
        runner = RoomRunner(self._services, hibernated.name, loaded.room, since, ends, loaded.snapshot_seq)
        runner.delivery.computers.memory = hibernated.memory
        self._on_loaded(runner)
        if back_at is not None:
            runner.inbox.offer(QueuedInput(Restart(), at=back_at))
        for action, _ in hibernated.waiting:
            action(runner)
        for player in loaded.room.players():  # also who came while it could not be read
            requester = self._services.online.get(player)
            if requester is not None and player not in runner.delivery.audience:
                runner.delivery.show(requester)

    async def _finish_closing(self, code: str, hibernated: HibernatedRoom, ends: Sequence[GameEnd]) -> None:
        """Do what remained to be done for a room that had ended."""
        self._services.relist(code, None)
        hibernated.refuse(Refuse("unknown-room", f"Table {code} is closed."))
        await self._services.recorder.put_away(partial(self._put_away, hibernated.name, ends))

    async def _put_away(self, name: str, ends: Sequence[GameEnd]) -> bool:
        if not await self._services.recorder.store(ends):
            return False
        return await recorder.close_journal(self._services.journal, name)

    def _postpone(self, code: str, hibernated: HibernatedRoom, error: StorageUnavailableError) -> None:
        """Refuse those who wait, and try again later: the disk cannot be read."""
        _log.error("event=room-not-waked room=%s reason=%s", hibernated.name, ascii(str(error)))
        hibernated.due = self._services.now()
        text = f"Table {code} can't be opened right now. Try again in a moment."
        hibernated.refuse(Refuse("unavailable", text, RETRY_S))

    def _forget(self, code: str, hibernated: HibernatedRoom, error: replay.ReplayError) -> None:
        """Drop a room that cannot be replayed under these rules; its journal stays as it is."""
        _log.error("event=room-not-restored room=%s reason=%s", hibernated.name, ascii(str(error)))
        del self._rooms[code]
        self._services.seats.replace(code, ())
        self._services.relist(code, None)
        hibernated.refuse(Refuse("unavailable", f"This server can't open table {code}. Its game is kept."))


def _do_nothing(_runner: RoomRunner) -> None:
    """Do nothing: a room that was loaded because it is due goes on by itself, or is cleared like any other."""
