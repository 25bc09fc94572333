"""The promises, watched while a world goes on: each thing that is stored, sent, asked and logged is looked at once.

What is broken is noted, not raised: it happens in the middle of the server's own code, which would catch it.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from engines.chance import KEY_BYTES, Chance
from engines.game import IllegalMoveError, UnreadableMoveError
from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import MalformedFrameError
from server.ops.server_clock import TICKS_PER_S
from server.players.accounts.accounts import Account
from tests.support.world.disk import REFUSES
from tests.support.world.oracle import Chronicle, Oracle, plain, timeless, untouched
from tests.support.world.story import Story
from tests.support.world.wires import Wire

BINARY = 0x82
CLOCK_S = 1e-6 + 1 / TICKS_PER_S
WAYS_TO_A_TABLE = ("create", "quick", "challenge", "respond")
SERVER_INPUTS = frozenset({"open", "choose", "tick", "close", "away", "stranded", "back", "pause", "resume", "restart"})
"""The tags of the inputs that the server makes itself; all others come from players."""
EXPECTED_LOGS = (
    r"event=(records-not-kept|beginning-not-kept|room-not-closed|computer-failed) "
    rf"|event=room-not-waked room=\S+ reason='{re.escape(REFUSES)}'$"
)
"""What a server says of a disk that refuses and of thoughts that come to nothing; not of a room it cannot replay."""


class Audit:
    """Notes who asked for what and what came of it, and collects broken promises.

    `frames` and `commands` are how many it has looked at, and `expected_logs` what a server may log.
    """

    expected_logs = EXPECTED_LOGS

    def __init__(self, oracle: Oracle, story: Story, outbound_bytes: int) -> None:
        self.broken: list[str] = []
        self.frames = self.commands = 0
        self._oracle = oracle
        self._story = story
        self._outbound_bytes = outbound_bytes
        self._players: dict[str, int] = {}
        self._asked: Counter[Any] = Counter()
        self._tags: dict[Any, str] = {}
        self._given: Counter[tuple[int, str, str]] = Counter()
        self._answered: Counter[tuple[int, str, str]] = Counter()
        self._clocks: dict[int, float] = {}
        self._starts: dict[int, float] = {}

    def fail(self, promise: str, *about: object) -> None:
        self.broken.append(promise.format(*about))
        self._story.tell("AUDIT", "{}", self.broken[-1])

    # The disk.

    def signed_in(self, account: Account) -> None:
        self._players[account.token] = account.player

    def kept(self, name: str, seq: int, entries: tuple[bytes, ...], asked_at: float, life: int) -> None:
        """Entries are durable."""
        chronicle = self._oracle.chronicles.setdefault(name, Chronicle(name))
        if seq != len(chronicle.rooms) + 1:
            self.fail("room {} got entry {} after entry {}", name, seq, len(chronicle.rooms))
        for entry in entries:
            try:
                event = chronicle.add(entry)
            except Exception as error:  # noqa: BLE001 - whatever it is, the journal does not replay
                self.fail("the journal of {} does not replay: {!r}", name, error)
                return
            if len(chronicle.rooms) == 1:
                self._oracle.newest[chronicle.room.setting.code] = name
            self._story.tell("disk", "{} {}: {}", name, len(chronicle.rooms), event)
            self._once(chronicle, event)
            self._was_asked(chronicle, event)
        self._at_its_time(chronicle, asked_at, life)

    def _once(self, chronicle: Chronicle, event: Any) -> None:
        """No move stands in the journal twice."""
        if _tag(event) == "play" and any(_is_same(event, earlier) for earlier in chronicle.events[:-1]):
            self.fail("{} is in the journal of {} twice", event, chronicle.name)

    def _was_asked(self, chronicle: Chronicle, event: Any) -> None:
        """What people did, they have asked for, and as often."""
        tag = _tag(event)
        if tag == "open":
            self._were_willing(chronicle, event)
        if tag in SERVER_INPUTS:
            return
        code = chronicle.room.setting.code
        for asked in (_key(code, event), _key("", event)):
            if self._asked[asked]:
                self._asked[asked] -= 1
                self._count(event.player, code if asked[0] else "", self._tags[asked])
                return
        self.fail("nobody asked for {} in {}", event, chronicle.name)

    def _were_willing(self, chronicle: Chronicle, opened: Any) -> None:
        """Whoever sits at a table from the first has wanted one."""
        for chair in opened.chairs:
            player = getattr(chair, "player", None)
            if player is not None and not any(self._given[player, "", tag] for tag in WAYS_TO_A_TABLE):
                self.fail("player {} was put into {} without asking", player, chronicle.name)

    def _at_its_time(self, chronicle: Chronicle, asked_at: float, life: int) -> None:
        """The server's clock goes as time does, whatever somebody sets the wall clock to.

        Every room hears of a server that is back as of one moment, whenever it is taken up.
        """
        at = chronicle.times[-1]
        if _tag(chronicle.events[-1]) == "restart":
            if self._starts.setdefault(life, at) != at:
                self.fail("to {} the server is back at {}, not at {}", chronicle.name, at, self._starts[life])
        else:
            offset = self._clocks.setdefault(life, asked_at - at)
            if abs(asked_at - at - offset) > CLOCK_S:
                self.fail(
                    "the clock jumped by {:g} s before entry {} of {}", at + offset - asked_at, at, chronicle.name
                )
        if len(chronicle.times) > 1 and at < chronicle.times[-2]:
            self.fail("the clock went back before an entry of {}", chronicle.name)

    # The wires.

    def received(self, wire: Wire, frame: bytes) -> None:
        """The server has got a command."""
        if wire.player is None:
            return
        try:
            command = decode_command(frame)
        except MalformedFrameError as error:
            self.fail("{} sent what is no message: {}", wire.name, error)
            return
        self.commands += 1
        routing = untouched()["routing"]
        tag = _tag(command)
        self._given[wire.player, getattr(command, "room", None) or "", tag] += 1
        if isinstance(command, routing.RoomCommand):
            asked = _key(command.room, routing.read_input(routing.Session(wire.player, ""), command))
        elif isinstance(command, m.Kick):
            asked = _key(command.room, untouched()["inputs"].SendAway(wire.player, 0))
        elif isinstance(command, m.Quick):
            asked = _key("", untouched()["inputs"].Sit(wire.player, ""))
        else:
            return
        self._asked[asked] += 1
        self._tags[asked] = tag

    def sent(self, wire: Wire, data: bytes) -> None:
        """The server has written a frame."""
        self._bounded(wire, data)
        if data[0] != BINARY:
            return
        self.frames += 1
        event = msgspec.msgpack.decode(data[_header(data) :])
        match event["type"]:
            case "welcome":
                wire.player = self._players.get(event["token"])
                if wire.player is None:
                    self.fail("{} got a token that is not durable", wire.name)
                else:  # each room of theirs may refuse the hello, as one that was not for a room
                    self._given[wire.player, "", "hello"] += 1
            case "table":
                self._shown(wire, event)
            case "update":
                self._updated(wire, event)
            case "deal":
                self._dealt(wire, event)
            case "entered":
                self._entered(wire, event)
            case "legal-moves":
                self._offered(wire, event)
            case "refused":
                self._refused(wire, event)

    def _bounded(self, wire: Wire, data: bytes) -> None:
        """What waits for one client never comes to much more than its bound; what was there before the last frame."""
        if wire.socket.get_write_buffer_size() > self._outbound_bytes:
            self.fail("{} bytes wait for {}", wire.socket.get_write_buffer_size() + len(data), wire.name)

    def _shown(self, wire: Wire, event: dict[str, Any]) -> None:
        """Nobody sees anything but what is durable, from their own seat, and nothing older than they saw."""
        chronicle, seq = self._oracle.of(event["room"]), event["seq"]
        if chronicle is None or seq > len(chronicle.rooms):
            self.fail("{} saw entry {} of {} before it was durable", wire.name, seq, event["room"])
            return
        seat = None if wire.player is None else chronicle.rooms[seq - 1].seat_of(wire.player)
        expected = chronicle.table(seq, seat)
        if timeless(event) != expected:
            wrong = [field for field in expected if timeless(event).get(field) != expected[field]]
            self.fail("{} saw entry {} of {} otherwise than it was: {}", wire.name, seq, event["room"], wrong)
        if seq < wire.newest.get(chronicle.name, 0):
            self.fail("{} saw entry {} of {} after a later one", wire.name, seq, event["room"])
        wire.newest[chronicle.name] = seq
        wire.tables[event["room"]] = event

    def _updated(self, wire: Wire, event: dict[str, Any]) -> None:
        """An update builds on the Table that was sent before it, and leads to the one that the room has."""
        before = wire.tables.get(event["room"])
        if before is None or before["seq"] != event["base"]:
            self.fail("{} got an update from entry {} of {} it lacks", wire.name, event["base"], event["room"])
            return
        seat, view = before["seat"], {**before["view"], **event["view"]}
        view |= {key: view[key] + tail for key, tail in event["grown"].items()}
        new = {key: value for key, value in event.items() if key in before and key != "type"}
        ply = 0 if seat is None else event["plies"][seat]
        self._shown(wire, {**before, **new, "ply": ply, "view": view})

    # What clients make of it.

    def seen(self, name: str, table: m.Table) -> None:
        """A client has a Table, which is as it was sent, or as the updates of it have made it."""
        chronicle = self._oracle.of(table.room)
        if chronicle is None or timeless(plain(table)) != chronicle.table(table.seq, table.seat):
            self.fail("{} took entry {} of {} for another", name, table.seq, table.room)

    def _dealt(self, wire: Wire, event: dict[str, Any]) -> None:
        """Nobody sees of a dealing what is not durable, or not to be seen yet."""
        chronicle = self._oracle.of(event["room"])
        if chronicle is None or not any(event == chronicle.deal(seq) for seq in range(len(chronicle.rooms), 0, -1)):
            self.fail("{} saw dealing {} of {} as it has never been", wire.name, event["deal"], event["room"])

    def _entered(self, wire: Wire, event: dict[str, Any]) -> None:
        """Whoever is told of a seat holds it, or has held it."""
        chronicle, seat = self._oracle.of(event["room"]), event["seat"]
        if chronicle is None:
            self.fail("{} entered room {}, which is not durable", wire.name, event["room"])
        elif seat is not None and not any(room.seat_of(wire.player) == seat for room in reversed(chronicle.rooms)):
            self.fail("{} was told of seat {} of {} before that was durable", wire.name, seat, event["room"])

    def _offered(self, wire: Wire, event: dict[str, Any]) -> None:
        """Whoever asks for legal moves is told their own seat's: some on its turn, and each is accepted."""
        chronicle = self._oracle.of(event["room"])
        at = None if chronicle is None else chronicle.at(event["number"], event["head"])
        seat = None if at is None else at.seat_of(wire.player)
        if at is None or seat is None:
            self.fail("{} was told moves of {} at a head that is not theirs or not durable", wire.name, event["room"])
            return
        rules, match = at.setting.game.rules, at.sitting
        if bool(event["moves"]) is not (seat in match.turn):
            self.fail("{} was told {} moves in {}, with {} on turn", wire.name, len(event["moves"]), at, match.turn)
        for text in event["moves"]:
            try:
                rules.apply(match.state, seat, rules.read(text), Chance(bytes(KEY_BYTES)))
            except (IllegalMoveError, UnreadableMoveError) as refused:
                self.fail("{} was told that {!r} is legal in {}: {}", wire.name, text, event["room"], refused)

    def _refused(self, wire: Wire, event: dict[str, Any]) -> None:
        """A refusal answers a command that has changed nothing."""
        if wire.player is not None and event["room"] is not None:
            self._count(wire.player, event["room"], event["about"])
            if event["about"] == "join":
                self._asked[_key(event["room"], untouched()["inputs"].Sit(wire.player, ""))] -= 1

    def _count(self, player: int, code: str, tag: str) -> None:
        """A command has been stored, or refused: never both, nor oftener than it came."""
        key = (player, code, tag)
        self._answered[key] += 1
        # A command that was not for a room may be refused by the one it was handed to.
        given = self._given[key] + self._given[player, "", tag]
        if tag == "join" and self._answered[key] > given and self._given[player, "", "quick"]:
            # A seat that was taken to be had by the room's code was had for want of any game, which is spent by that.
            self._given[player, "", "quick"] -= 1
            self._given[key] += 1
            given += 1
        if self._answered[key] > given:
            self.fail("player {}: in room {!r} a {} was refused and yet stored, or answered twice", *key)


class Logs(logging.Handler):
    """Reports every error that the server logs and the world did not cause."""

    def __init__(self, fail: Callable[..., None], expected: str) -> None:
        super().__init__(logging.ERROR)
        self._fail = fail
        self._expected = expected

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info or not re.match(self._expected, text):
            error = record.exc_info[1] if record.exc_info else None
            self._fail("the server logged {!r} {!r}", text, error)


def _is_same(event: Any, earlier: Any) -> bool:
    """Whether two inputs are the same move of the same seat."""
    if type(earlier) is not type(event):
        return False
    return bool((event.player, event.number, event.ply) == (earlier.player, earlier.number, earlier.ply))


def _tag(struct: Any) -> str:
    return str(type(struct).__struct_config__.tag)


def _key(code: str, event: Any) -> tuple[Any, ...]:
    """What makes an input the one that was asked for: all but what goes with the session, and whom a name meant."""
    beside = ("name", "deals", "home", "whom")
    fields = {field: getattr(event, field) for field in event.__struct_fields__ if field not in beside}
    return (code, type(event).__name__, *fields.values())


def _header(data: bytes) -> int:
    """How long the header of a frame is (RFC 6455 section 5.2)."""
    return {126: 4, 127: 10}.get(data[1], 2)
