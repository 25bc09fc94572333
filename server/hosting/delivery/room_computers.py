"""Has computers think about one room: in their own seats, and about the questions of players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engines.game import Hint, Seat
from server.computers.advice import answer_advice
from server.computers.advisor import advice
from server.hosting.inbox import Inbox, QueuedInput
from server.hosting.services import RoomServices
from server.net.recipient import Requester
from server.players.sessions.routing import Request
from server.room import outputs
from server.room import step as rooms
from server.room.inputs import ComputerMove
from server.room.outputs import Refuse
from server.room.step import Room


class RoomComputers:
    """The computers that think about one room now.

    `_again` has the seats whose computers are thinking, and whether they are to think once more. `memory` is that of
    the last advice, from which the next one starts. It is not stored, as a question changes nothing in the game: after
    a restart the first question is searched anew, which takes about two seconds.
    """

    __slots__ = ("_again", "_inbox", "_room", "_services", "_thoughts", "memory")

    def __init__(self, services: RoomServices, inbox: Inbox, room: Callable[[], Room]) -> None:
        """Begin with none; `room` gives the room as it is now, and moves go into its `inbox`."""
        self._services = services
        self._inbox = inbox
        self._room = room
        self._again: dict[Seat, bool] = {}
        self.memory = ""
        self._thoughts: set[asyncio.Task[None]] = set()

    @property
    def are_idle(self) -> bool:
        return not self._thoughts

    def ask_for_move(self, seat: Seat) -> None:
        """Have the computer in a seat choose, and queue its move like anyone's."""
        thought = self._services.tasks.start(self._think(seat))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)

    def ask_for_advice(self, question: outputs.GiveAdvice, request: Request[Requester]) -> None:
        """Have a position thought about, and send the answer to whoever asked, if they are still connected."""
        self._services.tasks.start(self._advise(question, request))

    def stop(self) -> None:
        for thought in self._thoughts:
            thought.cancel()

    # Inside.

    async def _think(self, seat: Seat) -> None:
        """Think about one position at a time.

        Where a computer is asked again meanwhile, the position has changed: its choice is dropped, and it thinks once
        more.
        """
        if seat in self._again:
            self._again[seat] = True
            return
        self._again[seat] = True
        move = None
        try:
            while self._again[seat]:
                self._again[seat] = False
                move = await self._choose(seat)
        finally:
            del self._again[seat]
        if move is not None:
            self._inbox.offer(QueuedInput(move))

    async def _choose(self, seat: Seat) -> ComputerMove | None:
        """What the computer in a seat plays in the present position, or None where it is not on turn."""
        room = self._room()
        level, match = rooms.level_at(room, seat), room.sitting
        if level is None or match is None or outputs.AskComputer(seat) not in rooms.thinkers(room):
            return None
        move = await self._services.computers.think(room, seat, level)
        return ComputerMove(seat, match.number, match.plies[seat], move)

    async def _advise(self, question: outputs.GiveAdvice, request: Request[Requester]) -> None:
        """Answer a question, unless a move made meanwhile has: what is about another position is dropped."""
        requester, services = request.requester, self._services
        room, player = self._room(), requester.player
        answer = await services.advisor.answer(
            services.computers, room.setting.game, question, player, requester.address_usage, self.memory
        )
        if isinstance(answer, Hint):
            self.memory = answer.memory
        if not services.is_online(requester):
            return
        if isinstance(answer, Hint):
            answer = answer_advice(self._room(), player, question, answer)
        match answer:
            case Hint():
                requester.tell(advice(room.setting.code, request.ref, question, answer))
            case Refuse():
                services.refuse(answer, request)
