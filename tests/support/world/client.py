"""A client of a world: keeps the rules of the real one over a wire of the world, and folds what it hears as that does.

It says hello with its token, comes back by itself when it is cut off, and then asks again for what it watched and
browsed and sends the moves that no Table has answered yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from random import Random

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from client.net.close_reasons import FIRST_PAUSE_S, LONGEST_PAUSE_S
from client.net.connection import PING_EVERY_S, PONG_LIMIT_S, WELCOME_LIMIT_S
from client.net.following.held_tables import HeldTables
from client.net.following.rejoin import REF
from client.state import fold as reducer
from client.state.store import Happening, Link, Sent, Store
from protocol import messages as m
from protocol.codec import MAX_EVENT_BYTES, decode_event, encode
from protocol.dealing import SHARE_BYTES, pledge
from protocol.errors import CloseCode
from tests.support.world.audit import Audit
from tests.support.world.story import Story
from tests.support.world.wires import Wire

SERVER = parse_uri("ws://parlour.example/")

TO_SOMEBODY = (m.Quick, m.Challenge, m.Respond)
"""What Matching answers too, which has no number: it says how one stands, whatever has led there."""

WHOLE_TABLES = "ben"
"""Whose client is one that takes no updates."""

Dial = Callable[["Client"], Wire | None]


class Client:
    """One player's client, which connects and disconnects.

    Attributes:
        store: what it knows, folded by the real client's own function.
        open: the commands sent on this connection, by their numbers, to which no answer has come.
        deals: the newest dealing of each room.
    """

    def __init__(
        self,
        name: str,
        loop: asyncio.AbstractEventLoop,
        chance: Random,
        dial: Dial,
        story: Story,
        audit: Audit,
    ) -> None:
        """Be somebody of that name; `dial` gives a wire to the server, or None where nobody answers.

        Every Table that it sees is audited, whether it came whole or was made of an update.
        """
        self.name = name
        self.token: str | None = None
        self.store = Store()
        self.is_up = False
        self.open: dict[int, m.Command] = {}
        self.deals: dict[str, m.Deal] = {}
        self.wire: Wire | None = None
        self._deals = chance.random() < 0.6
        self._loop = loop
        self._chance = chance
        self._dial = dial
        self._story = story
        self._audit = audit
        self._tables = HeldTables(lambda room: audit.fail("{} got an update of a Table of {} it lacks", name, room))
        self._watched: dict[str, m.Watch] = {}
        self._browse: m.Browse | None = None
        self._look: m.Look | None = None
        self._protocol: ClientProtocol | None = None
        self._pause_s = FIRST_PAUSE_S
        self._heard_at = 0.0
        self._again: asyncio.TimerHandle | None = loop.call_later(chance.random(), self._connect)
        self._check = loop.call_later(PING_EVERY_S, self._look_after)

    def send(self, command: m.Command) -> None:
        """Send a command, as far as the link allows."""
        match command:
            case m.Browse(on=on):
                self._browse = command if on else None
            case m.Look():
                self._look = command
            case m.Watch(room=room):
                self._watched[room] = command
            case m.Play():
                self._fold(Sent(command))
        if self.is_up:
            self._put(command)

    def kill(self, *, silently: bool) -> None:
        """End the program and start it again: it knows nothing but its token."""
        self._story.tell(self.name, "is killed, silently: {}", silently)
        if self.wire is not None:
            if silently:
                self.wire.vanish()
            else:
                self.wire.hang_up()
        self.store = Store()
        self._watched, self._browse, self._look, self.deals = {}, None, None, {}
        self._lose("killed")

    def looks_at(self, room: str) -> bool:
        """Whether this room is on the screen, as far as the server is told."""
        return self._look is None or self._look.room == room

    def aclose(self) -> None:
        """Do nothing any more."""
        self._check.cancel()
        if self._again is not None:
            self._again.cancel()

    # Called by the wire.

    def heard(self, data: bytes) -> None:
        self._heard_at = self._loop.time()
        if self._protocol is None:
            return
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            match event:
                case Response(status_code=HTTPStatus.SWITCHING_PROTOCOLS):
                    self._put(self._hello())
                case Frame(opcode=Opcode.BINARY, data=payload):
                    self._take(decode_event(bytes(payload)))
        if self._protocol is not None:
            self._flush()
            if self._protocol.close_rcvd or self._protocol.handshake_exc:
                self._close()

    def lost(self) -> None:
        self._lose("cut off")

    # Inside.

    def _connect(self) -> None:
        self._again = None
        self._heard_at = self._loop.time()
        self._protocol = ClientProtocol(SERVER, subprotocols=[Subprotocol(m.SUBPROTOCOL)], max_size=MAX_EVENT_BYTES)
        self.wire = self._dial(self)
        if self.wire is None:
            self._come_back()
            return
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def _hello(self) -> m.Hello:
        return m.Hello(
            name=self.name,
            token=self.token,
            client="world",
            deals=self._deals,
            bot=False,
            updates=self.name != WHOLE_TABLES,
            looks=self._look is not None,
        )

    def _put(self, command: m.Command) -> None:
        if self._protocol is None or self._protocol.state is not OPEN:
            return
        ref = getattr(command, "ref", None)
        if ref is not None:
            self.open[ref] = command
        self._story.tell(self.name, "sends {}", command)
        self._protocol.send_binary(encode(command))
        self._flush()

    def _flush(self) -> None:
        if self._protocol is None or self.wire is None:
            return
        for piece in self._protocol.data_to_send():
            if piece:
                self.wire.up.write(piece)

    def _take(self, told: m.Event) -> None:
        self._story.tell(self.name, "hears {}", _short(told))
        event = self._tables.hear(told)
        if event is None:
            return
        if isinstance(event, m.Table):
            self._audit.seen(self.name, event)
            if event.seat is None:
                self._watched.setdefault(event.room, m.Watch(ref=REF, room=event.room))
        ref = getattr(event, "ref", None)
        if ref is not None:
            self.open.pop(ref, None)
        match event:
            case m.Welcome():
                self._welcome(event)
            case m.Entered():
                self._enter(event)
            case m.Refused(about="watch", code="unavailable", room=str(room)) if self._is_shown(room):
                self._fold(event)
            case m.Refused(about="watch", room=str(room)) | m.Left(room=room):
                self._watched.pop(room, None)
                self._fold(event)
            case m.Matching():
                self.open = {ref: sent for ref, sent in self.open.items() if not isinstance(sent, TO_SOMEBODY)}
                self._fold(event)
            case m.Deal():
                self.deals[event.room] = event
                self._give(event)
            case _:
                self._fold(event)

    def _is_shown(self, room: str) -> bool:
        """Whether a table has been shown on this connection."""
        followed = self.store.rooms.get(room)
        return followed is not None and not followed.is_cut_off

    def _enter(self, entered: m.Entered) -> None:
        """Come to a table, which is on the screen then."""
        if entered.seat is None:
            self._watched[entered.room] = m.Watch(ref=entered.ref, room=entered.room)
        self._fold(entered)
        if self._look is not None:
            self.send(m.Look(room=entered.room))

    def _give(self, deal: m.Deal) -> None:
        """Take part in a dealing, most of the time, with a share that a file could not keep better."""
        seated = self.store.rooms.get(deal.room)
        if not self._deals or seated is None or seated.table.seat is None or self._chance.random() < 0.1:
            return
        share = sha256(f"{self.name} {deal.room} {deal.deal}".encode()).digest()[:SHARE_BYTES]
        match deal.stage:
            case "pledging":
                self._put(m.CommitShare(room=deal.room, deal=deal.deal, hash=pledge(share).hex()))
            case "sharing":
                self._put(m.RevealShare(room=deal.room, deal=deal.deal, share=share.hex()))

    def _welcome(self, welcome: m.Welcome) -> None:
        self.token, self.is_up, self._pause_s = welcome.token, True, FIRST_PAUSE_S
        self._fold(Link("up"))
        self._fold(welcome)
        for wish in (self._browse, self._look, *self._watched.values(), *self.store.unanswered_commands()):
            if wish is not None:
                self._put(wish)

    def _fold(self, happening: Happening) -> None:
        self.store = reducer.fold(self.store, happening, self._loop.time())

    def _close(self) -> None:
        """The server has said goodbye."""
        wire, protocol = self.wire, self._protocol
        if wire is None or protocol is None:
            return
        wire.hang_up()
        if protocol.close_code == CloseCode.REPLACED:
            self._story.tell(self.name, "is replaced")
        self._lose(protocol.close_reason or "goodbye")

    def _lose(self, why: str) -> None:
        self._story.tell(self.name, "has no connection: {}", why)
        self.wire = self._protocol = None
        self.is_up = False
        self.open.clear()
        self._fold(Link("down", reason=why))
        self._come_back()

    def _come_back(self) -> None:
        if self._again is None:
            self._again = self._loop.call_later(self._pause_s * self._chance.uniform(0.5, 1.0), self._connect)
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _look_after(self) -> None:
        """Ping, and break off where nothing comes back."""
        self._check = self._loop.call_later(PING_EVERY_S, self._look_after)
        if self.wire is None or self._protocol is None:
            return
        limit_s = PING_EVERY_S + PONG_LIMIT_S if self.is_up else WELCOME_LIMIT_S
        if self._loop.time() - self._heard_at > limit_s:
            self.wire.hang_up()
            self._lose("silence")
        elif self.is_up and self._protocol.state is OPEN:
            self._protocol.send_ping(b"")
            self._flush()


def _short(event: m.Event) -> object:
    match event:
        case m.Table():
            place = f"{event.room} {event.seq}, game {event.number} ply {event.ply}"
            return f"table {place}, {event.turn} on turn, {event.phase}"
        case m.TableUpdate():
            return f"update {event.room} {event.base} to {event.seq}, {event.turn} on turn"
        case m.Lobby():
            return f"lobby of {event.rooms}, {event.online} online"
        case m.Welcome():
            return f"welcome as {event.name} at {event.seated}"
    return event
