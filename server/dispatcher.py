"""Dispatches what connections send: signs players in, and hands each command to the part that carries it out.

A player plays by one connection. Signing in from elsewhere replaces the old one, which is told why; visits that only
ask may stand beside it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Coroutine
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, get_args

from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import CloseCode, MalformedFrameError
from server.fairness.transcript_service import TranscriptService
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.limits.addresses import household
from server.limits.settings import ServerLimits
from server.lobby.game_info import game_infos
from server.lobby.listing import FULL
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.moderation.moderation import Moderation
from server.moderation.report_desk import take_report
from server.net.connection import ServerConnection
from server.net.handshake import HandshakeRefusal, HttpResponse
from server.ops.tasks import Tasks
from server.players.accounts.accounts import Account, Accounts
from server.players.chat.rules import ChatRefusedError, Overheard, clean_line
from server.players.results import lookups
from server.players.results.records import ResultStore
from server.players.results.result_feed import ResultFeed
from server.players.sessions import leaving, sign_in
from server.players.sessions.client_session import Allowance, ClientSession
from server.players.sessions.device_commands import DeviceCommand, DeviceCommands
from server.players.sessions.link_codes import LinkCodes
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.pending_sign_ins import NOTHING_TO_PROVE, ONE_HELLO, PendingSignIn, PendingSignIns
from server.players.sessions.query_visits import QueryVisits
from server.players.sessions.routing import Request, RoomCommand, Session, read_input
from server.room.journal import StorageUnavailableError

STOPPING = HandshakeRefusal(
    CloseCode.BUSY, HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping. Come back in a moment."
)
ELSEWHERE = "You are playing in another window."
REVOKED = "This device was revoked."
STORED_MUCH = "The server has stored all it will for your address today."


class Dispatcher:
    """Keeps every signed-in session by its connection, and routes its commands."""

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
    ) -> None:
        """Sign players in with `accounts`; `page` answers plain HTTP requests."""
        self._accounts = accounts
        self._records = records
        self._host = host
        self._transcripts = transcripts
        self._publisher = publisher
        self._results = results
        self._moderation = moderation
        self._tasks = tasks
        self.page = page
        self._version = version
        self._limits = limits
        self._online = OnlinePlayers()
        self._signed_in: dict[ServerConnection, ClientSession] = {}
        self._pending = PendingSignIns(limits)
        self._visits = QueryVisits()
        self._link_codes = LinkCodes()
        self._devices = DeviceCommands(accounts, self._link_codes, self._shut_out)
        self._allowances: dict[int, Allowance] = {}
        self._household_key = secrets.token_bytes(32)
        self._matchmaker = Matchmaker(self._online, host, publisher, tasks)
        self._stopping = False
        self.malformed = 0
        self._routes = self._make_routes()

    @property
    def online(self) -> int:
        return len(self._online)

    def stop(self, text: str) -> None:
        """Let nobody in any more, and tell everyone why."""
        self._stopping = True
        for session in self._online:
            session.tell(m.Notice(text=text))

    def session_at(self, connection: ServerConnection) -> ClientSession | None:
        return self._signed_in.get(connection)

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
        session = self._signed_in.get(connection)
        if session is not None:
            self._accept(session, command)
        elif (pending := self._pending.hear(connection, command, payload)) is not None:
            self._tasks.start(self._sign_in(connection, pending))

    def lost(self, connection: ServerConnection) -> None:
        """Remove the session of a connection that is over."""
        self._pending.take(connection)
        if (session := self._signed_in.pop(connection, None)) is None:
            return
        self._host.disconnect(session)
        self._publisher.leave(session)
        self._visits.remove(session)
        if self._online.remove(session):
            self._matchmaker.disconnect(session.player)
            self._results.remove_player(session.player)
            self._publisher.remove_player(session.player)

    def check(self, connection: ServerConnection, now: float) -> None:
        """Close a connection that has not signed in in time, at `now` by the event loop's clock."""
        self._pending.check(connection, now)
        is_silent = connection not in self._signed_in and connection not in self._pending
        if is_silent and now - connection.opened_at >= self._limits.hello_s:
            connection.close(CloseCode.NOT_SIGNED_IN, "No hello came in time.")

    def forget(self, now: float) -> None:
        """Forget the rate limits of those who are gone, once they are whole again."""
        self._allowances = {
            player: allowance
            for player, allowance in self._allowances.items()
            if player in self._online or not allowance.is_whole(now)
        }

    # Inside.

    def _make_routes(self) -> dict[type[m.Command], Callable[[ClientSession, Any], object]]:
        """Who carries out a command of each type; all others are inputs of the room they name."""
        return {
            **dict.fromkeys((m.Create, m.Quick, m.Challenge, m.Respond, m.Withdraw), self._matchmaker.handle),
            **dict.fromkeys(get_args(lookups.Query), self._start(partial(lookups.answer, self._records))),
            m.Join: self._join,
            m.Rematch: self._rematch,
            m.WatchScore: self._watch_score,
            **dict.fromkeys((m.Watch, m.Kick, m.Mute, m.GetTranscript), self._ask_room),
            m.GetPastGame: self._transcripts.send_past_game,
            m.Look: self._host.look,
            m.Say: self._say,
            m.ReportPlayer: self._start(self._report),
            m.Rename: self._start(self._rename),
            **dict.fromkeys(get_args(DeviceCommand), self._start(self._devices.handle)),
            m.ExportAccount: self._start(partial(leaving.export, self._accounts)),
            m.DeleteAccount: self._start(self._delete_account),
            m.Browse: lambda session, browse: (self._publisher.enter if browse.on else self._publisher.leave)(session),
            m.Hello: lambda session, _: session.connection.close(CloseCode.MALFORMED, ONE_HELLO),
            m.Prove: lambda session, _: session.connection.close(CloseCode.MALFORMED, NOTHING_TO_PROVE),
        }

    def _start(self, work: Callable[[ClientSession, Any], Coroutine[Any, Any, None]]) -> Callable[..., object]:
        """Carry out a command in a task of its own."""
        return lambda session, command: self._tasks.start(work(session, command))

    async def _sign_in(self, connection: ServerConnection, pending: PendingSignIn) -> None:
        account = await sign_in.sign_in(self._accounts, self._link_codes, connection, pending)
        if account is None:
            return
        asks = pending.hello.query
        if not asks:
            await self._host.hibernation.take_up_for(account.player)
        is_elsewhere = not asks and await self._is_elsewhere(account.player, pending.hello)
        if self._pending.take(connection) is None:
            return
        if is_elsewhere:
            connection.close(CloseCode.ELSEWHERE, ELSEWHERE)
        elif banned := self._moderation.refuse_player(account.player):
            connection.close(CloseCode.BANNED, banned)
        elif asks and (crowded := self._visits.refuse(account.player)):
            connection.close(CloseCode.BUSY, crowded)
        else:
            session = self._begin_session(connection, account, pending)
            if asks:
                self._welcome_visit(session, account)
            else:
                self._welcome_player(session, account, pending.hello)
            for command in pending.early:
                self._accept(session, command)

    def _begin_session(self, connection: ServerConnection, account: Account, pending: PendingSignIn) -> ClientSession:
        hello = pending.hello
        name = (None if hello.query else self._replace(account.player)) or account.name
        allowance = self._allowances.setdefault(account.player, Allowance(self._limits))
        home = household(connection.address, self._household_key)
        signed_in = Session(account.player, name, hello.deals, hello.bot, home)
        session = self._signed_in[connection] = ClientSession(
            connection,
            signed_in,
            self._limits,
            allowance,
            takes_updates=hello.updates,
            tells_looks=hello.looks,
            proof=pending.proof,
            window=hello.window,
        )
        return session

    def _welcome_player(self, session: ClientSession, account: Account, hello: m.Hello) -> None:
        self._online.add(session)
        session.tell(self._welcome(session, account, self._host.seats_of(account.player)))
        self._host.connect(session, hello)
        self._results.add_player(account.player)
        self._publisher.add_player(account.player, session.name, is_bot=session.signed_in.bot)
        if account.note:
            self._tasks.start(sign_in.tell_note(self._accounts, session, account.note))

    def _welcome_visit(self, session: ClientSession, account: Account) -> None:
        """Let a visit ask. It has no seats to show, and others hear nothing of it."""
        self._visits.add(session)
        session.tell(self._welcome(session, account, ()))

    def _welcome(self, session: ClientSession, account: Account, seated: tuple[str, ...]) -> m.Welcome:
        games = game_infos()
        return m.Welcome(name=session.name, token=account.token, server=self._version, games=games, seated=seated)

    async def _is_elsewhere(self, player: int, hello: m.Hello) -> bool:
        """Whether a player is connected by another client that still answers, which is to stay."""
        session = self._online.get(player)
        if session is None or hello.replaces or (hello.window and hello.window == session.window):
            return False
        return await sign_in.is_alive(session.connection)

    def _shut_out(self, keys: Container[bytes]) -> None:
        """Close every connection that was made by one of these keys, which are void."""
        self._pending.revoke(keys, REVOKED)
        for connection, session in tuple(self._signed_in.items()):
            if session.proof is not None and session.proof.key in keys:
                self.lost(connection)
                connection.close(CloseCode.VOID, REVOKED)

    def _replace(self, player: int) -> str | None:
        """Close the player's earlier connection; returns its name, newer than one that was looked up."""
        old = self._online.get(player)
        if old is None:
            return None
        self.lost(old.connection)
        old.connection.close(CloseCode.REPLACED, "You signed in from somewhere else, so this window was disconnected.")
        return old.name

    def _accept(self, session: ClientSession, command: m.Command) -> None:
        if wait_s := session.wait_s(command):
            session.refuse_early(wait_s, "Slow down a little: too many requests.", command)
        elif refusal := self._visits.refusal(session, command):
            session.deny(refusal, command)
        elif wait_s := session.storage_wait_s(command):
            session.refuse_early(wait_s, STORED_MUCH, command)
        else:
            self._routes.get(type(command), self._submit)(session, command)

    def _submit(self, session: ClientSession, command: RoomCommand) -> None:
        request = Request(session, command, command.room)
        self._host.submit(command.room, QueuedInput(read_input(session.signed_in, command), request))

    def _ask_room(self, session: ClientSession, command: m.Watch | m.Kick | m.Mute | m.GetTranscript) -> None:
        self._host.ask(command.room, Request(session, command, command.room))

    def _join(self, session: ClientSession, join: m.Join) -> None:
        self._matchmaker.end_seek(session.player)
        self._submit(session, join)

    def _rematch(self, session: ClientSession, rematch: m.Rematch) -> None:
        if self._publisher.is_full:
            Request(session, rematch, rematch.room).refuse(FULL)
        else:
            self._submit(session, rematch)

    def _watch_score(self, session: ClientSession, query: m.WatchScore) -> None:
        if session in self._visits:
            self._tasks.start(self._results.tell_score(session, query))
        else:
            self._results.watch_score(session, query)

    def _say(self, session: ClientSession, say: m.Say) -> None:
        """Pass on a line of chat, unless it is empty, too long, or too early."""
        try:
            text = clean_line(say.text, self._limits.chat_graphemes)
        except ChatRefusedError as error:
            Request(session, say, say.room).refuse(error.refusal)
            return
        if silenced := self._moderation.refuse_talk(session.player):
            Request(session, say, say.room).refuse(silenced)
        elif wait_s := session.chat.take(session.connection.heard_at):
            session.refuse_early(wait_s, "Slow down a little: too many messages.", say)
        elif say.room is None:
            self._publisher.say(session, session.name, text)
        else:
            self._host.ask(say.room, Request(session, replace(say, text=text), say.room))

    async def _report(self, session: ClientSession, report: m.ReportPlayer) -> None:
        room, name = report.room, report.name
        if room is None:
            overheard = self._publisher.overhear(name)
        else:
            overheard = self._host.overhear(room, name) if room in session.following else Overheard()
        await take_report(self._moderation, session, report, overheard, self._limits.chat_graphemes)

    async def _delete_account(self, session: ClientSession, command: m.DeleteAccount) -> None:
        if not await leaving.delete(self._accounts, self._leave_tables, session, command):
            return
        for connection, other in tuple(self._signed_in.items()):
            if other.player == session.player:
                self.lost(connection)
                connection.close(CloseCode.VOID, leaving.GOODBYE)
        await self._host.leave_all(session.player)  # what they sat down at meanwhile
        self._publisher.forget({session.player})
        self._host.forget({session.player})
        with suppress(StorageUnavailableError):  # the rest is removed when the server is started next
            await leaving.erase(self._accounts.archive, session.player)

    async def _leave_tables(self, session: ClientSession) -> bool:
        self._matchmaker.disconnect(session.player)
        return await self._host.leave_all(session.player)

    def is_here(self, player: int) -> bool:
        """Whether a player is connected or holds a seat."""
        return player in self._online or bool(self._host.seats_of(player))

    async def _rename(self, session: ClientSession, command: m.Rename) -> None:
        if wait_s := session.renames.take(session.connection.heard_at):
            session.refuse_early(wait_s, "You have changed your name too often.", command)
            return
        accepted = await sign_in.rename(self._accounts, session, command)
        # Meanwhile the player may have disconnected, or come back on another connection.
        if accepted is not None and (latest := self._online.rename(session.player, accepted)):
            self._publisher.rename_player(session.player, accepted)
            latest.tell(m.Named(name=accepted))
