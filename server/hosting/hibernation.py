"""Rooms that are in the journal alone: those at rest, and after a start all that were open.

Each is taken up when somebody asks for it or its time has come; there is no other way for a stored room into memory.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX, TICK, QueuedInput
from server.hosting.room_loading import LoadedRoom, load_room
from server.hosting.runner import RETRY_S, RoomRunner, RoomServices
from server.players.results import recorder
from server.players.results.results import GameEnd
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Restart
from server.room.journal import StorageUnavailableError
from server.room.replay import JournalSummary

RoomAction = Callable[[RoomRunner, QueuedInput], None]
"""What is to be done with a room, about what was asked."""

_log = logging.getLogger("parlour.host")


class HibernatedRoom:
    """A room that is in no memory but for this. Mutable: what is asked of it waits for it.

    Attributes:
        name: what its journal is kept under.
        since: when something last happened there, by the server's clock.
        due: when it has set itself to be waked, or None.
        closes_after_s: after how long a rest it is cleared.
        back_at: when the server started, where the room has not been taken up since.
        waiting: what is to be done once it is taken up again.
    """

    __slots__ = ("back_at", "closes_after_s", "due", "name", "since", "waiting")

    def __init__(
        self, name: str, since: float, due: float | None, closes_after_s: float, back_at: float | None = None
    ) -> None:
        """Remember what must not be forgotten of a room."""
        self.name = name
        self.since = since
        self.due = due
        self.closes_after_s = closes_after_s
        self.back_at = back_at
        self.waiting: list[tuple[RoomAction, QueuedInput]] = []

    def is_due(self, now: float) -> bool:
        """Whether it is to be taken up although nobody has asked."""
        return (self.due is not None and self.due <= now) or now - self.since > self.closes_after_s

    def wait(self, deed: RoomAction, ask: QueuedInput) -> bool:
        """Put something in line for when it is taken up; whether there was a place for it."""
        if len(self.waiting) >= INBOX_MAX:
            return False
        self.waiting.append((deed, ask))
        return True


class Hibernation:
    """Every room that is in the journal alone, by its code. Mutable: rooms come and go.

    One is taken up at a time, whoever has waited longest first, and in slices, so that no other room has to wait.
    """

    def __init__(self, house: RoomServices, taken_up: Callable[[RoomRunner], None]) -> None:
        """Keep the rooms of `house`; `taken_up` is given each as it comes into memory."""
        self._house = house
        self._taken_up = taken_up
        self._rooms: dict[str, HibernatedRoom] = {}
        self._of: dict[int, list[tuple[str, HibernatedRoom]]] = {}
        self._turn = asyncio.Lock()
        self._is_closed = False

    def __len__(self) -> int:
        """How many rooms there are."""
        return len(self._rooms)

    def get(self, code: str) -> HibernatedRoom | None:
        """The room of a code."""
        return self._rooms.get(code)

    def put(self, runner: RoomRunner, closes_after_s: float) -> None:
        """Keep a room that is at rest."""
        parked = HibernatedRoom(runner.name, runner.since, rooms.deadline(runner.room), closes_after_s)
        self._rooms[runner.code] = parked

    def expect(self, outline: JournalSummary, now: float) -> None:
        """Keep a room that was open when the server last stopped.

        Of two with the same code the earlier had ended, and was only not put away; it has that code no longer.
        """
        code = outline.opened.code
        if earlier := self._rooms.pop(code, None):
            self._rooms[earlier.name] = earlier
        parked = self._rooms[code] = HibernatedRoom(outline.name, 0.0, None, math.inf, back_at=now)
        for player in outline.people:
            self._of.setdefault(player, []).append((code, parked))
        self._house.relist(code, outline.opened)

    def ask(self, code: str, deed: RoomAction, ask: QueuedInput) -> bool:
        """Do something with a room once it is taken up, as soon as can be; whether there was a place in line."""
        parked = self._rooms[code]
        if not parked.wait(deed, ask):
            return False
        if len(parked.waiting) == 1:
            self._house.tasks.start(self._take_up(code, parked))
        return True

    def wake(self, now: float) -> None:
        """Take up what is due."""
        for code, parked in self._rooms.items():
            if parked.is_due(now) and not parked.waiting:
                self.ask(code, _let_be, TICK)

    async def take_up_for(self, player: int) -> None:
        """Take up every room where a player may hold a seat, of those that have not been since the start."""
        for code, parked in self._of.get(player, ()):
            await self._house.tasks.start(self._take_up(code, parked))

    async def take_up_all(self) -> None:
        """Take up every room that has not been since the start, in the order they were opened."""
        for code, parked in tuple(self._rooms.items()):
            if parked.back_at is not None:
                await self._house.tasks.start(self._take_up(code, parked))
        self._of.clear()

    def close(self) -> None:
        """Take up nothing more."""
        self._is_closed = True

    # Inside.

    async def _take_up(self, code: str, parked: HibernatedRoom) -> None:
        async with self._turn:
            if not self._is_wanted(code, parked):
                return
            try:
                loaded = await load_room(self._house.journal, parked.name)
            except StorageUnavailableError as error:
                self._put_off(code, parked, error)
                return
            except replay.ReplayError as error:
                self._let_rest(code, parked, error)
                return
            if not self._is_wanted(code, parked):
                return
            del self._rooms[code]
        if loaded.room.closed:
            await self._put_away(code, parked, loaded.finishes)
        else:
            self._begin(parked, loaded)

    def _is_wanted(self, code: str, parked: HibernatedRoom) -> bool:
        """Whether a room is still to be taken up: somebody may have been quicker, or the server stops."""
        return self._rooms.get(code) is parked and not self._is_closed

    def _begin(self, parked: HibernatedRoom, loaded: LoadedRoom) -> None:
        """Let a room run; one that did not know yet that the server is back hears of it, as of when that was."""
        back_at = parked.back_at
        finishes = loaded.finishes if back_at is not None else ()
        since = max(loaded.since, parked.since)
        runner = RoomRunner(self._house, parked.name, loaded.room, since, finishes, loaded.kept)
        self._taken_up(runner)
        if back_at is not None:
            runner.inbox.offer(QueuedInput(Restart(), at=back_at))
            for player in loaded.room.players():
                if here := self._house.present.get(player):
                    runner.show(here)
        for deed, ask in parked.waiting:
            deed(runner, ask)

    async def _put_away(self, code: str, parked: HibernatedRoom, finishes: Sequence[GameEnd]) -> None:
        """Do what remained to be done for a room that had ended."""
        self._house.relist(code, None)
        _refuse(code, parked, "unknown-room", f"Room {code} is closed.")
        if await recorder.keep_results(self._house.records, finishes):
            await recorder.close_journal(self._house.journal, parked.name)

    def _put_off(self, code: str, parked: HibernatedRoom, error: StorageUnavailableError) -> None:
        """Let whoever asked for a room try again, as the server does too; the disk cannot be read."""
        _log.error("event=room-not-waked room=%s reason=%s", parked.name, ascii(str(error)))
        parked.due = self._house.now()
        _refuse(code, parked, "unavailable", f"Room {code} cannot be had now. Try again in a moment.", RETRY_S)

    def _let_rest(self, code: str, parked: HibernatedRoom, error: replay.ReplayError) -> None:
        """Forget a room that these rules cannot play again; its journal stays as it is."""
        _log.error("event=room-not-restored room=%s reason=%s", parked.name, ascii(str(error)))
        del self._rooms[code]
        self._house.seats.clear(code)
        self._house.relist(code, None)
        _refuse(code, parked, "unavailable", f"Room {code} cannot be taken up by this server, and rests.")


def _let_be(_runner: RoomRunner, _ask: QueuedInput) -> None:
    """Do nothing: a room that was taken up because it is due goes on by itself, or is cleared like any other."""


def _refuse(
    code: str, parked: HibernatedRoom, why: m.RefusalCode, text: str, retry_after_s: float | None = None
) -> None:
    """Tell everyone who waits for a room that they wait in vain."""
    waiting, parked.waiting = parked.waiting, []
    for _, ask in waiting:
        ask.refuse(code, why, text, retry_after_s)
