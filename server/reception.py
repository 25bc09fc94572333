"""Where connections become players: signs them in, and hands on what they ask for.

A player has one connection. Signing in from elsewhere replaces the old one, which is told why.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from math import ceil

from engines import catalog
from engines.game import Seat
from protocol import messages as m
from protocol.codec import decode_command, encode
from protocol.errors import CloseCode, Malformed
from server import lobby, lookup, session
from server.accounts import Accounts, NameTaken
from server.bucket import Bucket
from server.gateway import Connection, Page, frame
from server.hall import Hall
from server.host import Host
from server.inbox import TICK, Ask
from server.inputs import Open, Sit
from server.journal import Unwritable
from server.limits import Limits
from server.names import BadName
from server.outbox import Outbox
from server.outputs import Refuse
from server.records import Records
from server.session import Session
from server.sheets import sheets
from server.talk import NotSaid, worded
from server.tasks import Tasks
from server.tokens import Void

ENTROPY_BYTES = 32
SHOWN_VOID = "This token is void: a newer one was used since, or its player signed out everywhere."
LEAST_WAIT_S = 0.01
"""Shorter waits are told as this: a timer is no finer, and a rounded 0 would say that there is nothing to wait for."""


class Guest:
    """A signed-in player's connection. Mutable: its session changes, its buckets are drained, and it ends."""

    __slots__ = ("_commands", "_moves", "connection", "following", "makings", "session", "voice")

    def __init__(self, connection: Connection, signed_in: Session, limits: Limits) -> None:
        """Speak for a session through a connection."""
        self.connection = connection
        self.session = signed_in
        self.following: set[str] = set()
        self.makings = Bucket(limits.makings)
        self.voice = Bucket(limits.chat)
        self._commands = Bucket(limits.commands)
        self._moves = Bucket(limits.moves)

    @property
    def player(self) -> int:
        """The player's number."""
        return self.session.player

    @property
    def outbox(self) -> Outbox:
        """Where frames for them go."""
        return self.connection.outbox

    def wait_s(self, command: m.Command) -> float:
        """How many seconds too early a command came; 0 for one that may be carried out."""
        bucket = self._moves if type(command) is m.Play else self._commands
        return bucket.take(self.connection.heard_at)

    def tell(self, message: m.Event) -> None:
        """Send them a message."""
        self.connection.outbox.offer(frame(encode(message)))

    def entered(self, ref: int | None, code: str, seat: Seat | None) -> None:
        """They follow a room now."""
        self.tell(m.Entered(ref=ref or 0, room=code, seat=seat))

    def refused(self, refusal: m.Refused) -> None:
        """What they asked for is refused."""
        self.tell(refusal)

    def advised(self, advice: m.Advice) -> None:
        """What they asked about their position is answered."""
        self.tell(advice)

    def transcribed(self, transcript: m.Transcript) -> None:
        """They are told all that happened in a game."""
        self.tell(transcript)

    def left(self, code: str, reason: str) -> None:
        """They follow a room no longer."""
        self.tell(m.Left(room=code, reason=reason))


