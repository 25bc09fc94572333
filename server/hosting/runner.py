"""Runs one room: computes its next state, appends to the journal, commits that state, then tells its followers.

Nobody is shown what could be lost: a room's next state counts only when its entry is durable, and when the disk
refuses there is nothing to undo, because the old state is still there.

A room is a task with a bounded inbox, and frames are put into it synchronously, in the order in which they arrive.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol import messages as m
from server.computers import advice
from server.hosting.delivery import RoomDelivery
from server.hosting.inbox import Inbox, QueuedInput
from server.hosting.room_loading import load_room
from server.hosting.services import RoomServices
from server.net.recipient import Requester
from server.players.results import recorder
from server.players.results.results import GameEnd, finishers
from server.room import outputs, replay, snapshot
from server.room import step as rooms
from server.room.inputs import ComputerMove, Consult, Event, GetLegalMoves, Play, Presence, Query, Sit
from server.room.journal import ConflictError, StorageUnavailableError
from server.room.step import Room

RETRY_S = 1.0
"""How long a room rests when the disk refuses a move nobody asked for."""

_RESTS = "Room {} rests until the server is back."

_log = logging.getLogger("parlour.room")


@dataclass(slots=True)
class _Decision:
    """What queued inputs lead to, before any of it is stored; grows by a step for each input.

    `name` is the room's journal, and `queued` are the inputs. `is_news` says that more happened than that somebody
    connected or disconnected.
    """

    name: str
    room: Room
    queued: tuple[QueuedInput, ...]
    ends: list[GameEnd] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)
    outputs: list[tuple[outputs.Output, QueuedInput]] = field(default_factory=list)
    moves: int = 0
    is_news: bool = False

    def add(self, result: rooms.RoomStep, queued: QueuedInput, at: float) -> None:
        if result.record and not isinstance(queued.event, Query):
            self.entries.append(replay.pack(at, queued.event))
            self.moves += isinstance(queued.event, (Play, ComputerMove))
            self.is_news |= not isinstance(queued.event, Presence)
            if finishers(self.room, result.room):
                self.ends.append(GameEnd(self.name, self.room, result.room, at))
        self.room = result.room
        self.outputs += [(output, queued) for output in result.outputs]


class RoomRunner:
    """Holds the current immutable `Room`, and replaces it after each input.

    Attributes:
        name: the room's journal.
        since: when something last happened there, by the server's clock.
        inbox: the inputs that wait.
        delivery: the connected players, and what they are sent.
        is_over: whether nothing more happens there, while what is left to do is still being done.
    """

    __slots__ = (
        "_ends", "_faulty", "_next_snapshot", "_services", "_snapshot_seq",
        "delivery", "inbox", "is_over", "name", "since",
    )  # fmt: skip

    def __init__(
        self,
        services: RoomServices,
        name: str,
        room: Room,
        since: float,
        ends: Sequence[GameEnd] = (),
        snapshot_seq: int = 0,
    ) -> None:
        """Run `room`, whose journal is `name`; nothing happens before `run`.

        `ends` are the ends of games whose results are still to be stored, `snapshot_seq` is the entry of the newest
        snapshot, and `_next_snapshot` the room that is to be stored as the next one, with its time.
        """
        self._services = services
        self._faulty = False
        self._ends = list(ends)
        self._snapshot_seq = snapshot_seq
        self._next_snapshot: tuple[Room, float] | None = None
        self.is_over = False
        self.name = name
        self.since = since
        self.inbox = Inbox()
        self.delivery = RoomDelivery(services, self.inbox, room)

    @property
    def room(self) -> Room:
        """The room as it is now, which its delivery shows."""
        return self.delivery.room

    @room.setter
    def room(self, room: Room) -> None:
        self.delivery.room = room

    @property
    def code(self) -> str:
        return self.room.setting.code

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing goes on: nobody follows, nothing is thought about or queued, and all results are stored."""
        return self.inbox.is_awaited and self.delivery.is_idle and not self._ends

    async def run(self) -> None:
        """Take one input after the other until the room closes or cannot go on, or until the server stops."""
        while not self.room.closed:
            queued = await self.inbox.next(self._left_s)
            if not queued:
                return
            decision = _Decision(self.name, self.room, queued)
            try:
                await self._process(decision)
            except StorageUnavailableError:
                await self._refuse_unstored(decision.queued)
            except ConflictError:
                _log.error("event=room-lost room=%s seq=%d", self.name, self.room.seq)
                self.inbox.put_back(decision.queued)
                break
            except Exception:  # noqa: BLE001 - whatever fails in one room is that room's alone
                _log.exception("event=room-failed room=%s seq=%d", self.name, self.room.seq)
                if not await self._rebuild(decision.queued):
                    break
        await self._end()

    def disconnect(self, requester: Requester) -> None:
        """Note that a follower's connection is over."""
        if self.delivery.disconnect(requester):
            self.since = self._services.now()

    # Inside.

    async def _process(self, decision: _Decision) -> None:
        """Decide, store, commit and tell: once for everything that waited."""
        at = self._services.now()
        self._decide(decision, at)
        if decision.entries:
            has_seats = any(isinstance(each.event, Sit) for each in decision.queued)
            await self._services.journal.append(self.name, self.room.seq + 1, *decision.entries, in_summary=has_seats)
            self._services.moves += decision.moves
            if decision.is_news:
                self.since = at
            self._ends += decision.ends
            if snapshot.is_due(self.room, decision.room, self._snapshot_seq, self._services.keep_every):
                self._next_snapshot = decision.room, at
        self.room = decision.room
        self.delivery.deliver_all(decision.outputs)
        self.delivery.report_presence()
        self._faulty = False
        await self._store_results()

    def _decide(self, decision: _Decision, at: float) -> None:
        """Compute what the inputs lead to, one after the other.

        One that meets a fault waits, with all behind it, until it is the first in line; then the fault is raised.
        """
        inputs = decision.queued
        for place, queued in enumerate(inputs):
            when = at if queued.at is None else queued.at
            try:
                decision.add(_step(decision.room, when, queued.event), queued, when)
            except Exception:
                decision.queued = inputs[: max(place, 1)]
                self.inbox.put_back(inputs[max(place, 1) :])
                if not place:
                    raise
                break

    async def _end(self) -> None:
        """Stop computers, refuse what is still in line, tell followers, and remove the room from every index."""
        code: m.RefusalCode = "unknown-room" if self.room.closed else "unavailable"
        farewell = self.room.farewell or f"Room {self.code} is closed."
        reason = farewell if self.room.closed else _RESTS.format(self.code)
        self.is_over = True
        self.inbox.close()
        self.delivery.stop_computers()
        for queued in await self.inbox.next(self._left_s):
            queued.refuse(self.code, code, reason)
        self.delivery.close(reason)
        await self._store_results()
        if self.room.closed and not self._ends:
            await recorder.close_journal(self._services.journal, self.name)

    async def _store_results(self) -> None:
        """Store the results of games that have ended, and then the snapshot that is due.

        Where the disk refuses the results, the next input brings them up again. Who asks for results once they have
        been told of a game's end waits behind this in the database's queue.
        """
        if self._ends and await recorder.store_results(self._services.records, self._ends):
            players = {player for each in self._ends for player in each.before.players()}
            self._services.renew(self.room.setting.game.name, players)
            self._ends = []
        if self._next_snapshot and not self._ends:
            (room, at), self._next_snapshot = self._next_snapshot, None
            self._snapshot_seq = room.seq
            if (packed := snapshot.pack(room, at)) is not None:
                self._services.tasks.start(recorder.store_snapshot(self._services.journal, self.name, room.seq, packed))

    async def _refuse_unstored(self, inputs: tuple[QueuedInput, ...]) -> None:
        """Tell people that the disk refused, so that they may try again; retry after a rest what nobody asked for."""
        text = "The server cannot store anything now, so nothing was changed. Try again in a moment."
        for queued in inputs:
            queued.refuse(self.code, "unavailable", text, retry_after_s=RETRY_S)
        own = tuple(queued for queued in inputs if queued.requester is None)
        if own:
            await asyncio.sleep(RETRY_S)
            self.inbox.put_back(own)

    async def _rebuild(self, inputs: tuple[QueuedInput, ...]) -> bool:
        """Load the room again after a fault of ours; whether to go on, as it does not after the second in a row.

        The inputs that met the fault are refused, and seats are as they were stored, whoever was told of it.
        """
        for queued in inputs:
            queued.refuse(self.code, "unavailable", "The server stumbled over that; nothing was lost.")
        if self._faulty:
            return False
        self._faulty = True
        self._services.rebuilt += 1
        try:
            self.room = (await load_room(self._services.journal, self.name)).room
            self.delivery.restore()
        except Exception:  # noqa: BLE001 - the same fault, or another: there is no going on
            _log.exception("event=room-not-rebuilt room=%s", self.name)
            return False
        return True

    def _left_s(self) -> float | None:
        due = rooms.deadline(self.room)
        return None if due is None else due - self._services.now()


def _step(room: Room, at: float, event: Event) -> rooms.RoomStep:
    """Compute what an input leads to; a question changes nothing."""
    match event:
        case Consult():
            return advice.step(room, event)
        case GetLegalMoves():
            return rooms.RoomStep(room, (outputs.SendLegalMoves(),), record=False)
        case _:
            return rooms.step(room, at, event)
