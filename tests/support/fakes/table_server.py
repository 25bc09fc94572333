"""A server within the process, for the screen's tests: real games behind the real messages, and no sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from client.drawing.sanitize import clean
from client.fullscreen.app import App
from client.net.connection import NO_LINK, SENT_WHEN_UP
from client.state.store import Happening, Link, PhraseMade, Said, Sent
from engines.catalog import find
from engines.chance import Chance
from engines.game import Seat
from protocol import messages as m
from tests.support.builders.sheets import hosted
from tests.support.builders.stores import number_of
from tests.support.games import sums

PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow"
"""A test vector of BIP-39."""
KEY = b"the screen's tests' 32-byte key."
SHEET = hosted("war", "flipper")
"""The one game there is, with one computer, unless a test says otherwise."""
EMPTY_LOBBY = m.Lobby(open=(), live=(), people=("ann",), ratings=(), bots=(), rooms=0, online=1, moves=0)


@dataclass(frozen=True)
class Room:
    """A table with its game's whole state; `seat` is the client's, or None where it watches."""

    code: str
    options: dict[str, Any]
    chairs: tuple[m.SeatInfo, ...]
    seat: Seat | None
    state: Any = None
    seq: int = 1
    number: int = 0
    plies: tuple[int, ...] = (0, 0)
    rematch: tuple[int, ...] = ()
    gone: bool = False
    name: str = "war"
    request: m.Offer | None = None
    asked: tuple[int, ...] = ()
    verdict: m.OfferOutcome | None = None
    gave_up: tuple[int, ...] = ()
    serious: bool = False
    clock: m.TimeControl = m.NO_CLOCK
    totals: tuple[float | None, ...] = ()
    reasons: tuple[str, ...] = ()
    away: tuple[m.Absence, ...] = ()
    host_seat: int | None = 0
    paused: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether the client plays alone there, or against computers."""
        return self.seat is not None and sum(chair.kind == "computer" for chair in self.chairs) == len(self.chairs) - 1

    @property
    def game(self) -> Any:
        return sums.GAME if self.name == sums.GAME.name else find(self.name)

    @property
    def computer(self) -> Seat | None:
        """A computer's seat that is on turn, if any."""
        turn = () if self.state is None else self.game.rules.turn(self.state)
        return next((seat for seat in turn if self.chairs[seat].kind == "computer"), None)

    @property
    def phase(self) -> m.Phase:
        if self.state is None:
            return "waiting"
        return "playing" if self.game.rules.outcome(self.state) is None and not self.gone else "over"

    def table(self) -> m.Table:
        """What the client is shown."""
        outcome = None if self.state is None else self.game.rules.outcome(self.state)
        return m.Table(
            room=self.code,
            game=self.name,
            options=self.options,
            listed=False,
            serious=self.serious,
            watch="anyone",
            host="ana",
            host_seat=self.host_seat,
            clock=self.clock,
            seq=self.seq,
            number=self.number,
            phase=self.phase,
            chairs=self.chairs,
            seat=self.seat,
            ply=self.plies[self.seat] if self.seat is not None else 0,
            turn=() if self.state is None else self.game.rules.turn(self.state),
            time_left_s=None if self.phase != "playing" else self._move_time_s(),
            totals=self.totals,
            lasted_s=None if self.state is None else 0.0,
            view=None if self.state is None else msgspec.to_builtins(self.game.rules.view(self.state, self.seat)),
            ending=None
            if outcome is None
            else m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason),
            rematch=self.rematch,
            request=self.request,
            verdict=self.verdict,
            gave_up=self.gave_up,
            reasons=self.reasons,
            away=self.away,
            paused=self.paused,
            events=self.seq - 1,
            head="",
        )

    def _move_time_s(self) -> float | None:
        seconds = self.game.timing.move_s(msgspec.convert(self.options, self.game.rules.Options))
        return None if seconds is None else float(seconds)


