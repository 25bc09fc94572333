"""The rooms of this server, each with a task of its own that decides, stores, becomes and tells, in that order.

Nobody is shown what could be lost: a room's next value counts only when its entry is durable, and when the disk
refuses there is nothing to undo, because the old value is still there.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from engines.game import Seat
from protocol import messages as m
from server import replay
from server import room as rooms
from server.audience import Audience, Follower
from server.computers import Computers
from server.journal import Conflict, Journal, Unwritable
from server.room import Choose, Close, Computer, Input, Leave, Open, Room, Tick
from server.tasks import Tasks

INBOX_MAX = 64
"""How many inputs may wait for one room; what comes on top is refused, and can be sent again."""
RETRY_S = 1.0
"""How long a room rests when the disk refuses a move nobody asked for."""
DESERTED_S = 600.0
"""After how long a table that nobody follows and nobody plays at is cleared."""
DESERTED_GAME_S = 30 * 24 * 3600.0
"""The same while a game is on: people come back to a game after days."""

_log = logging.getLogger("parlour.host")


class Asker(Follower, Protocol):
    """Whoever sent an input and wants to hear of it; `following` is the rooms they follow, which the host keeps."""

    following: set[str]

    @property
    def connected(self) -> bool:
        """Whether they are still there."""

    def entered(self, ref: int | None, code: str, seat: Seat | None) -> None:
        """They follow the room now."""

    def refused(self, refusal: m.Refused) -> None:
        """Their input was refused."""

    def left(self, code: str, reason: str) -> None:
        """They follow the room no longer."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An input for a room, and who asked: `about` and `ref` are their command's type and number."""

    event: Input
    asker: Asker | None = None
    about: str = ""
    ref: int | None = None


TICK = Ask(Tick())


class Clock:
    """The server's clock, in seconds: it never jumps, and stands still while the server is down."""

    def __init__(self) -> None:
        """Begin at 0."""
        self._offset = -time.monotonic()

    def now(self) -> float:
        """Seconds on this clock."""
        return time.monotonic() + self._offset

    def go_on_from(self, at: float) -> None:
        """Be at least at `at`, the time of something that happened before the server stopped."""
        self._offset = max(self._offset, at - time.monotonic())


