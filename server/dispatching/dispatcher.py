"""Answers what happens to connections: signs clients in, passes on what they send, and forgets those that are over."""

from __future__ import annotations

from collections.abc import Callable, Collection
from http import HTTPStatus

from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import CloseCode, MalformedFrameError
from server.dispatching.account_commands import AccountCommands
from server.dispatching.command_router import CommandRouter
from server.dispatching.session_registry import SessionRegistry
from server.fairness.transcript_service import TranscriptService
from server.hosting.host import Host
from server.limits.settings import ServerLimits
from server.lobby.game_info import game_infos
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.moderation.moderation import Moderation
from server.net.connection import ServerConnection
from server.net.handshake import HandshakeRefusal, HttpResponse
from server.ops.tasks import Tasks
from server.players.accounts.accounts import Account, Accounts
from server.players.results.records import ResultStore
from server.players.results.result_feed import ResultFeed
from server.players.sessions import sign_in
from server.players.sessions.client_session import ClientSession
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.pending_sign_ins import PendingSignIn, PendingSignIns
from server.players.sessions.refusals import refused
from server.room.outputs import Refuse

STOPPING = HandshakeRefusal(
    CloseCode.BUSY, HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping. Come back in a moment."
)
RESTRAINED = Refuse("unavailable", "The server can't reach its database right now. Try again in a moment.", 1.0)
LASTING = (m.Look, m.Browse, m.WatchScore)
"""What is taken while all else is refused: it does nothing to a room by itself, and clients say it only once."""


class Dispatcher:
    """Knows the session of every connection, or how far it is in signing in."""

    def __init__(
        self,
        accounts: Accounts,
        records: ResultStore,
        host: Host,
        transcripts: TranscriptService,
        publisher: LobbyPublisher,
        results: ResultFeed,
        moderation: Moderation,
        tasks: Tasks,
        page: Callable[[str, str], HttpResponse | None],
        version: str,
        limits: ServerLimits,
        public_urls: tuple[str, ...] = (),
    ) -> None:
        """Sign players in with `accounts`; `page` answers plain HTTP requests."""
        self._accounts = accounts
        self._host = host
        self._moderation = moderation
        self._tasks = tasks
        self.page = page
        self._version = version
        self._public_urls = public_urls
        self._limits = limits
        self._pending = PendingSignIns(limits)
        self._stopping = False
        self.malformed = 0
        online = OnlinePlayers()
        matchmaker = Matchmaker(online, host, publisher, tasks)
        self.sessions = SessionRegistry(online, self._pending, host, publisher, results, matchmaker, limits)
        self._account_commands = AccountCommands(accounts, self.sessions, matchmaker, host, publisher, self._shut_out)
        self._router = CommandRouter(
            self.sessions.visits,
            self._account_commands,
            records,
            host,
            transcripts,
            matchmaker,
            publisher,
            results,
            moderation,
            tasks,
            limits,
        )

    @property
    def online(self) -> int:
        return len(self.sessions.online)

    def let_nobody_in(self) -> None:
        """Refuse new connections from now on, as the server is about to stop."""
        self._stopping = True

    def tell_all(self, text: str) -> None:
        """Tell everyone who is connected why the server stops."""
        for session in self.sessions.online:
            session.tell(m.Notice(text=text))

    # Called by connections.

    def arrived(self, address: str) -> HandshakeRefusal | None:
        """Refuse a new connection while the server stops, or from where it is banned; None lets it in."""
        return STOPPING if self._stopping else self._moderation.refuse_address(address)

    def received(self, connection: ServerConnection, payload: bytes) -> None:
        """Handle a frame: answer it, hand it on, or close the connection with the reason."""
        try:
            command = decode_command(payload)
        except MalformedFrameError as error:
            self.malformed += 1
            connection.close(CloseCode.MALFORMED, str(error))
            return
        session = self.sessions.get(connection)
        if session is not None and self.sessions.is_restrained and not isinstance(command, LASTING):
            session.tell(refused(RESTRAINED, command, getattr(command, "room", None)))
        elif session is not None:
            self._router.route(session, command)
        elif (pending := self._pending.hear(connection, command, payload)) is not None:
            self._tasks.start(self._sign_in(connection, pending))

    def lost(self, connection: ServerConnection) -> None:
        """Forget a connection that is over, and end its session."""
        self._pending.take(connection)
        self.sessions.end(connection)

    def check(self, connection: ServerConnection, now: float) -> None:
        """Close a connection that has not signed in in time, at `now` by the event loop's clock."""
        self._pending.check(connection, now)
        is_silent = self.sessions.get(connection) is None and connection not in self._pending
        if is_silent and now - connection.opened_at >= self._limits.hello_s:
            connection.close(CloseCode.NOT_SIGNED_IN, "No hello came in time.")

    # Inside.

    async def _sign_in(self, connection: ServerConnection, pending: PendingSignIn) -> None:
        account = await sign_in.sign_in(self._accounts, connection, pending)
        if account is None:
            return
        closing = await self.sessions.find_reason_against(account.player, pending.hello)
        if self._pending.take(connection) is None:
            return
        if closing is not None:
            connection.close(closing.code, closing.text)
        elif banned := self._moderation.refuse_player(account.player):
            connection.close(CloseCode.BANNED, banned)
        else:
            connection.end_deadline()
            session = self.sessions.begin(connection, account, pending)
            self._welcome(session, account, pending.hello)
            for command in pending.early:
                self._router.route(session, command)

    def _welcome(self, session: ClientSession, account: Account, hello: m.Hello) -> None:
        """Welcome a client; a visit only asks, so that it is told of no seats, and others hear nothing of it."""
        seated = () if hello.query else self._host.seats_of(account.player)
        session.tell(
            m.Welcome(
                name=session.name,
                token=account.token,
                server=self._version,
                games=game_infos(),
                seated=seated,
                public_urls=self._public_urls,
            )
        )
        if not hello.query:
            self.sessions.announce(session, hello)
        if account.note:
            self._tasks.start(sign_in.tell_note(self._accounts, session, account.note))

    def _shut_out(self, keys: Collection[bytes]) -> None:
        """Close every connection that was made by one of these keys, or is about to, as they are void."""
        self.sessions.shut_out(keys)
        if self.sessions.elsewhere is not None:
            self.sessions.elsewhere.void_keys(keys)
