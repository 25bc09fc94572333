"""The shell around matchmaking: opens rooms that players ask for, and pairs players while anybody waits."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from protocol import messages as m
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.limits.addresses import quota_group, wider_networks
from server.lobby import listing, matchmaking, shared_seeks
from server.lobby.publisher import LobbyPublisher
from server.lobby.seeks import (
    AgainstComputer,
    AnswerElsewhere,
    DenySeek,
    MakeOffer,
    MakePair,
    Output,
    PendingSeek,
    SeekPool,
    SeekStep,
    SitDown,
    TellSeeker,
)
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.routing import Request
from server.room.inputs import Open, Sit
from server.room.match.occupants import Person
from server.room.outputs import Refuse

ENTROPY_BYTES = 32
POLL_EVERY_S = 0.5
"""How often to look for a waiting table and for seeks that run out, while anybody waits."""
TOO_MANY = "Slow down a little: too many new tables."

GameRequest = m.Create | m.Quick | m.Challenge | m.Respond


class Seeker(Requester, Protocol):
    """A connected player who can have a seat made ready, wherever in a cluster they are connected."""

    def person(self) -> Person:
        """Them, as a room is to have them."""

    def refuse_early(self, wait_s: float, text: str, command: m.Command) -> None:
        """Refuse a command that came `wait_s` seconds too early."""


SeatRequest = Request[ClientSession]
"""A GameRequest, and the player who is to sit at a table for it."""
GuestRequest = Request[Seeker]
"""The same of who comes to that table, perhaps from another node."""


class OtherMatchmakers(Protocol):
    """The matchmakers of the other nodes of a cluster, and the players who are connected there."""

    def find(self, name: str) -> Seeker | None:
        """Find whoever goes by a name, or one that looks like it."""

    def get(self, player: int) -> Seeker | None:
        """Find a player by their number."""

    def hold(self, session: ClientSession, command: GameRequest | m.Withdraw) -> bool:
        """Keep a command until it is known what has become of the player's seek; False where that is known."""

    def tell_seeks(self, added: Sequence[PendingSeek], ended: Sequence[int]) -> None:
        """Tell which seeks are new here, and the numbers of those that are over."""

    def tell_matching(self, player: int, news: str) -> None:
        """Have a player told how their seek and challenges stand, with news."""

    def offer(self, output: MakeOffer) -> None:
        """Offer a seek of this node's to the one that it is for."""

    def answer(self, output: AnswerElsewhere) -> None:
        """Answer a challenge that stands elsewhere."""


