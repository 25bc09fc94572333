"""Carries out what follows from a room's stored inputs: shows the room, tells players, and asks computers for moves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engines.game import Hint, Seat
from protocol import messages as m
from server.computers.advice import answer_advice
from server.computers.advisor import advice
from server.hosting.audience import Audience
from server.hosting.inbox import TICK, Inbox, QueuedInput
from server.hosting.room_chat import RoomChat
from server.hosting.services import RoomServices
from server.net.recipient import Requester
from server.room import disconnections, outputs, player_view
from server.room import step as rooms
from server.room.inputs import ComputerMove
from server.room.step import Room


class RoomDelivery:
    """A room's connected players and the computers that think for it, and what they are sent.

    `room` is the room as it is now, which its runner replaces. `_again` has the seats whose computers are thinking, and
    whether they are to think once more. `_memory` is that of the last advice, from which the next one starts.
    """

    __slots__ = ("_again", "_inbox", "_memory", "_services", "_thoughts", "audience", "chat", "room")

    def __init__(self, services: RoomServices, inbox: Inbox, room: Room) -> None:
        """Begin with nobody connected; moves of computers and presence inputs go into `inbox`."""
        self._services = services
        self._inbox = inbox
        self.room = room
        self._again: dict[Seat, bool] = {}
        self._memory = ""
        self._thoughts: set[asyncio.Task[None]] = set()
        self.audience: Audience[Requester] = Audience()
        self.chat = RoomChat(self._code, self.audience, services.now)

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows the room and no computer thinks for it."""
        return not (len(self.audience) or self._thoughts)

    def show(self, requester: Requester) -> None:
        """Show a connected player the room from now on, and tell everyone there that they are connected."""
        self.follow(requester)
        self.audience.show_deal(self.room, requester)
        self.audience.show_one(requester, self.room, self._services.now())
        self.audience.show_presence(self.room)
        self.report_presence()
        self.chat.show(self.room, requester)

    def disconnect(self, requester: Requester) -> bool:
        """Remove a follower whose connection is over; whether they were followed from that connection."""
        is_follower = self.audience.remove(requester)
        if is_follower:
            self.audience.show_presence(self.room)
            self.report_presence()
        return is_follower

    def follow(self, requester: Requester) -> None:
        """Send a connected player what happens from now on."""
        self.audience.add(requester)
        requester.following.add(self._code)

    def unfollow(self, requester: Requester, reason: str) -> None:
        """Send a follower nothing more, and tell them why."""
        self.audience.remove(requester)
        requester.following.discard(self._code)
        requester.tell(m.Left(room=self._code, reason=reason))
        self.audience.show_presence(self.room)

    def report_presence(self) -> None:
        """Queue inputs for what the room does not know yet of who is connected, or looks at it.

        It ignores what it hears twice. They are stored where that matters, so that a claim against somebody away, and a
        pause, replay like a move.
        """
        for event in (
            *disconnections.presence_inputs(self.room, self._services.online.__contains__),
            *disconnections.pause_inputs(self.room, self._is_looking),
        ):
            self._inbox.offer(QueuedInput(event))

    def deliver_all(self, stored: Sequence[tuple[outputs.Output, QueuedInput]]) -> None:
        """Carry out the outputs of stored inputs; everyone is shown the room once, as it is after all of them.

        Legal moves are sent after that: they belong to the Table that was shown. Presence is sent last where somebody
        sat down or moved along: a client ignores presence for a room whose Table it has not received.
        """
        is_shown = is_changed = False
        newcomers: list[Requester] = []
        askers: list[QueuedInput] = []
        for output, queued in stored:
            match output:
                case outputs.ShowTable(asker=False):
                    is_shown = True
                    continue
                case outputs.SendLegalMoves():
                    askers.append(queued)
                    continue
                case outputs.ShowDeal(asker=False):
                    newcomers = []  # those who sat down before see it like everybody
                case outputs.SeatGiven() if queued.requester is not None:
                    is_changed = True
                    newcomers.append(queued.requester)
                case outputs.UpdateListing():
                    is_changed = True
            self.deliver(output, queued)
        if is_shown:
            self.audience.show(self.room, self._services.now())
        for asker in askers:
            self._send_legal_moves(asker)
        for newcomer in newcomers:  # to the others, how the dealing stands is no news
            if requester := self._services.online.get(newcomer.player):
                self.audience.show_deal(self.room, requester)
        if is_changed:
            self.audience.show_presence(self.room)

    def deliver(self, output: outputs.Output, queued: QueuedInput = TICK) -> None:
        """Carry out one output of the input `queued`, but for what `deliver_all` shows everyone last."""
        requester = queued.requester
        match output:
            case outputs.ShowTable(asker=True) if requester is not None:
                self.audience.show_one(requester, self.room, self._services.now())
            case outputs.ShowDeal(asker=False):
                self.audience.show_deal(self.room)
            case outputs.ShowDeal(asker=True) if requester is not None:
                self.audience.show_deal(self.room, requester)
            case outputs.AskComputer(seat=seat):
                thought = self._services.tasks.start(self._think(seat))
                self._thoughts.add(thought)
                thought.add_done_callback(self._thoughts.discard)
            case outputs.GiveAdvice():
                self._services.tasks.start(self._advise(output, queued))
            case outputs.Refuse(code=code, text=text, retry_after_s=retry_after_s):
                self._services.refusals[code] = self._services.refusals.get(code, 0) + 1
                queued.refuse(self._code, code, text, retry_after_s)
            case outputs.SeatGiven(seat=seat):
                self._confirm_seat(queued, seat)
            case outputs.SeatLeft(player=player, reason=reason):
                self._remove_player(player, reason)
            case outputs.UpdateListing():
                self._services.relist(self._code, None if self.room.closed else self.room)

    def restore(self) -> None:
        """Let those who hold a seat follow the room and everyone see it, after it was loaded again."""
        players = self.room.players()
        self._services.seats.replace(self._code, players)
        for requester in filter(None, map(self._services.online.get, players)):
            self.follow(requester)
        self.audience.show(self.room, self._services.now())
        self.audience.show_presence(self.room)
        for output in rooms.thinkers(self.room):
            self.deliver(output)

    def stop_computers(self) -> None:
        for thought in self._thoughts:
            thought.cancel()

    def close(self, reason: str) -> None:
        """Let every follower go, and take the room off the seat index and the lobby."""
        for requester in self.audience:
            self.unfollow(requester, reason)
        for player in self.room.players():
            self._services.seats.remove(player, self._code)
        self._services.relist(self._code, None)

    # Inside.

    @property
    def _code(self) -> str:
        return self.room.setting.code

    def _is_looking(self, player: int) -> bool:
        """Whether a player is connected and looks at this table."""
        requester = self._services.online.get(player)
        return requester is not None and requester.looks_at(self._code)

    async def _think(self, seat: Seat) -> None:
        """Have a computer choose, and queue its move like anyone's.

        Each computer thinks about one position at a time. Where it is asked again meanwhile, the position has changed:
        its choice is dropped, and it thinks once more.
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
        room = self.room
        level, match = rooms.level_at(room, seat), room.sitting
        if level is None or match is None or outputs.AskComputer(seat) not in rooms.thinkers(room):
            return None
        move = await self._services.computers.think(room, seat, level)
        return ComputerMove(seat, match.number, match.plies[seat], move)

    async def _advise(self, question: outputs.GiveAdvice, queued: QueuedInput) -> None:
        """Have a position thought about, and send the answer to whoever asked, if they are still connected.

        Advice about another position than the present one is dropped: a move made meanwhile has answered the question.
        """
        requester = queued.requester
        if requester is None:
            return
        game, player = self.room.setting.game, requester.player
        advisor, computers = self._services.advisor, self._services.computers
        answer = await advisor.answer(computers, game, question, player, requester.address_usage, self._memory)
        if isinstance(answer, Hint):
            self._memory = answer.memory
        if self._services.online.get(player) is not requester:
            return
        if isinstance(answer, Hint):
            answer = answer_advice(self.room, player, question, answer)
        match answer:
            case Hint():
                requester.tell(advice(self._code, queued.ref, question, answer))
            case outputs.Refuse():
                self.deliver(answer, queued)

    def _send_legal_moves(self, queued: QueuedInput) -> None:
        if queued.requester is None:
            return
        match player_view.legal_moves(self.room, queued.requester.player, queued.ref or 0):
            case m.LegalMoves() as answer:
                queued.requester.tell(answer)
            case outputs.Refuse() as refusal:
                self.deliver(refusal, queued)

    def _confirm_seat(self, queued: QueuedInput, seat: Seat) -> None:
        requester = queued.requester
        if requester is None:
            return
        self._services.seats.add(requester.player, self._code)
        requester.tell(m.Entered(ref=queued.ref or 0, room=self._code, seat=seat))
        # A player who reconnected while this was stored follows the room from the new connection.
        if latest := self._services.online.get(requester.player):
            self.follow(latest)
            self.chat.show(self.room, latest)

    def _remove_player(self, player: int, reason: str) -> None:
        self._services.seats.remove(player, self._code)
        for requester in self.audience:
            if requester.player == player:
                self.unfollow(requester, reason)
