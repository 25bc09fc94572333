"""Keeps every signed-in session by its connection, and tells the rest of the server who comes and goes.

A player plays by one connection. Signing in from elsewhere replaces the old one, which is told why; visits that only
ask may stand beside it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container
from typing import NamedTuple

from protocol import messages as m
from protocol.errors import CloseCode
from server.hosting.host import Host
from server.limits.addresses import household
from server.limits.settings import ServerLimits
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.net.connection import ServerConnection
from server.players.accounts.accounts import Account
from server.players.results.result_feed import ResultFeed
from server.players.sessions import sign_in
from server.players.sessions.client_session import Allowance, ClientSession
from server.players.sessions.elsewhere import Elsewhere
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.pending_sign_ins import PendingSignIn, PendingSignIns
from server.players.sessions.query_visits import CROWDED, QueryVisits
from server.players.sessions.routing import Session

REVOKED = "This machine was signed out."
REPLACED = "You signed in from somewhere else, so this window was disconnected."


class ClosingReason(NamedTuple):
    """Why a connection is closed."""

    code: CloseCode
    text: str


ELSEWHERE = ClosingReason(CloseCode.ELSEWHERE, "You are playing in another window.")


class SessionRegistry:
    """All signed-in sessions: of players, who are `online`, and of `visits`.

    While the server `is_restrained`, others of its cluster may be about to have its rooms, and commands are refused.
    """

    def __init__(
        self,
        online: OnlinePlayers,
        pending: PendingSignIns,
        host: Host,
        publisher: LobbyPublisher,
        results: ResultFeed,
        matchmaker: Matchmaker,
        limits: ServerLimits,
    ) -> None:
        self.online = online
        self._pending = pending
        self.visits = QueryVisits()
        self._host = host
        self._publisher = publisher
        self._results = results
        self.matchmaker = matchmaker
        self._limits = limits
        self._sessions: dict[ServerConnection, ClientSession] = {}
        self._allowances: dict[int, Allowance] = {}
        self.elsewhere: Elsewhere | None = None
        self.is_restrained = False
        self.household_key = secrets.token_bytes(32)

    def get(self, connection: ServerConnection) -> ClientSession | None:
        return self._sessions.get(connection)

    async def find_reason_against(self, player: int, hello: m.Hello) -> ClosingReason | None:
        """Why a player may not begin a session; a session that plays has its rooms loaded before."""
        if hello.query:
            return ClosingReason(CloseCode.BUSY, CROWDED) if self.visits.is_crowded(player) else None
        if self.elsewhere is not None:
            await self.elsewhere.find_seats(player)
        await self._host.hibernation.take_up_for(player)
        return ELSEWHERE if await self._is_elsewhere(player, hello) else None

    def begin(self, connection: ServerConnection, account: Account, pending: PendingSignIn) -> ClientSession:
        """Begin a session: a visit has no seats to show, and others hear nothing of it."""
        hello, player = pending.hello, account.player
        name = (None if hello.query else self._replace(player)) or account.name
        allowance = self._allowances.setdefault(player, Allowance(self._limits))
        home = household(connection.address, self.household_key)
        session = self._sessions[connection] = ClientSession(
            connection,
            Session(player, name, hello.deals, hello.bot, home),
            self._limits,
            allowance,
            takes_updates=hello.updates,
            tells_looks=hello.looks,
            proof=pending.proof,
            window=hello.window,
        )
        (self.visits if hello.query else self.online).add(session)
        return session

    def announce(self, session: ClientSession, hello: m.Hello) -> None:
        """Show a player their rooms, and others that they are here."""
        self._host.connect(session, hello)
        self._results.add_player(session.player)
        self._publisher.add_player(session.player, session.name, is_bot=session.signed_in.bot)
        if self.elsewhere is not None:
            self.elsewhere.arrive(session)

    def end(self, connection: ServerConnection) -> None:
        """End the session of a connection that is over, if it has one."""
        session = self._sessions.pop(connection, None)
        if session is None:
            return
        self._host.disconnect(session)
        self._publisher.leave(session)
        self._results.end_watch(session)
        self.visits.remove(session)
        if self.online.remove(session):
            self.matchmaker.disconnect(session.player)
            self._results.remove_player(session.player)
            self._publisher.remove_player(session.player)
            if self.elsewhere is not None:
                self.elsewhere.leave(session)

    def shut_out(self, keys: Container[bytes]) -> None:
        """Close every connection that was made by one of these keys, or is about to, as they are void."""
        self._pending.revoke(keys, REVOKED)
        self._close(lambda session: session.proof is not None and session.proof.key in keys, REVOKED)

    def close_all(self, reason: ClosingReason) -> None:
        """Close every connection, so that its client looks for another server."""
        for connection in tuple(self._sessions):
            connection.close(reason.code, reason.text)

    def remove(self, player: int, text: str) -> None:
        """Close every connection of a player whose account is deleted."""
        self._close(lambda session: session.player == player, text)

    def is_here(self, player: int) -> bool:
        """Whether a player is connected or holds a seat."""
        return player in self.online or bool(self._host.seats_of(player))

    def spent(self, player: int, now: float) -> tuple[float, ...]:
        """What a player has used up of their rate limits, as `spend` takes it at another node."""
        allowance = self._allowances.get(player)
        return () if allowance is None else allowance.spent(now)

    def spend(self, player: int, now: float, spent: tuple[float, ...]) -> None:
        """Have a player use up as much as they did at another node."""
        if spent:
            self._allowances.setdefault(player, Allowance(self._limits)).spend(now, spent)

    def forget(self, now: float) -> None:
        """Forget the rate limits of those who are gone, once they are whole again."""
        self._allowances = {
            player: allowance
            for player, allowance in self._allowances.items()
            if player in self.online or not allowance.is_whole(now)
        }

    # Inside.

    async def _is_elsewhere(self, player: int, hello: m.Hello) -> bool:
        """Whether a player is connected by another client that still answers, which is to stay."""
        session = self.online.get(player)
        if session is None and self.elsewhere is not None and not hello.replaces:
            return self.elsewhere.is_elsewhere(player, hello.window)
        if session is None or hello.replaces or (hello.window and hello.window == session.window):
            return False
        return await sign_in.is_alive(session.connection)

    def _replace(self, player: int) -> str | None:
        """Close the player's earlier connection; returns its name, newer than one that was looked up."""
        old = self.online.get(player)
        if old is None:
            return None
        self.end(old.connection)
        old.connection.close(CloseCode.REPLACED, REPLACED)
        return old.name

    def _close(self, is_over: Callable[[ClientSession], bool], text: str) -> None:
        """End sessions that are void, and tell their clients why."""
        for connection, session in tuple(self._sessions.items()):
            if is_over(session):
                self.end(connection)
                connection.close(CloseCode.VOID, text)
