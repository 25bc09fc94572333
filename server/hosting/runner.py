"""Runs one room: decides its next state, has that stored, becomes it, then tells its followers.

Nobody is shown what could be lost: a room's next state counts only when its entry is durable, and when the disk
refuses there is nothing to undo, because the old state is still there.

A room has no task of its own. What is put into its inbox wakes it, and the scheduler gives it a turn. Until what it
decided there is stored and told, whatever else comes waits in the inbox.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from server.hosting.decision import Decision
from server.hosting.delivery.room_delivery import RoomDelivery
from server.hosting.inbox import BUSY, FAULTY, MOVED, RETRY_S, TICK, UNSTORED, UNSURE, Inbox, QueuedInput, refuse_all
from server.hosting.room_storage import RoomResults, load_room
from server.hosting.services import RoomServices, charge_stored
from server.net.recipient import Requester
from server.players.results import recorder
from server.players.results.results import GameEnd
from server.room import disconnections
from server.room import step as rooms
from server.room.journal import StorageUnavailableError, UnknownOutcomeError
from server.room.outputs import Refuse
from server.room.step import Room

_log = logging.getLogger("parlour.room")


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
        "_faulty", "_is_abandoned", "_is_awake", "_knows_presence", "_on_end", "_results", "delivery", "inbox",
        "is_over", "name", "services", "since",
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
        """Run `room`, whose journal is `name`; nothing happens before `start`.

        `ends` are the ends of games whose results are still to be stored, and `snapshot_seq` is the entry of the newest
        snapshot. The room is awake from when it is given a turn until what came of that is done, and `_knows_presence`
        once it has been told who is connected.
        """
        self.services = services
        self._is_awake = True
        self._knows_presence = self._faulty = self._is_abandoned = False
        self._results = RoomResults(services, name, ends, snapshot_seq)
        self._on_end: Callable[[RoomRunner], None] = lambda _: None
        self.is_over = False
        self.name = name
        self.since = since
        self.inbox = Inbox(self._wake)
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
        return not self._is_awake and self.delivery.is_idle and self._results.are_stored

    def start(self, on_end: Callable[[RoomRunner], None]) -> None:
        """Take turns until the room closes or cannot go on, or its inbox is closed; then call `on_end`."""
        self._on_end = on_end
        self._sleep()

    def decide(self, now: float) -> Decision | None:
        """Decide all that waits; None where nothing of it has to be stored."""
        if self._is_abandoned:
            return None
        queued = self.inbox.take()
        if not queued and self.inbox.is_closed:
            self._on_end(self)
            return None
        due = None if queued else rooms.deadline(self.room)
        if not queued and (due is None or due > now):
            self._sleep()
            return None
        decision = Decision(self.name, self.room, queued or (TICK,), now)
        try:
            decision.add_all(self.inbox)
        except Exception:  # noqa: BLE001 - whatever fails in one room is that room's alone
            self._recover(decision)
            return None
        if decision.entries:
            return decision
        self.settle(decision, outcome=True)
        return None

    def settle(self, decision: Decision, outcome: bool | StorageUnavailableError) -> None:
        """Become what is stored and tell it; stop where another process runs the room; refuse what was not stored."""
        if self._is_abandoned:
            refuse_all(decision.queued, MOVED)
        elif outcome is True:
            try:
                self._become(decision)
            except Exception:  # noqa: BLE001 - as above
                self._recover(decision)
        elif isinstance(outcome, StorageUnavailableError):
            self._refuse_unstored(decision.queued, outcome)
        else:
            _log.error("event=room-lost room=%s seq=%d", self.name, self.room.seq)
            self.inbox.put_back(decision.queued)
            self._end()

    def submit(self, queued: QueuedInput) -> None:
        """Put an input into the inbox, or refuse it where that is full."""
        if not self.inbox.offer(queued):
            queued.refuse(BUSY)

    def retire(self, on_end: Callable[[RoomRunner], None]) -> None:
        """Take nothing more, and call `on_end` once what was taken is done; nobody is told anything."""
        self._on_end = on_end
        self.is_over = True
        self.inbox.close()
        self.delivery.computers.stop()

    def abandon(self) -> None:
        """Do nothing any more, as another server runs the room: what waits is refused."""
        self.is_over = self._is_abandoned = True
        self.inbox.close()
        self.delivery.computers.stop()
        refuse_all(self.inbox.take(), MOVED)

    async def store_results(self) -> None:
        """Wait until the results of all games are stored, unless the disk refuses."""
        await self._results.finish()

    def disconnect(self, requester: Requester) -> None:
        """Note that a follower's connection is over."""
        if self.delivery.disconnect(requester):
            self.since = self.services.now()

    # Inside.

    def _wake(self) -> None:
        """Ask for a turn, unless one is to come or under way."""
        if not self._is_awake:
            self._is_awake = True
            self.services.scheduler.wake(self)

    def _sleep(self) -> None:
        """Wait for inputs or for the deadline, which may be there already."""
        if self.room.closed:
            self._end()
            return
        self._is_awake = False
        if len(self.inbox) or self.inbox.is_closed:
            self._wake()
        elif (due := rooms.deadline(self.room)) is not None:
            self.inbox.wake_in(due - self.services.now())

    def _become(self, decision: Decision) -> None:
        """Become the decided room and tell everybody; then have stored what follows from a game's end."""
        before, after = self.room, decision.room
        if decision.entries:
            self.services.moves += decision.moves
            charge_stored(decision.costs)
            if decision.is_news:
                self.since = decision.at
            self._results.add(decision.ends, before, after, decision.at)
        self.room = after
        self.delivery.deliver_all(decision.outputs)
        if not self._knows_presence or decision.has_presence or disconnections.may_miss(before, after):
            self._knows_presence = True
            self.delivery.report_presence()
        self._faulty = False
        self._results.store()
        self._sleep()

    def _end(self) -> None:
        """Stop computers, refuse what is still in line, tell followers, and remove the room from every index."""
        refusal = Refuse("unknown-room", self.room.farewell or f"Table {self.code} is closed.")
        if not self.room.closed:
            refusal = Refuse("unavailable", f"Table {self.code} will be back when the server is.")
        self.is_over = True
        self.inbox.close()
        self.delivery.computers.stop()
        refuse_all(self.inbox.take(), refusal)
        self.delivery.close(refusal.text)
        self.services.tasks.start(self._finish())

    async def _finish(self) -> None:
        try:
            await self.services.recorder.put_away(self._put_away)
        finally:
            self._on_end(self)

    async def _put_away(self) -> bool:
        """Store the last results, and close the journal of a room that has closed; False where the disk refuses."""
        if not await self._results.finish():
            return False
        return not self.room.closed or await recorder.close_journal(self.services.journal, self.name)

    def _refuse_unstored(self, inputs: tuple[QueuedInput, ...], error: StorageUnavailableError) -> None:
        """Refuse what people asked for, so that they may try again; retry after a rest what nobody asked for."""
        refuse_all(inputs, UNSURE if isinstance(error, UnknownOutcomeError) else UNSTORED)
        self.services.tasks.start(self._retry(tuple(queued for queued in inputs if queued.request is None)))

    async def _retry(self, inputs: tuple[QueuedInput, ...]) -> None:
        if inputs:
            await asyncio.sleep(RETRY_S)
            self.inbox.put_back(inputs)
        self._sleep()

    def _recover(self, decision: Decision) -> None:
        """Log the fault that is being handled, and load the room again."""
        _log.exception("event=room-failed room=%s seq=%d", self.name, self.room.seq)
        self.services.tasks.start(self._rebuild(decision.queued))

    async def _rebuild(self, inputs: tuple[QueuedInput, ...]) -> None:
        """Load the room again after a fault of ours; after the second in a row it does not go on.

        The inputs that met the fault are refused, and seats are as they were stored, whoever was told of it.
        """
        refuse_all(inputs, FAULTY)
        if self._faulty:
            self._end()
            return
        self._faulty = True
        self._knows_presence = False
        self.services.rebuilt += 1
        try:
            self.room = (await load_room(self.services.journal, self.name)).room
            self.delivery.restore()
        except Exception:  # noqa: BLE001 - the same fault, or another: there is no going on
            _log.exception("event=room-not-rebuilt room=%s", self.name)
            self._end()
        else:
            self._sleep()
