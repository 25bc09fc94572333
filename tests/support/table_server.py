"""A server within the process, for the screen's tests: real games behind the real messages, and no sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from client.app import App
from client.store import Happening, Link, Said, Sent
from engines.catalog import find
from engines.chance import Chance
from engines.game import Seat
from protocol import messages as m

KEY = b"the screen's tests' 32-byte key."
SHEET = m.GameSheet(name="war", title="War", min_seats=2, max_seats=2, levels=("flipper",))
"""The one game there is, with one computer."""
EMPTY_LOBBY = m.Lobby(open=(), live=(), rooms=0, online=1)


@dataclass(frozen=True)
class Room:
    """A table with its game's whole state; seat 0 is the client's, or nobody's of its own where it watches."""

    code: str
    options: dict[str, Any]
    chairs: tuple[m.Chair, ...]
    seat: Seat | None
    state: Any = None
    seq: int = 1
    number: int = 0
    plies: tuple[int, int] = (0, 0)
    rematch: tuple[int, ...] = ()
    gone: bool = False

    @property
    def game(self) -> Any:
        return find("war")

    @property
    def phase(self) -> m.Phase:
        if self.state is None:
            return "waiting"
        return "playing" if self.game.outcome(self.state) is None and not self.gone else "over"

    def table(self) -> m.Table:
        """What the client is shown."""
        outcome = None if self.state is None else self.game.outcome(self.state)
        return m.Table(
            room=self.code,
            game="war",
            options=self.options,
            listed=False,
            host="ana",
            seq=self.seq,
            number=self.number,
            phase=self.phase,
            chairs=self.chairs,
            seat=self.seat,
            ply=self.plies[self.seat] if self.seat is not None else 0,
            turn=() if self.state is None else self.game.turn(self.state),
            time_left_s=None if self.phase != "playing" else float(self.options["auto_flip_s"]) or None,
            view=None if self.state is None else msgspec.to_builtins(self.game.view(self.state, self.seat)),
            ending=None
            if outcome is None
            else m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason),
            rematch=self.rematch,
        )