class Inbox:
    """The inputs waiting for one room, and the time it sets itself. Mutable: it is a queue.

    The timer is left alone as long as it is not late: a room whose deadline moves with every move sets it once, and it
    wakes in vain now and then.
    """

    __slots__ = ("_asks", "_closed", "_loop", "_timer", "_waiter")

    def __init__(self) -> None:
        """Begin empty."""
        self._loop = asyncio.get_running_loop()
        self._asks: deque[Ask] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def offer(self, ask: Ask) -> bool:
        """Put an input in line; whether there was room for it."""
        if self._closed or len(self._asks) >= INBOX_MAX:
            return False
        self._asks.append(ask)
        self._wake()
        return True

    async def next(self, left: Callable[[], float | None]) -> Ask | None:
        """The next input, or a Tick when `left()`, the seconds that remain until the deadline, has come to 0.

        None when the inbox is closed and empty.
        """
        while not self._asks:
            if self._closed:
                return None
            seconds = left()
            if seconds is not None and seconds <= 0:
                return TICK
            self._set_timer(seconds)
            self._waiter = self._loop.create_future()
            await self._waiter
        return self._asks.popleft()

    def close(self) -> None:
        """Take nothing more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake()

    def _set_timer(self, seconds: float | None) -> None:
        if seconds is None:
            return
        when = self._loop.time() + seconds
        if self._timer is not None:
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Table:
    """One room being run: its present value, its inbox, its audience. Mutable: it is what becomes."""

    __slots__ = ("audience", "inbox", "name", "room", "since")

    def __init__(self, name: str, room: Room, since: float) -> None:
        """Run `room`, whose journal is kept under `name`; `since` is when something last happened there."""
        self.name = name
        self.room = room
        self.since = since
        self.inbox = Inbox()
        self.audience: Audience[Asker] = Audience()


class Host:
    """Every room of this server. Mutable: it owns them and their tasks."""

    def __init__(
        self,
        journal: Journal,
        computers: Computers,
        clock: Clock,
        tasks: Tasks,
        relist: Callable[[Room], None],
    ) -> None:
        """Run rooms as tasks of `tasks`; `relist` hears of each room whose line in the lobby changed."""
        self._journal = journal
        self._computers = computers
        self._clock = clock
        self._tasks = tasks
        self._relist = relist
        self._tables: dict[str, Table] = {}
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._seats: dict[int, dict[str, None]] = {}
        self.moves = 0
        self.refusals: dict[str, int] = {}
        self.rebuilt = 0

    def __len__(self) -> int:
        """How many rooms there are."""
        return len(self._tables)

    async def restore(self) -> None:
        """Take up every room that was open when the server last stopped; one that cannot be is logged and left."""
        restored = []
        for name in await self._journal.open_rooms():
            try:
                restored.append((name, *replay.replay(await self._journal.read(name))))
            except replay.Unreplayable as error:
                _log.error("event=room-not-restored room=%s error=%s", name, ascii(str(error)))
        for _, _, at in restored:
            self._clock.go_on_from(at)
        for name, room, at in restored:
            table = Table(name, room, at)
            self._run(table)
            for player in room.players():
                self._seats.setdefault(player, {})[room.setting.code] = None
            for think in rooms.thinkers(room):
                self._deliver(table, think, TICK)

    def open(self, opened: Open, asker: Asker, ref: int) -> None:
        """Make a room and seat who asked for it, once that is stored."""
        self._tasks.start(self._open(opened, asker, ref))

    def submit(self, code: str, ask: Ask) -> None:
        """Hand a room an input. A refusal goes to the asker."""
        table = self._tables.get(code)
        if table is None:
            self._refuse(ask, code, "unknown-room", f"There is no room {ascii(code)[1:-1]}.")
        elif isinstance(ask.event, Leave) and self._stop_watching(table, ask):
            return
        elif not table.inbox.offer(ask):
            self._refuse(ask, code, "too-many", "The room is busy. Try again.", retry_after_s=RETRY_S)

    def watch(self, code: str, asker: Asker, ref: int) -> None:
        """Let a player follow a room, from their seat if they have one there."""
        table = self._tables.get(code)
        if table is None:
            ask = Ask(Tick(), asker, "watch", ref)
            self._refuse(ask, code, "unknown-room", f"There is no room {ascii(code)[1:-1]}.")
            return
        self._follow(table, asker)
        asker.entered(ref, code, table.room.seat_of(asker.player))
        table.audience.show_one(asker, table.room, self._clock.now())
        table.audience.show_presence(table.room)

    def seats_of(self, player: int) -> tuple[str, ...]:
        """The rooms a player holds a seat in, longest first."""
        return tuple(self._seats.get(player, ()))

    def arrived(self, asker: Asker) -> None:
        """A player has connected: they follow every room they hold a seat in, and see it."""
        for code in self.seats_of(asker.player):
            table = self._tables[code]
            self._follow(table, asker)
            table.audience.show_one(asker, table.room, self._clock.now())
            table.audience.show_presence(table.room)

    def gone(self, asker: Asker) -> None:
        """A player's connection is over; their seats stay theirs."""
        for code in asker.following:
            table = self._tables[code]
            if table.audience.remove(asker):
                table.since = self._clock.now()
                table.audience.show_presence(table.room)

    def clear_deserted(self) -> None:
        """Close the tables that nobody has followed for a while and nobody plays at."""
        now = self._clock.now()
        for table in self._tables.values():
            limit = DESERTED_GAME_S if table.room.is_playing else DESERTED_S
            if not len(table.audience) and now - table.since > limit:
                table.inbox.offer(Ask(Close()))

    async def aclose(self) -> None:
        """Let every room finish what it was asked so far; what comes now is refused, and can be sent again later."""
        for table in self._tables.values():
            table.inbox.close()
        await self._idle.wait()

    # A room's life.

    async def _open(self, opened: Open, asker: Asker, ref: int) -> None:
        name = f"{opened.code}-{secrets.token_hex(4)}"
        at = self._clock.now()
        first = rooms.begin(opened, at)
        try:
            await self._journal.append(name, 1, replay.pack(at, opened))
        except (Unwritable, Conflict):
            self._relist(replace(first.room, closed=True))
            self._refuse(Ask(Tick(), asker, "create", ref), None, "unavailable", "No room can be made now. Try again.")
            return
        table = Table(name, first.room, at)
        self._run(table)
        sit = Ask(Tick(), asker, "create", ref)
        for output in (rooms.Seated(first.room.seat_of(asker.player) or 0), *first.outputs):
            self._deliver(table, output, sit)

    def _run(self, table: Table) -> None:
        self._tables[table.room.setting.code] = table
        self._relist(table.room)
        self._tasks.start(self._run_room(table))

    async def _run_room(self, table: Table) -> None:
        self._running += 1
        self._idle.clear()
        try:
            await self._run_until_closed(table)
        finally:
            self._forget(table)
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def _run_until_closed(self, table: Table) -> None:
        while not table.room.closed:
            ask = await table.inbox.next(lambda: self._left(table))
            if ask is None:
                break
            try:
                await self._happen(table, ask)
            except Unwritable:
                await self._unwritable(table, ask)
            except Conflict:
                _log.error("event=room-lost room=%s seq=%d", table.name, table.room.seq)
                break
            except Exception:  # noqa: BLE001 - whatever fails in one room is that room's alone
                _log.exception("event=room-failed room=%s seq=%d", table.name, table.room.seq)
                await self._rebuild(table, ask)

    async def _happen(self, table: Table, ask: Ask) -> None:
        """Decide, store, become, tell."""
        at = self._clock.now()
        result = rooms.step(table.room, at, ask.event)
        if result.record:
            entry = replay.pack(at, ask.event)
            await self._journal.append(table.name, result.room.seq, entry, closes=result.room.closed)
            self.moves += isinstance(ask.event, (rooms.Play, Choose))
            table.since = at
        table.room = result.room
        for output in result.outputs:
            self._deliver(table, output, ask)

    def _deliver(self, table: Table, output: rooms.Output, ask: Ask) -> None:
        code = table.room.setting.code
        match output:
            case rooms.Show(asker=False):
                table.audience.show(table.room, self._clock.now())
            case rooms.Show():
                if ask.asker is not None:
                    table.audience.show_one(ask.asker, table.room, self._clock.now())
            case rooms.Think(seat=seat):
                self._computers.warm()
                self._tasks.start(self._think(table, seat))
            case rooms.Refuse(code=refusal, text=text):
                self._refuse(ask, code, refusal, text)
            case rooms.Seated(seat=seat):
                self._seated(table, ask, seat)
            case rooms.Stood(player=player):
                self._stood(table, player)
            case rooms.Relist():
                self._relist(table.room)

    async def _think(self, table: Table, seat: Seat) -> None:
        room = table.room
        chair, sitting = room.chairs[seat], room.sitting
        if isinstance(chair, Computer) and sitting is not None:
            move = await self._computers.think(room, seat, chair.level)
            table.inbox.offer(Ask(Choose(seat, sitting.number, sitting.plies[seat], move)))

    def _seated(self, table: Table, ask: Ask, seat: Seat) -> None:
        asker, code = ask.asker, table.room.setting.code
        if asker is None:
            return
        self._seats.setdefault(asker.player, {})[code] = None
        asker.entered(ask.ref, code, seat)
        if asker.connected:
            self._follow(table, asker)
        table.audience.show_presence(table.room)

    def _stood(self, table: Table, player: int) -> None:
        code = table.room.setting.code
        self._drop_seat(player, code)
        for asker in table.audience:
            if asker.player == player:
                self._unfollow(table, asker, f"You left room {code}.")

    def _stop_watching(self, table: Table, ask: Ask) -> bool:
        """Let a spectator go, which no room needs to hear of."""
        asker = ask.asker
        if asker is None or asker.player not in table.audience or table.room.seat_of(asker.player) is not None:
            return False
        self._unfollow(table, asker, f"You stopped watching room {table.room.setting.code}.")
        return True

    def _follow(self, table: Table, asker: Asker) -> None:
        table.audience.add(asker)
        asker.following.add(table.room.setting.code)

    def _unfollow(self, table: Table, asker: Asker, reason: str) -> None:
        code = table.room.setting.code
        table.audience.remove(asker)
        asker.following.discard(code)
        asker.left(code, reason)
        table.audience.show_presence(table.room)

    def _forget(self, table: Table) -> None:
        code = table.room.setting.code
        table.inbox.close()
        reason = (
            f"Room {code} is closed." if table.room.closed else f"Room {code} rests; it comes back with the server."
        )
        for asker in table.audience:
            self._unfollow(table, asker, reason)
        for player in table.room.players():
            self._drop_seat(player, code)
        del self._tables[code]

    def _drop_seat(self, player: int, code: str) -> None:
        mine = self._seats.get(player, {})
        mine.pop(code, None)
        if not mine:
            self._seats.pop(player, None)

    # What goes wrong.

    async def _unwritable(self, table: Table, ask: Ask) -> None:
        text = "The server cannot store anything now, so nothing was changed. Try again in a moment."
        self._refuse(ask, table.room.setting.code, "unavailable", text, retry_after_s=RETRY_S)
        if ask.asker is None:
            await asyncio.sleep(RETRY_S)
            table.inbox.offer(ask)

    async def _rebuild(self, table: Table, ask: Ask) -> None:
        """After a fault of ours: back to what the journal says. The input that met it is refused."""
        self.rebuilt += 1
        table.room, _ = replay.replay(await self._journal.read(table.name))
        self._refuse(ask, table.room.setting.code, "unavailable", "The server stumbled over that; nothing was changed.")
        table.audience.show(table.room, self._clock.now())

    def _refuse(
        self, ask: Ask, room: str | None, code: m.RefusalCode, text: str, retry_after_s: float | None = None
    ) -> None:
        self.refusals[code] = self.refusals.get(code, 0) + 1
        if ask.asker is not None:
            refusal = m.Refused(
                code=code, text=text, about=ask.about, ref=ask.ref, room=room, retry_after_s=retry_after_s
            )
            ask.asker.refused(refusal)

    def _left(self, table: Table) -> float | None:
        due = rooms.deadline(table.room)
        return None if due is None else due - self._clock.now()
