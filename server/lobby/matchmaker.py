"""The shell around matchmaking: opens rooms that players ask for, and pairs players while anybody waits."""

from __future__ import annotations

import asyncio
import secrets

from msgspec.structs import replace

from protocol import messages as m
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.limits.addresses import quota_group, wider_networks
from server.lobby import listing, matchmaking
from server.lobby.matchmaking import SeekPool, SeekStep
from server.lobby.publisher import LobbyPublisher
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.routing import Request
from server.room.inputs import Open, Sit
from server.room.outputs import Refuse

ENTROPY_BYTES = 32
POLL_EVERY_S = 0.5
"""How often to look for a waiting table and for seeks that run out, while anybody waits."""
TOO_MANY = "Slow down a little: too many new tables."

GameRequest = m.Create | m.Quick | m.Challenge | m.Respond


SeatRequest = Request[ClientSession]
"""A GameRequest, and the player who is to sit at a table for it."""


class Matchmaker:
    """Holds the current immutable `SeekPool` and replaces it after each event."""

    def __init__(self, online: OnlinePlayers, host: Host, publisher: LobbyPublisher, tasks: Tasks) -> None:
        """Open rooms of `host` for the players who are `online`."""
        self._online = online
        self._host = host
        self._publisher = publisher
        self._tasks = tasks
        self._now = asyncio.get_running_loop().time
        self._pool = SeekPool()
        self._is_polling = False

    def handle(self, session: ClientSession, command: GameRequest | m.Withdraw) -> None:
        """Carry out a player's command, or refuse it."""
        match command:
            case m.Create():
                self.end_seek(session.player)
                self._open(command, Request(session, command))
            case m.Quick():
                self._seek(session, command)
            case m.Challenge():
                self._challenge(session, command)
            case m.Respond():
                self._apply(matchmaking.respond(self._pool, session.person(), command), command)
            case m.Withdraw():
                self._apply(matchmaking.withdraw(self._pool, session.player))

    def end_seek(self, player: int) -> None:
        """End the seek of a player who goes to a table without a match."""
        self._apply(matchmaking.end_seek(self._pool, player))

    def disconnect(self, player: int) -> None:
        """End the seeks and challenges of a player who has disconnected."""
        self._apply(matchmaking.disconnect(self._pool, player))

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
                self._apply(matchmaking.seek(self._pool, self._now(), session.person(), quick), quick)

    def _challenge(self, session: ClientSession, challenge: m.Challenge) -> None:
        """Pass a challenge on to somebody who is connected, with all its options, if such a table can be opened."""
        self.end_seek(session.player)
        opponent, request = self._online.find(challenge.whom), Request(session, challenge)
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
                    self._apply(matchmaking.challenge(self._pool, self._now(), who, asked, whom), asked)

    def _apply(self, result: SeekStep, command: GameRequest | None = None) -> None:
        """Take a step of the seeks and deliver what follows; `command` is the one it came from."""
        self._pool = result.pool
        for output in result.outputs:
            self._deliver(output, command)
        if self._pool.seeks and not self._is_polling:
            self._is_polling = True
            self._tasks.start(self._poll())

    async def _poll(self) -> None:
        """Look for tables and for seeks that run out, for as long as anybody waits."""
        try:
            while self._pool.seeks:
                await asyncio.sleep(POLL_EVERY_S)
                self._apply(matchmaking.check_time(self._pool, self._now(), self._publisher.find_waiting_room))
        finally:
            self._is_polling = False

    def _deliver(self, output: matchmaking.Output, command: GameRequest | None) -> None:
        session = self._online.get(output.player)
        if session is None:
            return
        match output:
            case matchmaking.TellSeeker(player=player, news=news):
                session.tell(matchmaking.matching_message(self._pool, player, self._now(), news))
            case matchmaking.DenySeek(asked=asked, refusal=refusal):
                Request(session, asked).refuse(refusal)
            case matchmaking.SitDown(pending=pending, code=code):
                self._sit(code, Request(session, pending.asked))
            case matchmaking.AgainstComputer(pending=pending, level=level):
                self._open(matchmaking.computer_table(pending.games[0], level), Request(session, pending.asked))
            case matchmaking.MakePair(pending=pending, game=game, guest=guest) if command is not None:
                newcomer = self._online.get(guest.player)
                other = None if newcomer is None else Request(newcomer, command)
                self._open(matchmaking.table_for(pending, game), Request(session, pending.asked), other)

    def _open(self, create: m.Create, maker: SeatRequest, other: SeatRequest | None = None) -> None:
        """Open a room, or tell everybody who was to sit there why not."""
        match self._publisher.create_room(_plan(create, maker.requester, other.requester if other else None)):
            case Open() as opened if wait_s := _wait_s(maker):
                self._publisher.relist(opened.code, None)
                for request in filter(None, (maker, other)):
                    request.requester.refuse_early(wait_s, TOO_MANY, request.command)
            case Open() as opened:
                self._host.open(opened, maker, other)
            case Refuse() as refusal:
                for request in filter(None, (maker, other)):
                    request.refuse(refusal)

    def _sit(self, code: str, request: SeatRequest) -> None:
        who = request.requester.person()
        sit = Sit(who.player, who.name, who.deals, who.home)
        self._host.submit(code, QueuedInput(sit, replace(request, room=code)))


def _plan(create: m.Create, session: ClientSession, other: ClientSession | None = None) -> listing.CreateRoom:
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