@dataclass
class TableServer:
    """Answers the client's commands at once. Mutable: it holds the rooms, and a test reaches into them.

    A computer flips at once; for a person a test does. `held` keeps what the client is told back while it is a list.
    """

    seated: tuple[Room, ...] = ()
    lobby: m.Lobby = EMPTY_LOBBY
    rooms: dict[str, Room] = field(default_factory=dict)
    sent: list[m.Command] = field(default_factory=list)
    held: list[Happening] | None = None
    is_up: bool = False
    is_browsed: bool = False
    name: str = "ana"
    tell: Callable[[Happening], None] = print
    unanswered: Callable[[], Iterable[m.Play]] = tuple
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    def connect(self, app: App) -> TableServer:
        self.tell, self.unanswered = app.hear, app.unanswered
        return self

    async def run(self) -> None:
        self.rooms = {room.code: room for room in self.seated}
        self.tell(Link("connecting", "ws://localhost:8765"))
        self.come_back()
        await self.closed.wait()

    async def aclose(self) -> None:
        self.closed.set()

    def cut(self) -> None:
        """Lose the connection."""
        self.is_up = False
        self.tell(Link("down", "ws://localhost:8765", "The connection to the server was lost.", retry_in_s=3.0))

    def come_back(self) -> None:
        """Welcome the client, as the connection does when it is up: with its seats, and what it had asked for."""
        self.is_up = True
        self.tell(Link("up", "ws://localhost:8765", latency_ms=4.2))
        self.tell(self.welcome())
        for room in self.rooms.values():
            self.tell(room.table())
        for wish in (*((m.Browse(on=True),) if self.is_browsed else ()), *self.unanswered()):
            self._answer(wish)

    def welcome(self) -> m.Welcome:
        seated = tuple(self.rooms)
        return m.Welcome(name=self.name, token="secret", server="test", games=(SHEET,), seated=seated)

    def send(self, command: m.Command) -> None:
        """What the client sends; it is answered in the loop's next turn, as a socket would."""
        self.sent.append(command)
        if isinstance(command, m.Browse):
            self.is_browsed = command.on
        if isinstance(command, m.Play):
            self.tell(Sent(command))
        if self.is_up:
            asyncio.get_running_loop().call_soon(self._answer, command)
        elif not isinstance(command, m.Play | m.Browse | m.Watch):
            self.tell(Said("There is no connection to the server now. Try again in a moment."))

    def say(self, happening: Happening) -> None:
        """Tell the client, or keep it until `release`."""
        if self.held is None:
            self.tell(happening)
        else:
            self.held.append(happening)

    def release(self) -> None:
        """Tell what was kept."""
        held, self.held = self.held or [], None
        for happening in held:
            self.tell(happening)

    def change(self, code: str, **changes: Any) -> None:
        """Change a room and show it."""
        room = self.rooms[code]
        self.rooms[code] = replace(room, seq=room.seq + 1, **changes)
        self.say(self.rooms[code].table())

    def flip(self, code: str, seat: Seat) -> None:
        """Flip for a seat and show it."""
        room = self.rooms[code]
        state = room.game.apply(room.state, seat, room.game.read("flip"), Chance(KEY))
        plies = tuple(ply + (at == seat) for at, ply in enumerate(room.plies))
        self.change(code, state=state, plies=plies)

    def begin(self, code: str, seed: int = 0) -> None:
        """Start a game in a room."""
        room = self.rooms[code]
        options = msgspec.convert(room.options, room.game.Options)
        state = room.game.setup(options, 2, Chance(KEY, seed))
        self.change(code, state=state, number=room.number + 1, plies=(0, 0), rematch=(), gone=False)
        self._flip_back(code)

    def _flip_back(self, code: str) -> None:
        room = self.rooms[code]
        if room.chairs[1].kind == "computer" and 1 in room.game.turn(room.state):
            self.flip(code, 1)

    def _answer(self, command: m.Command) -> None:
        match command:
            case m.Browse(on=True):
                self.say(self.lobby)
            case m.Create():
                self._make(command)
            case m.Join(room=code) | m.Watch(room=code) if code in self.rooms:
                self.say(m.Entered(ref=command.ref, room=code, seat=self.rooms[code].seat))
                self.say(self.rooms[code].table())
            case m.Join(room=code) | m.Watch(room=code):
                self.say(_refused("unknown-room", f"There is no table {code}.", "join", command.ref))
            case m.Play(room=code, ply=ply, number=number):
                room = self.rooms[code]
                if room.seat is not None and (number, ply) == (room.number, room.plies[room.seat]):
                    self.flip(code, room.seat)
                    self._flip_back(code)
            case m.Fill(room=code):
                room = self.rooms[code]
                self.change(code, chairs=(room.chairs[0], m.Chair(kind="computer", name="flipper", won=0)))
                self.begin(code)
            case m.Rematch(room=code):
                self.change(code, rematch=(0,))
                if self.rooms[code].chairs[1].kind == "computer":
                    self.begin(code, seed=self.rooms[code].number)
            case m.Leave(room=code):
                del self.rooms[code]
                self.say(m.Left(room=code, reason="You stood up."))
            case m.Rename(name=name):
                self.say(m.Named(name=name))

    def _make(self, create: m.Create) -> None:
        code = f"K{len(self.rooms)}QF"
        other = m.Chair(kind="open", name="", won=0)
        if create.seats[1].startswith("computer:"):
            other = m.Chair(kind="computer", name=create.seats[1].removeprefix("computer:"), won=0)
        self.rooms[code] = Room(code, create.options, (m.Chair(kind="person", name=self.name, won=0), other), 0)
        self.say(m.Entered(ref=create.ref, room=code, seat=0))
        if other.kind == "open":
            self.say(self.rooms[code].table())
        else:
            self.begin(code)


def _refused(code: m.RefusalCode, text: str, about: str, ref: int) -> m.Refused:
    return m.Refused(code=code, text=text, about=about, ref=ref, room=None, retry_after_s=None)
