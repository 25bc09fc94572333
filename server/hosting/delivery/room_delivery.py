"""Carries out what follows from a room's stored inputs: shows the room, tells players, and asks computers."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engines.game import Seat
from protocol import messages as m
from server.hosting.delivery.audience import Audience
from server.hosting.delivery.room_chat import RoomChat
from server.hosting.delivery.room_computers import RoomComputers
from server.hosting.inbox import Inbox, QueuedInput
from server.hosting.services import RoomServices
from server.net.recipient import Requester
from server.players.sessions.routing import Request
from server.room import disconnections, outputs, player_view
from server.room import step as rooms
from server.room.inputs import Stranded
from server.room.step import Room

_log = logging.getLogger("parlour.room")


class RoomDelivery:
    """A room's connected players and the computers that think for it, and what they are sent.

    `room` is the room as it is now, which its runner replaces.
    """

    __slots__ = ("_inbox", "_services", "audience", "chat", "computers", "room")

    def __init__(self, services: RoomServices, inbox: Inbox, room: Room) -> None:
        """Begin with nobody connected; moves of computers and presence inputs go into `inbox`."""
        self._services = services
        self._inbox = inbox
        self.room = room
        self.audience: Audience[Requester] = Audience()
        self.chat = RoomChat(self._code, self.audience, services.now)
        self.computers = RoomComputers(services, inbox, lambda: self.room)

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows the room and no computer thinks for it."""
        return not len(self.audience) and self.computers.are_idle

    def progress(self) -> str | None:
        """How far the game is, as spectators may know; None where it fails to say so."""
        try:
            return player_view.progress(self.room)
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=progress-not-told room=%s", self._code)
            return None

    def show(self, requester: Requester) -> None:
        """Show a connected player the room from now on, and tell everyone there that they are connected."""
        self.follow(requester)
        self.audience.show_deal(self.room, requester)
        self.audience.show_one(requester, self.room, self._services.now())
        self.audience.show_presence(self.room)
        self.report_presence()
        self.chat.show(self.room, requester)

    def show_again(self, requester: Requester) -> None:
        """Show a follower all of the room once more, as they may have missed something."""
        self.audience.show_deal(self.room, requester)
        self.audience.show_one(requester, self.room, self._services.now())
        self.audience.show_presence(self.room, requester)
        self.chat.show(self.room, requester)

    def enter(self, request: Request[Requester]) -> None:
        """Answer a request by the room, as its sender may see it from now on, if they are still connected."""
        requester = request.requester
        if self._services.is_online(requester):
            seat = self.room.seat_of(requester.player)
            requester.tell(m.Entered(ref=request.ref, room=self._code, seat=seat))
            self.show(requester)

    def disconnect(self, requester: Requester) -> bool:
        """Remove a follower whose connection is over; whether they were followed from that connection."""
        is_follower = self.audience.remove(requester)
        if is_follower:
            if requester.is_stranded:
                self._inbox.offer(QueuedInput(Stranded(requester.player)))
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

    def deliver_all(self, stored: Sequence[tuple[outputs.Output, Request[Requester] | None]]) -> None:
        """Carry out the outputs of stored inputs; everyone is shown the room once, as it is after all of them.

        Legal moves are sent after that: they belong to the Table that was shown. Presence is sent last where somebody
        sat down or moved along: a client ignores presence for a room whose Table it has not received.
        """
        is_shown = is_changed = False
        newcomers: list[Requester] = []
        askers: list[Request[Requester]] = []
        for output, request in stored:
            match output:
                case outputs.ShowTable(asker=False):
                    is_shown = True
                    continue
                case outputs.SendLegalMoves() if request is not None:
                    askers.append(request)
                    continue
                case outputs.ShowDeal(asker=False):
                    newcomers = []  # those who sat down before see it like everybody
                case outputs.SeatGiven() if request is not None:
                    is_changed = True
                    newcomers.append(request.requester)
                case outputs.UpdateListing():
                    is_changed = True
            self.deliver(output, request)
        if is_shown:
            self.audience.show(self.room, self._services.now())
        for asker in askers:
            self._send_legal_moves(asker)
        for newcomer in newcomers:  # to the others, how the dealing stands is no news
            if requester := self._services.online.get(newcomer.player):
                self.audience.show_deal(self.room, requester)
        if is_changed:
            self.audience.show_presence(self.room)

    def deliver(self, output: outputs.Output, request: Request[Requester] | None = None) -> None:
        """Carry out one output of an input that came of a request, but for what `deliver_all` shows everyone last."""
        match output:
            case outputs.ShowTable(asker=True) if request is not None:
                self.audience.show_one(request.requester, self.room, self._services.now())
            case outputs.ShowDeal(asker=False):
                self.audience.show_deal(self.room)
            case outputs.ShowDeal(asker=True) if request is not None:
                self.audience.show_deal(self.room, request.requester)
            case outputs.AskComputer(seat=seat):
                self.computers.ask_for_move(seat)
            case outputs.GiveAdvice() if request is not None:
                self.computers.ask_for_advice(output, request)
            case outputs.Refuse():
                self._services.refuse(output, request)
            case outputs.SeatGiven(seat=seat) if request is not None:
                self._confirm_seat(request, seat)
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

    def _send_legal_moves(self, request: Request[Requester]) -> None:
        match player_view.legal_moves(self.room, request.requester.player, request.ref):
            case m.LegalMoves() as answer:
                request.requester.tell(answer)
            case outputs.Refuse() as refusal:
                self._services.refuse(refusal, request)

    def _confirm_seat(self, request: Request[Requester], seat: Seat) -> None:
        requester = request.requester
        self._services.seats.add(requester.player, self._code)
        requester.tell(m.Entered(ref=request.ref, room=self._code, seat=seat))
        # A player who reconnected while this was stored follows the room from the new connection.
        if latest := self._services.online.get(requester.player):
            self.follow(latest)
            self.chat.show(self.room, latest)

    def _remove_player(self, player: int, reason: str) -> None:
        self._services.seats.remove(player, self._code)
        for requester in self.audience:
            if requester.player == player:
                self.unfollow(requester, reason)