@dataclass
class TableServer:
    """Answers the client's commands at once; a test reaches into its rooms.

    A computer moves at once; for a person a test does. `held` keeps what the client is told back while it is a list.
    Where there is `welcomes`, nobody is welcomed until it is set.
    """

    seated: tuple[Room, ...] = ()
    sheets: tuple[m.GameInfo, ...] = (SHEET,)
    public_urls: tuple[str, ...] = ()
    lobby: m.Lobby = EMPTY_LOBBY
    rooms: dict[str, Room] = field(default_factory=dict)
    records: dict[str, m.Stats] = field(default_factory=dict)
    sent: list[m.Command] = field(default_factory=list)
    held: list[Happening] | None = None
    welcomes: asyncio.Event | None = None
    is_up: bool = False
    is_browsed: bool = False
    name: str = "ana"
    tell: Callable[[Happening], None] = print
    unanswered: Callable[[], Iterable[m.Command]] = tuple
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    def connect(self, app: App) -> TableServer:
        self.tell, self.unanswered = app.hear, app.unanswered
        return self

    def play_here(self) -> None:
        """Welcome the client, which was told that its player is elsewhere."""
        self.come_back()

    def play_as_guest(self) -> None:
        """Welcome the client as somebody else, who sits nowhere."""
        self.name, self.rooms = "guest", {}
        self.come_back()

    def make_phrase(self) -> tuple[Happening, ...]:
        return (PhraseMade(PHRASE),)

    async def run(self) -> None:
        self.rooms = {room.code: room for room in self.seated}
        self.tell(Link("connecting", "ws://localhost:8765"))
        if self.welcomes is not None:
            await self.welcomes.wait()
        self.come_back()
        await self.closed.wait()

    async def aclose(self) -> None:
        self.closed.set()

    def cut(self) -> None:
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
        return m.Welcome(
            name=self.name,
            token="secret",
            server="test",
            games=self.sheets,
            seated=seated,
            public_urls=self.public_urls,
        )

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """What the client sends; it is answered in the loop's next turn, as a socket would."""
        self.sent.append(command)
        if isinstance(command, m.Browse):
            self.is_browsed = command.on
        if self.is_up:
            asyncio.get_running_loop().call_soon(self._answer, command)
        elif not isinstance(command, SENT_WHEN_UP):
            return (Said(NO_LINK),)
        return (Sent(command),) if isinstance(command, m.Play | m.Consult) else ()

    def say(self, happening: Happening) -> None:
        """Tell the client, or keep it until `release`."""
        if self.held is None:
            self.tell(happening)
        else:
            self.held.append(happening)

    def release(self) -> None:
        held, self.held = self.held or [], None
        for happening in held:
            self.tell(happening)

    def change(self, code: str, **changes: Any) -> None:
        room = self.rooms[code]
        self.rooms[code] = replace(room, **{"seq": room.seq + 1, "verdict": None, **changes})
        self.say(self.rooms[code].table())

    def flip(self, code: str, seat: Seat) -> None:
        self.play(code, seat, "flip")

    def play(self, code: str, seat: Seat, move: str) -> None:
        """Make a move for a seat and show it."""
        room = self.rooms[code]
        state = room.game.rules.apply(room.state, seat, room.game.rules.read(move), Chance(KEY, room.seq))
        plies = tuple(ply + (at == seat) for at, ply in enumerate(room.plies))
        verdict = room.request and _verdict(room.request, "moved", seat)
        self.change(code, state=state, plies=plies, request=None, asked=(), verdict=verdict)

    def ask(self, code: str, seat: Seat) -> None:
        """Ask for a seat to take its last move back, which happens at once where no other person is there."""
        room = self.rooms[code]
        if seat in room.asked:
            self.say(_refused("not-now", "You have asked already.", "take-back", None))
            return
        request = m.Offer(kind="takeback", seat=seat, agreed=(), time_left_s=30.0)
        self.rooms[code] = replace(room, request=request, asked=(*room.asked, seat))
        self.answer(code, seat, agree=True)

    def answer(self, code: str, seat: Seat, *, agree: bool) -> None:
        """Answer for a seat what is asked."""
        room = self.rooms[code]
        assert room.request is not None, "nobody asks"
        agreed = {room.request.seat, *room.request.agreed, *room.gave_up, seat}
        if not agree:
            self.change(code, request=None, verdict=_verdict(room.request, "declined", seat))
        elif any(chair.kind == "person" and at not in agreed for at, chair in enumerate(room.chairs)):
            agreeing = tuple(sorted(agreed - {room.request.seat, *room.gave_up}))
            self.change(code, request=msgspec.structs.replace(room.request, agreed=agreeing))
        else:
            takeback = (room.game.takeback.through if room.is_alone else None) or room.game.takeback
            state = takeback.before(room.state, room.request.seat)
            plies, verdict = tuple(ply + 1 for ply in room.plies), _verdict(room.request, "granted")
            self.change(code, state=state, plies=plies, request=None, asked=(), verdict=verdict)

    def begin(self, code: str, seed: int = 0) -> None:
        room = self.rooms[code]
        options = msgspec.convert(room.options, room.game.rules.Options)
        state = room.game.rules.setup(options, len(room.chairs), Chance(KEY, seed))
        plies = (0,) * len(room.chairs)
        self.change(code, state=state, number=room.number + 1, plies=plies, rematch=(), gone=False)
        self._play_back(code)

    def heard(
        self, place: str | None, who: str, text: str, manner: m.SpeakerRole = "player", *, yours: bool = False
    ) -> None:
        """Let somebody say something in a room, or in the hall, as it comes out of the client's connection."""
        line = m.Line(who=who, player=number_of(who), text=text, manner=manner, age_s=0.0, yours=yours)
        self.say(clean(m.Heard(room=place, line=line)))

    def advised(self, asked: m.Consult) -> m.Advice:
        """What the game's own engine says to a question, about the position as it is now."""
        room = self.rooms[asked.room]
        assert room.seat is not None, "only who plays asks"
        view, chance, tell = room.game.rules.view(room.state, room.seat), Chance(KEY, room.seq), room.game.help
        hint = (tell.hint if asked.about == "hint" else tell.prospect)(view, chance)
        return m.Advice(
            ref=asked.ref,
            room=room.code,
            number=room.number,
            ply=room.plies[room.seat],
            about=asked.about,
            move=hint.move,
            text=hint.reason,
        )

    def _play_back(self, code: str) -> None:
        """Let the computers move for as long as one is on turn."""
        while (seat := self.rooms[code].computer) is not None:
            room = self.rooms[code]
            bot = room.game.bots[room.chairs[seat].name].choose
            move = bot(room.game.rules.view(room.state, seat), Chance(KEY, room.seq))
            self.play(code, seat, room.game.rules.text(move))

    def _answer(self, command: m.Command) -> None:
        match command:
            case m.Browse(on=True):
                self.say(self.lobby)
            case m.Look(room=looked):
                for code, room in self.rooms.items():
                    waits = room.is_alone and room.phase == "playing" and not room.serious and code != looked
                    if waits != room.paused:
                        self.change(code, paused=waits)
            case m.Create():
                self._make(command)
            case m.Join(room=code) | m.Watch(room=code) if code in self.rooms:
                self.say(m.Entered(ref=command.ref, room=code, seat=self.rooms[code].seat))
                self.say(self.rooms[code].table())
            case m.Join(room=code) | m.Watch(room=code):
                self.say(_refused("unknown-room", f"There's no table {code}.", "join", command.ref))
            case m.Play(room=code, ply=ply, number=number):
                room = self.rooms[code]
                if room.seat is not None and (number, ply) == (room.number, room.plies[room.seat]):
                    self.play(code, room.seat, command.move)
                    self._play_back(code)
            case m.Consult():
                self.say(self.advised(command))
            case m.AddComputers(room=code):
                computer = m.SeatInfo(kind="computer", name=command.level, won=0)
                chairs = tuple(computer if chair.kind == "open" else chair for chair in self.rooms[code].chairs)
                self.change(code, chairs=chairs)
                self.begin(code)
            case m.TakeBack(room=code) if (seat := self.rooms[code].seat) is not None:
                self.ask(code, seat)
            case m.AnswerOffer(room=code) if (seat := self.rooms[code].seat) is not None:
                self.answer(code, seat, agree=command.agree)
            case m.Resign(room=code) if (seat := self.rooms[code].seat) is not None:
                room = self.rooms[code]
                over = {"state": room.game.resign(room.state, seat)} if room.game.resign else {"gone": True}
                self.change(code, **over)
            case m.Rematch(room=code):
                room = self.rooms[code]
                self.change(code, rematch=(room.seat,))
                if sum(chair.kind == "person" for chair in room.chairs) == 1:
                    self.begin(code, seed=self.rooms[code].number)
            case m.Leave(room=code):
                del self.rooms[code]
                self.say(m.Left(room=code, reason="You stood up."))
            case m.Say(room=place, text=text):
                self.heard(place, self.name, text, yours=True)
            case m.WatchScore():
                pass  # nothing has been won yet, nor lost
            case m.GetStats(game=game) if game in self.records:
                self.say(self.records[game])
            case m.Rename(name=name):
                self.say(m.Named(name=name))

    def _make(self, create: m.Create) -> None:
        code = f"K{len(self.rooms)}QF"
        chairs, seat = tuple(map(self._chair, create.seats)), create.seats.index("me")
        self.rooms[code] = Room(code, create.options, chairs, seat, name=create.game, serious=create.serious)
        self.say(m.Entered(ref=create.ref, room=code, seat=seat))
        if "open" in create.seats:
            self.say(self.rooms[code].table())
        else:
            self.begin(code)

    def _chair(self, seat: str) -> m.SeatInfo:
        match seat.partition(":"):
            case ("me", _, _):
                return m.SeatInfo(kind="person", name=self.name, won=0)
            case ("computer", _, level):
                return m.SeatInfo(kind="computer", name=level, won=0)
            case _:
                return m.SeatInfo(kind="open", name="", won=0)


def _verdict(request: m.Offer, fate: m.OfferFate, by: Seat | None = None) -> m.OfferOutcome:
    return m.OfferOutcome(kind="takeback", seat=request.seat, result=fate, by=by)


def _refused(code: m.RefusalCode, text: str, about: str, ref: int | None) -> m.Refused:
    return m.Refused(code=code, text=text, about=about, ref=ref, room=None, retry_after_s=None)
