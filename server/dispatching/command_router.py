"""Routes the commands of signed-in clients: refuses what comes too early, and hands the rest to who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, get_args

from msgspec.structs import replace

from protocol import messages as m
from protocol.errors import CloseCode
from server.dispatching.account_commands import AccountCommand, AccountCommands
from server.fairness.transcript_service import TranscriptService
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.hosting.room_requests import RoomRequest
from server.limits.settings import ServerLimits
from server.lobby.listing import FULL
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.moderation.moderation import Moderation
from server.moderation.report_desk import take_report
from server.ops.tasks import Tasks
from server.players.chat.rules import ChatRefusedError, Overheard, clean_line
from server.players.results import lookups
from server.players.results.records import ResultStore
from server.players.results.result_feed import ResultFeed
from server.players.sessions.client_session import ClientSession
from server.players.sessions.pending_sign_ins import NOTHING_TO_PROVE, ONE_HELLO
from server.players.sessions.query_visits import QueryVisits
from server.players.sessions.routing import Request, RoomCommand, read_input

STORED_MUCH = "The server has stored all it will for your address today."


class CommandRouter:
    """Knows who carries out a command of each type."""

    def __init__(
        self,
        visits: QueryVisits,
        accounts: AccountCommands,
        records: ResultStore,
        host: Host,
        transcripts: TranscriptService,
        matchmaker: Matchmaker,
        publisher: LobbyPublisher,
        results: ResultFeed,
        moderation: Moderation,
        tasks: Tasks,
        limits: ServerLimits,
    ) -> None:
        self._visits = visits
        self._host = host
        self._matchmaker = matchmaker
        self._publisher = publisher
        self._moderation = moderation
        self._tasks = tasks
        self._limits = limits
        self._routes: dict[type[m.Command], Callable[[ClientSession, Any], object]] = {
            **dict.fromkeys((m.Create, m.Quick, m.Challenge, m.Respond, m.Withdraw), matchmaker.handle),
            **dict.fromkeys(get_args(lookups.Query), self._start(partial(lookups.answer, records))),
            **dict.fromkeys(get_args(AccountCommand), self._start(accounts.handle)),
            **dict.fromkeys(get_args(RoomRequest), self._ask_room),
            m.Join: self._join,
            m.Rematch: self._rematch,
            m.Say: self._say,
            m.ReportPlayer: self._start(self._report),
            m.WatchScore: results.watch_score,
            m.GetPastGame: transcripts.send_past_game,
            m.Look: host.look,
            m.Browse: lambda session, browse: (publisher.enter if browse.on else publisher.leave)(session),
            m.Hello: lambda session, _: session.connection.close(CloseCode.MALFORMED, ONE_HELLO),
            m.Prove: lambda session, _: session.connection.close(CloseCode.MALFORMED, NOTHING_TO_PROVE),
        }
        """Who carries out a command of each type; all others are inputs of the room they name."""

    def route(self, session: ClientSession, command: m.Command) -> None:
        """Have a command carried out, or refuse it."""
        if wait_s := session.wait_s(command):
            session.refuse_early(wait_s, "Slow down a little: too many requests.", command)
        elif refusal := self._visits.refusal(session, command):
            session.deny(refusal, command)
        elif wait_s := session.storage_wait_s(command):
            session.refuse_early(wait_s, STORED_MUCH, command)
        else:
            self._routes.get(type(command), self._submit)(session, command)

    # Inside.

    def _start(self, work: Callable[[ClientSession, Any], Coroutine[Any, Any, None]]) -> Callable[..., object]:
        """Carry out a command in a task of its own."""
        return lambda session, command: self._tasks.start(work(session, command))

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

    def _say(self, session: ClientSession, say: m.Say) -> None:
        """Pass on a line of chat, unless it is empty, too long, or too early."""
        request = Request(session, say, say.room)
        try:
            text = clean_line(say.text, self._limits.chat_graphemes)
        except ChatRefusedError as error:
            request.refuse(error.refusal)
            return
        if silenced := self._moderation.refuse_talk(session.player):
            request.refuse(silenced)
        elif wait_s := session.chat.take(session.connection.heard_at):
            session.refuse_early(wait_s, "Slow down a little: too many messages.", say)
        elif say.room is None:
            self._publisher.say(session, session.name, text)
        else:
            self._host.ask(say.room, replace(request, command=replace(say, text=text)))

    async def _report(self, session: ClientSession, report: m.ReportPlayer) -> None:
        room, name = report.room, report.name
        if room is None:
            overheard = self._publisher.overhear(name)
        else:
            overheard = self._host.overhear(room, name) if room in session.following else Overheard()
        await take_report(self._moderation, session, report, overheard, self._limits.chat_graphemes)