class Reception:
    """Everyone connected. Mutable: people come and go."""

    def __init__(
        self,
        accounts: Accounts,
        records: Records,
        host: Host,
        hall: Hall,
        tasks: Tasks,
        page: Callable[[str], Page | None],
        version: str,
        limits: Limits,
    ) -> None:
        """Sign players in with `accounts`; `page` answers plain HTTP requests."""
        self._accounts = accounts
        self._records = records
        self._host = host
        self._hall = hall
        self._tasks = tasks
        self._page = page
        self._version = version
        self._limits = limits
        self._guests: dict[int, Guest] = {}
        self._stopping = False
        self.malformed = 0

    @property
    def online(self) -> int:
        """How many players are connected."""
        return len(self._guests)

    def stop(self, text: str) -> None:
        """Let nobody in any more, and tell everyone why."""
        self._stopping = True
        for guest in self._guests.values():
            guest.tell(m.Notice(text=text))

    # Called by connections.

    def page(self, path: str) -> Page | None:
        """The page at a path, or None where a websocket is served."""
        return self._page(path)

    def arrived(self) -> Page | None:
        """A client asks in."""
        if self._stopping:
            return Page(HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping. Come back in a moment.\n")
        return None

    def received(self, connection: Connection, payload: bytes) -> None:
        """A frame came: it is answered, handed on, or the connection is closed with the reason."""
        try:
            command = decode_command(payload)
        except Malformed as error:
            self.malformed += 1
            connection.close(CloseCode.MALFORMED, str(error))
            return
        guest = connection.guest
        if isinstance(guest, Guest):
            self._commanded(guest, command)
        elif isinstance(command, m.Hello) and guest is None:
            connection.guest = command
            self._tasks.start(self._sign_in(connection, command))
        else:
            connection.close(CloseCode.MALFORMED, "The first message is a hello, and there is only one.")

    def lost(self, connection: Connection) -> None:
        """A connection is over."""
        guest, connection.guest = connection.guest, None
        if isinstance(guest, Guest):
            self._host.gone(guest)
            self._hall.leave(guest)
            if self._guests.get(guest.player) is guest:
                del self._guests[guest.player]
                self._hall.count(self.online)

    def check(self, connection: Connection, now: float) -> None:
        """Close a connection that has not said who it is in time, `now` by the event loop's clock."""
        if connection.guest is None and now - connection.opened_at > self._limits.hello_s:
            connection.close(CloseCode.NOT_SIGNED_IN, "No hello came in time.")

    # Inside.

    async def _sign_in(self, connection: Connection, hello: m.Hello) -> None:
        try:
            account = await self._accounts.sign_in(hello.token, hello.name)
        except BadName as error:
            connection.close(CloseCode.MALFORMED, str(error))
            return
        except Void:
            connection.close(CloseCode.VOID, SHOWN_VOID)
            return
        except Unwritable:
            connection.close(CloseCode.STOPPING, "The server cannot store anything now. Come back in a moment.")
            return
        await self._host.take_up_for(account.player)
        if connection.guest is not hello:
            return
        self._replace(account.player)
        guest = Guest(connection, Session(account.player, account.name, hello.deals), self._limits)
        connection.guest = guest
        self._guests[account.player] = guest
        guest.tell(self._welcome(account.name, account.token, self._host.seats_of(account.player)))
        self._host.arrived(guest)
        self._hall.count(self.online)

    def _replace(self, player: int) -> None:
        """End the connection a player has so far."""
        old = self._guests.get(player)
        if old is not None:
            self.lost(old.connection)
            old.connection.close(CloseCode.REPLACED, "You signed in from elsewhere; this window is no longer yours.")

    def _welcome(self, name: str, token: str, seated: tuple[str, ...]) -> m.Welcome:
        return m.Welcome(name=name, token=token, server=self._version, games=sheets(), seated=seated)

    def _commanded(self, guest: Guest, command: m.Command) -> None:
        wait_s = guest.wait_s(command)
        if wait_s:
            guest.tell(_too_many("You ask for more than this server takes from one player.", command, wait_s))
            return
        match session.errand(guest.session, command):
            case session.ToRoom(code=code, event=event):
                self._host.submit(code, Ask(event, guest, _tag(command), getattr(command, "ref", None)))
            case session.ToLobby(command=wanted):
                self._wanted(guest, wanted)
            case session.LookUp(command=asked):
                self._tasks.start(self._look_up(guest, asked))
            case session.Reread(command=m.Transcribe() as asked_again):
                self._host.transcribe(guest, asked_again)
            case session.Reread(command=m.Reread() as asked_again):
                self._host.reread(guest, asked_again)
            case session.Follow(code=code):
                self._host.watch(code, guest, getattr(command, "ref", 0))
            case session.Speak(command=said):
                self._say(guest, said)
            case session.Silence(command=m.Mute(room=code, name=name, on=on)):
                self._host.mute(code, Ask(TICK.event, guest, "mute"), guest.session.name, name, on=on)
            case session.ChangeName(name=name):
                self._tasks.start(self._rename(guest, name))
            case session.VoidTokens():
                self._tasks.start(self._sign_out(guest))
            case session.Browsing(on=True):
                self._hall.enter(guest)
            case session.Browsing():
                self._hall.leave(guest)
            case session.Misplaced():
                guest.connection.close(CloseCode.MALFORMED, "You are signed in already; there is only one hello.")

    def _wanted(self, guest: Guest, wanted: m.Create | m.Quick) -> None:
        entropy = secrets.token_bytes(ENTROPY_BYTES)
        player, name, deals = guest.player, guest.session.name, guest.session.deals
        match wanted:
            case m.Create():
                output = self._hall.ask(lobby.Make(player, name, wanted, entropy, deals))
            case m.Quick():
                output = self._hall.ask(lobby.Seek(player, name, wanted, entropy, deals))
        match output:
            case lobby.OpenRoom(opened=opened):
                self._open(guest, opened, wanted)
            case lobby.SitDown(code=code):
                self._host.submit(code, Ask(Sit(player, name, deals), guest, _tag(wanted), wanted.ref))
            case Refuse(code=code, text=text):
                guest.tell(_refusal(code, text, _tag(wanted), wanted.ref))

    def _open(self, guest: Guest, opened: Open, wanted: m.Create | m.Quick) -> None:
        """Have a room made, unless too many were just now, by the player or from where they are."""
        now, household = guest.connection.heard_at, guest.connection.household
        wait_s = guest.makings.take(now) or (household.rooms.take(now) if household else 0.0)
        if wait_s:
            self._hall.relist(opened.code, None)
            guest.tell(_too_many("Too many tables were made just now.", wanted, wait_s))
        else:
            self._host.open(opened, guest, wanted.ref)

    def _say(self, guest: Guest, said: m.Say) -> None:
        """Pass on what somebody says, unless that is nothing, too much, or too often."""
        ask, name = Ask(TICK.event, guest, "say"), guest.session.name
        try:
            text = worded(said.text, self._limits.chat_graphemes)
        except NotSaid as error:
            ask.refuse(said.room, error.refusal.code, error.refusal.text)
            return
        if wait_s := guest.voice.take(guest.connection.heard_at):
            guest.tell(_too_many("You talk faster than others read.", said, wait_s))
        elif said.room is None:
            self._hall.say(guest, name, text)
        else:
            self._host.say(said.room, ask, name, text)

    async def _look_up(self, guest: Guest, asked: m.Recall | m.LookBack | m.Rank) -> None:
        if asked.game is not None and asked.game not in catalog.games():
            guest.tell(_refusal("unknown-game", f"This server has no game {asked.game!r}.", _tag(asked), asked.ref))
            return
        try:
            answer = await self._looked_up(guest.player, asked)
        except Unwritable:
            text = "The server cannot look that up now. Try again in a moment."
            guest.tell(_refusal("unavailable", text, _tag(asked), asked.ref))
        else:
            guest.tell(answer)

    async def _looked_up(self, player: int, asked: m.Recall | m.LookBack | m.Rank) -> m.Event:
        """What there is to tell. Raises Unwritable."""
        kept = self._records
        match asked:
            case m.LookBack():
                return lookup.past_games(asked, await kept.games(player, asked))
            case m.Rank(game=game):
                return lookup.leaders(asked, await kept.leaders(game), player)
            case m.Recall(game=game, deal=deal):
                standing = await kept.standing(player, game)
                solution = await kept.solution(game, deal, player) if deal else None
                rank, met = await kept.rank(player, game), await kept.encounters(player, game)
                return lookup.records(asked, standing, solution, rank, met)

    async def _rename(self, guest: Guest, name: str) -> None:
        try:
            accepted = await self._accounts.rename(guest.player, name)
        except BadName as error:
            guest.tell(_refusal("bad-name", str(error), "rename", None))
        except NameTaken as error:
            guest.tell(_refusal("name-taken", str(error), "rename", None))
        except Unwritable:
            text = "The server cannot store anything now, so your name is as it was."
            guest.tell(_refusal("unavailable", text, "rename", None))
        else:
            guest.session = replace(guest.session, name=accepted)
            guest.tell(m.Named(name=accepted))

    async def _sign_out(self, guest: Guest) -> None:
        try:
            token = await self._accounts.sign_out(guest.player)
        except Unwritable:
            text = "The server cannot store anything now, so your tokens are as they were."
            guest.tell(_refusal("unavailable", text, "sign-out", None))
        else:
            guest.tell(m.Token(token=token))


def _refusal(code: m.RefusalCode, text: str, about: str, ref: int | None) -> m.Refused:
    return m.Refused(code=code, text=text, about=about, ref=ref, room=None, retry_after_s=None)


def _too_many(text: str, command: m.Command, wait_s: float) -> m.Refused:
    """The refusal of what comes too early, with how long to wait."""
    return m.Refused(
        code="too-many",
        text=f"{text} {_patience(wait_s)}",
        about=_tag(command),
        ref=getattr(command, "ref", None),
        room=getattr(command, "room", None),
        retry_after_s=max(round(wait_s, 3), LEAST_WAIT_S),
    )


def _patience(wait_s: float) -> str:
    return "Try again in a moment." if wait_s < 1 else f"Try again in {ceil(wait_s)} s."


def _tag(command: m.Command) -> str:
    return str(type(command).__struct_config__.tag)
