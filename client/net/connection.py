"""Keeps one connection to the server: signs in, carries commands and events, and reconnects when it is lost.

Events and changes of the link go to one callable, in order; commands go out through one bounded queue, and `send`
returns at once what is known of the command.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from client.drawing.sanitize import clean
from client.history.saved.keeper import Keeper
from client.net import close_reasons
from client.net.close_reasons import ConnectionLoss, RetryPauses
from client.net.dialing import CLOSE_LIMIT_S, DialError, describe_failure, dial
from client.net.following.held_tables import HeldTables
from client.net.following.rejoin import Rejoin
from client.net.following.subscriptions import Subscriptions
from client.net.identity.identity import Identity, guest_identity
from client.net.identity.recovery_phrase import key_of, new_phrase
from client.net.identity.signing_in import SignIn
from client.net.wire import SendQueue, encode_or_refuse
from client.state.store import Happening, Link, PhraseMade, Said, Sent
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.errors import MalformedFrameError

WELCOME_LIMIT_S = 10.0
PING_EVERY_S = 4.0
PONG_LIMIT_S = 10.0
"""With the time between pings, a dead link is noticed within 15 seconds."""
FULL = "The server is busy. Try again in a moment."
NO_LINK = "You are not connected right now. Try again in a moment."
SENT_WHEN_UP = (m.Play, m.Browse, m.Look, m.WatchScore, m.Watch)
"""Commands that may be sent while the link is down: they go out once it is up again."""

Find = Callable[[], Awaitable[str]]


class Connection:
    """One player's connection to one server, for as long as the client runs.

    `find` gives the server's URL before each attempt; it may raise OSError. `authorities` are the certificates to trust
    instead of the system's, for a server whose address has no fingerprint. `keeper` takes part in dealing for a player
    who plays here, and keeps games to verify. `bot` says that a program plays. `link` is a code that another device of
    the player's has got, or empty where the key must be known. Another window of the player's is left alone until
    `play_here`, unless this one `takes_over`; with `query` it only asks, beside any window. One that is not `patient`
    ends where the server cannot be reached at first. `speaks_for` is the address that a portal speaks for, and `device`
    what to call this machine in the player's list; `note` is said once with their name. `hear` gets every event and
    every change of the link; before an event it may have to `take_turn`. `unanswered` gives the commands to send again
    after a reconnect. The Store keeps the moves made while the link is down (it gets them as Sent); this object
    remembers what to browse and to watch; any other command is refused at once with a Said.
    """

    def __init__(
        self,
        find: str | Find,
        identity: Identity,
        hear: Callable[[Happening], None],
        unanswered: Callable[[], Iterable[m.Command]] = tuple,
        *,
        authorities: ssl.SSLContext | None = None,
        keeper: Keeper | None = None,
        bot: bool = False,
        link: str | None = None,
        query: bool = False,
        takes_over: bool = False,
        patient: bool = True,
        speaks_for: str = "",
        device: str | None = None,
        note: str = "",
        take_turn: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._find = find
        self._authorities = authorities
        self._keeper = keeper
        self._speaks_for = speaks_for
        self._identity = identity
        self._make_sign_in = partial(SignIn, deals=keeper is not None, bot=bot, query=query, device=device, note=note)
        self._sign_in = self._make_sign_in(identity, link=link)
        self._replaces = takes_over
        self._is_patient = patient
        self._play_here = asyncio.Event()
        self._take_turn = take_turn
        self._hear = hear
        self._unanswered = unanswered
        self._outgoing = SendQueue()
        self._subscriptions = Subscriptions(self._ask)
        self._rejoin = Rejoin(self._ask)
        self._tables = HeldTables(self._rejoin.request)
        self._server = find if isinstance(find, str) else ""
        self._is_up = False
        self._is_closing = False
        self._waits_when_busy = not isinstance(find, str)  # a server started for this client
        self._running: asyncio.Task[object] | None = None

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Send a command if the link allows; never waits. Returns what is known of it at once."""
        if isinstance(command, m.SignOut) and self._is_up:
            try:
                command = self._sign_in.sign_out()
            except OSError as error:
                return (Said(f"Nothing changed: a new key can't be saved ({error.strerror}).", is_refusal=True),)
        frame = encode_or_refuse(command)
        if isinstance(frame, m.Refused):
            return (frame,)
        self._subscriptions.remember(command)
        is_awaited = isinstance(command, m.Play) or (isinstance(command, m.Consult) and self._is_up)
        sent = (Sent(command),) if is_awaited else ()
        if self._is_up:
            return sent if self._outgoing.offer(frame) else (*sent, Said(FULL))
        return sent if isinstance(command, SENT_WHEN_UP) else (Said(NO_LINK),)

    @property
    def is_up(self) -> bool:
        """Whether the server has welcomed us and the link has held since."""
        return self._is_up

    def play_here(self) -> None:
        """Go on here, where the player is connected from another window."""
        self._replaces = True
        self._play_here.set()

    def play_as_guest(self) -> None:
        """Go on here as a guest, where the player is connected from another window."""
        self._identity = guest_identity(self._identity)
        self._sign_in = self._make_sign_in(self._identity)
        self._play_here.set()

    def make_phrase(self) -> tuple[Happening, ...]:
        """Make a recovery phrase, and ask the server to take it up; it is no good before a Devices has it."""
        phrase, server = new_phrase(), self._identity.server
        key, is_own = key_of(phrase, server), "://" not in server
        return (PhraseMade(phrase, "" if is_own else server), *self.send(self._sign_in.add(key, "", phrase=True)))

    async def run(self) -> None:
        """Connect and stay connected, until `aclose` or a final refusal."""
        self._running = asyncio.current_task()
        self._hear(Link("connecting", self._server))
        try:
            await self._stay_connected()
        finally:
            self._is_up = False
            self._repeat_nothing()
            self._running = None

    async def aclose(self) -> None:
        """Send what is queued, close the socket and end `run`, all within about a second."""
        self._is_closing = True
        running = self._running
        if running is None:
            return
        if self._is_up:
            await self._await_transcript()
            self._outgoing.close()
            await asyncio.wait({running}, timeout=CLOSE_LIMIT_S)
        running.cancel()
        await asyncio.wait({running})

    async def _await_transcript(self) -> None:
        """Wait a moment for the transcript of a game that has just ended, if one is on its way."""
        if self._keeper is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_LIMIT_S):
                    await self._keeper.settle()

    async def _stay_connected(self) -> None:
        pauses = RetryPauses()
        while not self._is_closing:
            pauses.begin()
            lost = await self._connect_once()
            self._is_up = False
            self._repeat_nothing()
            if lost is None:
                return
            if lost.is_elsewhere or lost.replaced:
                await self._wait_until_wanted(lost)
                continue
            if lost.is_void and self._tries_another():
                continue
            if lost.is_unreachable and not (self._waits_when_busy or (self._is_patient and lost.comes_back)):
                self._hear(Link("unreachable", self._server, lost.reason))
                return
            if not (lost.comes_back or lost.is_unreachable):
                self._hear(Link("refused", self._server, lost.reason))
                return
            wait = pauses.after(lost)
            self._hear(Link("down", self._server, lost.reason, retry_in_s=wait))
            await asyncio.sleep(wait)

    async def _wait_until_wanted(self, lost: ConnectionLoss) -> None:
        """Wait until the player says to go on here, as another window of theirs is connected."""
        self._play_here.clear()
        self._hear(Link("replaced" if lost.replaced else "elsewhere", self._server, lost.reason))
        await self._play_here.wait()
        self._hear(Link("connecting", self._server))

    def _tries_another(self) -> bool:
        """Whether there is another key to come with."""
        try:
            return self._sign_in.try_another()
        except OSError:
            return False

    async def _connect_once(self) -> ConnectionLoss | None:
        """Run one connection from connect to close; None if this side closed it."""
        try:
            if not isinstance(self._find, str):
                self._server = await self._find()
            socket = await dial(self._server, self._authorities, self._speaks_for)
        except DialError as error:
            return describe_failure(self._server, error, waits_when_busy=self._waits_when_busy)
        try:
            if socket.subprotocol != m.SUBPROTOCOL:
                return ConnectionLoss(f"{self._server} is not a Parlour server.", comes_back=False)
            return await self._exchange(socket)
        finally:
            socket.transport.abort()  # already closed in good order, or past that

    async def _exchange(self, socket: ClientConnection) -> ConnectionLoss | None:
        self._outgoing = SendQueue()
        try:
            hello = self._sign_in.hello(replaces=self._replaces)
        except OSError as error:
            return ConnectionLoss(
                f"Your key in {self._identity.path} can't be read: {error.strerror}.", comes_back=False
            )
        async with asyncio.TaskGroup() as tasks:
            helpers = [tasks.create_task(self._outgoing.drain(socket, hello)), tasks.create_task(self._measure(socket))]
            lost = await self._read(socket)
            for task in helpers:
                task.cancel()
        return lost

    async def _measure(self, socket: ClientConnection) -> None:
        """Ping, report the latency, and cut the connection if no pong comes back."""
        try:
            while True:
                # Not `wait_for`, which before Python 3.12 loses a cancellation that comes together with the pong.
                async with asyncio.timeout(PONG_LIMIT_S):
                    latency_s = await (await socket.ping())
                if self._is_up:
                    self._hear(Link("up", self._server, latency_ms=latency_s * 1000))
                await asyncio.sleep(PING_EVERY_S)
        except TimeoutError:
            socket.transport.abort()
        except ConnectionClosed:
            pass

    async def _read(self, socket: ClientConnection) -> ConnectionLoss | None:
        try:
            while True:
                async with asyncio.timeout(None if self._is_up else WELCOME_LIMIT_S):
                    frame = await socket.recv()
                if self._take_turn is not None:
                    await self._take_turn()
                self._on_frame(frame)
        except TimeoutError:
            return ConnectionLoss(f"{self._server} doesn't answer.")
        except MalformedFrameError as error:
            return ConnectionLoss(
                f"The server sent something this version doesn't understand: {error}.", comes_back=False
            )
        except ConnectionClosed:
            if self._is_closing:
                return None
            return close_reasons.describe_close(
                socket.close_code, socket.close_reason, self._identity.path, waits_when_busy=self._waits_when_busy
            )

    def _on_frame(self, frame: str | bytes) -> None:
        """Hear the event in a frame. Raises MalformedFrameError."""
        if isinstance(frame, str):
            raise MalformedFrameError("a text frame")
        event = self._tables.hear(clean(decode_event(frame)))
        if event is None:
            return
        self._inform_keeper(event)
        match event:
            case m.SignInChallenge():
                self._ask(self._sign_in.prove(event))
                self._hear(event)
            case m.Welcome():
                self._welcome(event)
            case m.Named(name=name):
                self._store(lambda: self._sign_in.rename(name))
                self._hear(event)
            case m.Token():
                self._store(lambda: self._sign_in.replace_token(event))
                self._hear(event)
            case m.Refused(about="pledge" | "share" | "transcribe") if self._keeper is not None:
                pass  # only the keeper asks for these
            case m.Refused(about="look", retry_after_s=wait_s):
                self._subscriptions.look_again(wait_s)
            case _:
                self._follow(event)

    def _follow(self, event: m.Event) -> None:
        """Forward an event, unless `Rejoin` holds it back, and note which tables are watched."""
        forwarded = self._rejoin.hear(event)
        if forwarded is not None:
            self._subscriptions.hear(forwarded)
            self._hear(forwarded)

    def _inform_keeper(self, event: m.Event) -> None:
        """Let the keeper see an event, and send what it answers."""
        if self._keeper is None:
            return
        try:
            commands = self._keeper.hear(event, self._server)
        except OSError as error:
            self._hear(Said(f"This game can't be saved for verifying: {error.strerror}."))
        else:
            for command in commands:
                self._ask(command)
        if warning := self._keeper.take_warning():
            self._hear(Said(warning))

    def _welcome(self, welcome: m.Welcome) -> None:
        self._store(lambda: self._sign_in.welcome(welcome))
        self._replaces = False  # a lost line is no reason to close a window that the player has opened since
        self._is_up = self._waits_when_busy = True
        self._hear(Link("up", self._server))
        self._hear(welcome)
        if note := self._sign_in.take_name_note():
            self._hear(Said(note))
        if self._sign_in.was_open:
            self._hear(Said("Other users could read your key until now. If somebody may have, type 'signout'."))
        self._rejoin.expect((*welcome.seated, *self._subscriptions.rooms))
        for command in (*self._subscriptions, *self._unanswered()):
            self._ask(command)

    def _store(self, keep: Callable[[], None]) -> None:
        """Keep who the player is, or say that it could not be kept."""
        try:
            keep()
        except OSError as error:
            self._hear(Said(f"Your key can't be saved ({error.strerror}): you lose your seat when you quit."))

    def _repeat_nothing(self) -> None:
        """Ask for nothing by itself before a new connection is up."""
        self._rejoin.stop()
        self._subscriptions.stop()

    def _ask(self, command: m.Command) -> None:
        """Send a command that no caller waits for."""
        if not self._outgoing.offer(encode(command)):
            self._hear(Said(FULL))
