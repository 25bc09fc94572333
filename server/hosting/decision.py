"""What the inputs that wait in a room lead to, before any of it is stored."""

from __future__ import annotations

from typing import cast

from server.computers import advice
from server.hosting.inbox import Inbox, QueuedInput
from server.net.recipient import Requester
from server.players.results.results import GameEnd, finishers
from server.players.sessions.routing import Request
from server.room import outputs, replay
from server.room import step as rooms
from server.room.inputs import ComputerMove, Consult, Event, GetLegalMoves, Input, Play, Presence, Sit
from server.room.journal import Append
from server.room.step import Room

RESULT_BYTES = 1024
"""What the results of a game take on the disk, about."""
UNDO_BYTES = 3
"""What an undo takes there, as the journal compresses what a table makes many of; other moves are counted whole."""


class Decision:
    """A room's next state with its entries and outputs; grows by a step for each input.

    `queued` are the inputs, and `costs` the bytes to be stored, by who sent what. `is_news` says that more happened
    than that somebody came, went or looked elsewhere, and `has_presence` that somebody did.
    """

    __slots__ = (
        "_name", "_seq", "at", "costs", "ends", "entries", "has_presence", "has_seats", "is_news", "moves", "outputs",
        "queued", "room",
    )  # fmt: skip

    def __init__(self, name: str, room: Room, queued: tuple[QueuedInput, ...], at: float) -> None:
        """Begin with the room as it is, whose journal is `name`, at a time of the server's clock."""
        self._name = name
        self._seq = room.seq
        self.room = room
        self.queued = queued
        self.at = at
        self.ends: list[GameEnd] = []
        self.entries: list[bytes] = []
        self.costs: list[tuple[Requester, int]] = []
        self.outputs: list[tuple[outputs.Output, Request[Requester] | None]] = []
        self.moves = 0
        self.is_news = self.has_presence = self.has_seats = False

    @property
    def append(self) -> Append:
        """The entries that are to be stored."""
        return Append(self._name, self._seq + 1, tuple(self.entries), self.has_seats)

    def add_all(self, inbox: Inbox) -> None:
        """Take the step of each input in turn.

        One that meets a fault goes back into the inbox, with all behind it, until it is the first in line; then the
        fault is raised.
        """
        inputs = self.queued
        for place, queued in enumerate(inputs):
            try:
                self.add(queued)
            except Exception:
                self.queued = inputs[: max(place, 1)]
                inbox.put_back(inputs[max(place, 1) :])
                if not place:
                    raise
                break

    def add(self, queued: QueuedInput) -> None:
        """Take the step of one input."""
        before, event, at = self.room, queued.event, self.at if queued.at is None else queued.at
        result = _step(before, at, event)
        if result.record:
            self.entries.append(replay.pack(at, cast(Input, event)))  # a question is never recorded
            self.moves += isinstance(event, (Play, ComputerMove))
            is_presence = isinstance(event, Presence)
            self.is_news |= not is_presence
            self.has_presence |= is_presence
            self.has_seats |= isinstance(event, Sit)
            cost = UNDO_BYTES if _is_undo(before, event) else len(self.entries[-1])
            if finishers(before, result.room):
                self.ends.append(GameEnd(self._name, before, result.room, at))
                cost += RESULT_BYTES
            if queued.request is not None:
                self.costs.append((queued.request.requester, cost))
        self.room = result.room
        self.outputs += [(output, queued.request) for output in result.outputs]


def _is_undo(room: Room, event: Event) -> bool:
    return isinstance(event, Play) and event.move in room.setting.game.undo_moves


def _step(room: Room, at: float, event: Event) -> rooms.RoomStep:
    """Compute what an input leads to; a question changes nothing."""
    match event:
        case Consult():
            return advice.step(room, event)
        case GetLegalMoves():
            return rooms.RoomStep(room, (outputs.SendLegalMoves(),), record=False)
        case _:
            return rooms.step(room, at, event)