class Matchmaker:
    """Holds the current immutable `SeekPool` and replaces it after each event.

    `others` are those of other nodes; a server that is alone has none.
    """

    def __init__(self, online: OnlinePlayers, host: Host, publisher: LobbyPublisher, tasks: Tasks) -> None:
        """Open rooms of `host` for the players who are `online`."""
        self._online = online
        self._host = host
        self._publisher = publisher
        self._tasks = tasks
        self._now = asyncio.get_running_loop().time
        self.pool = SeekPool()
        self.others: OtherMatchmakers | None = None
        self._is_polling = False

    def handle(self, session: ClientSession, command: GameRequest | m.Withdraw) -> None:
        """Carry out a player's command, or refuse it."""
        if self.others is not None and self.others.hold(session, command):
            return
        match command:
            case m.Create():
                self.end_seek(session.player)
                self._open(command, Request(session, command))
            case m.Quick():
                self._seek(session, command)
            case m.Challenge():
                self._challenge(session, command)
            case m.Respond():
                self.apply(matchmaking.respond(self.pool, session.person(), command))
            case m.Withdraw():
                self.apply(matchmaking.withdraw(self.pool, session.player))

    def end_seek(self, player: int) -> None:
        """End the seek of a player who goes to a table without a match."""
        self.apply(matchmaking.end_seek(self.pool, player))

    def disconnect(self, player: int) -> None:
        """End the seeks and challenges of a player who has disconnected."""
        self.apply(matchmaking.disconnect(self.pool, player))

    def apply(self, result: SeekStep) -> asyncio.Task[None] | None:
        """Take a step of the seeks and do what follows; returns the opening of a table for a pair, if there is one."""
        before, self.pool = self.pool, result.pool
        if self.others is not None and before is not result.pool:
            self.others.tell_seeks(*shared_seeks.changes(before, result.pool))
        opening = None
        for output in result.outputs:
            opening = self._deliver(output) or opening
        if self.pool.seeks and not self._is_polling:
            self._is_polling = True
            self._tasks.start(self._poll())
        if self.others is not None and (paired := shared_seeks.make_offers(self.pool)).outputs:
            self.apply(paired)
        return opening

    # Inside.

    def _seek(self, session: ClientSession, quick: m.Quick) -> None:
        """Seat a player where somebody waits, or add their seek."""
        self.end_seek(session.player)
        code = self._publisher.find_waiting_room(session.player, quick.games)
        if code is not None:
            self._sit(code, Request(session, quick))
            return
        match self._publisher.plan_room(_plan(matchmaking.quick_table(quick.games[0]), session)):
            case Refuse() as refusal:
                Request(session, quick).refuse(refusal)
            case Open():
                self.apply(matchmaking.seek(self.pool, self._now(), session.person(), quick))

    def _challenge(self, session: ClientSession, challenge: m.Challenge) -> None:
        """Pass a challenge on to somebody who is connected, with all its options, if such a table can be opened."""
        self.end_seek(session.player)
        opponent: Seeker | None = self._online.find(challenge.whom)
        if opponent is None and self.others is not None:
            opponent = self.others.find(challenge.whom)
        request = Request(session, challenge)
        if wait_s := session.makings.take(session.connection.heard_at):
            session.refuse_early(wait_s, "Slow down a little: too many new games.", challenge)
        elif opponent is None:
            request.refuse(Refuse("unknown-player", f"Nobody called {challenge.whom!r} is online."))
        else:
            match self._publisher.plan_room(_plan(matchmaking.challenge_table(challenge), session)):
                case Refuse() as refusal:
                    request.refuse(refusal)
                case Open(options=options):
                    who, whom, asked = session.person(), opponent.person(), replace(challenge, options=options)
                    self.apply(matchmaking.challenge(self.pool, self._now(), who, asked, whom))

    async def _poll(self) -> None:
        """Look for tables and for seeks that run out, for as long as anybody waits."""
        try:
            while self.pool.seeks:
                await asyncio.sleep(POLL_EVERY_S)
                self.apply(matchmaking.check_time(self.pool, self._now(), self._publisher.find_waiting_room))
        finally:
            self._is_polling = False

    def _deliver(self, output: Output) -> asyncio.Task[None] | None:
        """Do what a step asks for, as far as its player is still connected; returns a table's opening for a pair."""
        session, others = self._online.get(output.player), self.others
        match output:
            case TellSeeker(player=player, news=news) if session is not None:
                session.tell(matchmaking.matching_message(self.pool, player, self._now(), news))
            case TellSeeker(player=player, news=news) if others is not None:
                others.tell_matching(player, news)
            case DenySeek(player=player, asked=asked, refusal=refusal) if seeker := self._find(player):
                Request(seeker, asked).refuse(refusal)
            case SitDown(pending=pending, code=code) if session is not None:
                self._sit(code, Request(session, pending.asked))
            case AgainstComputer(pending=pending, level=level) if session is not None:
                self._open(matchmaking.computer_table(pending.games[0], level), Request(session, pending.asked))
            case MakePair(pending=pending, game=game, guest=guest, command=command) if session is not None:
                newcomer = self._find(guest.player)
                other = None if newcomer is None else Request(newcomer, command)
                return self._open(matchmaking.table_for(pending, game), Request(session, pending.asked), other)
            case MakeOffer() if others is not None:
                others.offer(output)
            case AnswerElsewhere() if others is not None:
                others.answer(output)
        return None

    def _find(self, player: int) -> Seeker | None:
        """A player who is connected here, or at another node."""
        session = self._online.get(player)
        return self.others.get(player) if session is None and self.others is not None else session

    def _open(
        self, create: m.Create, maker: SeatRequest, other: GuestRequest | None = None
    ) -> asyncio.Task[None] | None:
        """Open a room, or tell everybody who was to sit there why not."""
        match self._publisher.create_room(_plan(create, maker.requester, other.requester if other else None)):
            case Open() as opened if wait_s := _wait_s(maker):
                self._publisher.relist(opened.code, None)
                maker.requester.refuse_early(wait_s, TOO_MANY, maker.command)
                if other is not None:
                    other.requester.refuse_early(wait_s, TOO_MANY, other.command)
            case Open() as opened:
                return self._host.open(opened, maker, other)
            case Refuse() as refusal:
                for request in filter(None, (maker, other)):
                    request.refuse(refusal)
        return None

    def _sit(self, code: str, request: SeatRequest) -> None:
        who = request.requester.person()
        sit = Sit(who.player, who.name, who.deals, who.home)
        self._host.submit(code, QueuedInput(sit, replace(request, room=code)))


def _plan(create: m.Create, session: ClientSession, other: Seeker | None = None) -> listing.CreateRoom:
    """The request for a room of one player's, in which another has the first open seat."""
    who, entropy = session.person(), secrets.token_bytes(ENTROPY_BYTES)
    guest, address = other.person() if other else None, session.connection.address
    networks = {quota_group(address): 1, **wider_networks(address)}
    return listing.CreateRoom(who.player, who.name, create, entropy, who.deals, guest, networks, who.home)


def _wait_s(maker: SeatRequest) -> float:
    """How many seconds too early a player, or their address, opens another room; challenges were counted before."""
    if isinstance(maker.command, m.Challenge):
        return 0.0
    session, now = maker.requester, maker.requester.connection.heard_at
    return session.makings.take(now) or session.address_usage.rooms.take(now)
