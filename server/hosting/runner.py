"""One room being run: it decides, stores, becomes and tells, in that order.

Nobody is shown what could be lost: a room's next value counts only when its entry is durable, and when the disk
refuses there is nothing to undo, because the old value is still there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engines.game import Hint, Seat
from protocol import messages as m
from server.computers import advice as consulting
from server.computers.advisor import Advisor, advice
from server.computers.players import ComputerPlayers
from server.hosting.audience import Audience
from server.hosting.inbox import TICK, Inbox, QueuedInput
from server.hosting.room_chat import RoomChat
from server.hosting.room_loading import load_room
from server.hosting.seat_index import SeatIndex
from server.limits.settings import ServerLimits
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.results import recorder
from server.players.results.records import ResultStore
from server.players.results.results import GameEnd, finishers
from server.room import disconnections, outputs, replay, snapshot
from server.room import step as rooms
from server.room.inputs import ComputerMove, Consult, Event, Open, Play, Presence, Sit
from server.room.journal import ConflictError, Journal, StorageUnavailableError
from server.room.step import Room

RETRY_S = 1.0
"""How long a room rests when the disk refuses a move nobody asked for."""

SHOW = outputs.ShowTable()

_RESTS = "Room {} rests until the server is back."

_log = logging.getLogger("parlour.room")


@dataclass(slots=True)
class RoomServices:
    """What every room of a server shares.

    `relist` hears of each room whose line in the lobby has changed, by its code: of one that is not taken up yet how it
    was made, and None of one that is no more. `renew` hears of each game that is kept, and of its players.
    `present` is everyone connected, by their player's number; `keep_every` says after how many entries a room is kept
    as it is.
    """

    journal: Journal
    records: ResultStore
    computers: ComputerPlayers
    tasks: Tasks
    now: Callable[[], float]
    relist: Callable[[str, Room | Open | None], None]
    limits: ServerLimits = field(default_factory=ServerLimits)
    renew: Callable[[str, Iterable[int]], None] = lambda _game, _players: None
    present: dict[int, Requester] = field(default_factory=dict)
    seats: SeatIndex = field(default_factory=SeatIndex)
    advisers: Advisor = field(default_factory=Advisor)
    keep_every: int = snapshot.EVERY
    moves: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    rebuilt: int = 0


class _Decided:
    """What inputs came to before any of it is stored. Mutable: it grows by a step for each input.

    `name` is what the room's journal is kept under, and `asks` are the inputs. `is_news` says that more happened than
    that somebody came or went.
    """

    __slots__ = ("asks", "entries", "finishes", "is_news", "moves", "name", "outputs", "room")

    def __init__(self, name: str, room: Room, asks: tuple[QueuedInput, ...]) -> None:
        self.name = name
        self.room = room
        self.asks = asks
        self.finishes: list[GameEnd] = []
        self.entries: list[bytes] = []
        self.outputs: list[tuple[outputs.Output, QueuedInput]] = []
        self.moves = 0
        self.is_news = False

    def add(self, result: rooms.RoomStep, ask: QueuedInput, at: float) -> None:
        if result.record and not isinstance(ask.event, Consult):
            self.entries.append(replay.pack(at, ask.event))
            self.moves += isinstance(ask.event, (Play, ComputerMove))
            self.is_news |= not isinstance(ask.event, Presence)
            if finishers(self.room, result.room):
                self.finishes.append(GameEnd(self.name, self.room, result.room, at))
        self.room = result.room
        self.outputs += [(output, ask) for output in result.outputs]


class RoomRunner:
    """A room's present value, its inbox and its audience. Mutable: it is what becomes."""

    __slots__ = (
        "_again", "_faulty", "_finishes", "_house", "_kept", "_thoughts", "_to_keep",
        "audience", "inbox", "is_over", "name", "room", "since", "talk",
    )  # fmt: skip

    def __init__(
        self, house: RoomServices, name: str, room: Room, since: float, finishes: Sequence[GameEnd] = (), kept: int = 0
    ) -> None:
        """Run `room`, whose journal is kept under `name`; `since` is when something last happened there.

        `is_over` says that nothing more happens there, while what is left to do is still being done.
        `finishes` are the ends of games of which records are still to be kept, `kept` the entry after which the room
        was kept last, and `_to_keep` the room that is to be kept next, with its time. `_again` has the seats whose
        computers are thinking, and whether they are asked again; `_thoughts` what computers think for the room.
        """
        self._house = house
        self._faulty = False
        self._again: dict[Seat, bool] = {}
        self._finishes = list(finishes)
        self._kept = kept
        self._to_keep: tuple[Room, float] | None = None
        self._thoughts: set[asyncio.Task[None]] = set()
        self.is_over = False
        self.name = name
        self.room = room
        self.since = since
        self.inbox = Inbox()
        self.audience: Audience[Requester] = Audience()
        self.talk = RoomChat(room.setting.code, self.audience, house.now)

    @property
    def code(self) -> str:
        """The room's code."""
        return self.room.setting.code

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing goes on: nobody follows or thinks, nothing is asked, and nothing is left to be kept."""
        return self.inbox.is_waited_at and not (len(self.audience) or self._thoughts or self._finishes)

    async def run(self) -> None:
        """Take one input after the other until the room closes or cannot go on, or until the server stops."""
        while not self.room.closed:
            asks = await self.inbox.next(self._left_s)
            if not asks:
                return
            decided = _Decided(self.name, self.room, asks)
            try:
                await self._happen(decided)
            except StorageUnavailableError:
                await self._unwritable(decided.asks)
            except ConflictError:
                _log.error("event=room-lost room=%s seq=%d", self.name, self.room.seq)
                self.inbox.put_back(decided.asks)
                break
            except Exception:  # noqa: BLE001 - whatever fails in one room is that room's alone
                _log.exception("event=room-failed room=%s seq=%d", self.name, self.room.seq)
                if not await self._rebuild(decided.asks):
                    break
        await self._end()

    def show(self, asker: Requester) -> None:
        """A connected player sees the room from now on, and everyone there that they do."""
        self.follow(asker)
        self.audience.show_deal_to(asker, self.room)
        self.audience.show_one(asker, self.room, self._house.now())
        self.audience.show_presence(self.room)
        self._attend()
        self.talk.show(self.room, asker)

    def gone(self, asker: Requester) -> None:
        """A follower's connection is over."""
        if self.audience.remove(asker):
            self.since = self._house.now()
            self.audience.show_presence(self.room)
            self._attend()

    def follow(self, asker: Requester) -> None:
        """A connected player gets what is told from now on."""
        self.audience.add(asker)
        asker.following.add(self.code)

    def unfollow(self, asker: Requester, reason: str) -> None:
        """A follower gets nothing more, and is told why."""
        self.audience.remove(asker)
        asker.following.discard(self.code)
        asker.left(self.code, reason)
        self.audience.show_presence(self.room)

    def tell(self, told: list[tuple[outputs.Output, QueuedInput]]) -> None:
        """Do what follows from inputs; however much has happened, everyone is shown the room once, as it is now.

        Who is connected is told last, where somebody sat down or moved along: of a room that they have not seen, nobody
        heeds it.
        """
        is_shown = is_changed = False
        newcomers: list[Requester] = []
        for output, ask in told:
            match output:
                case outputs.ShowTable(asker=False):
                    is_shown = True
                    continue
                case outputs.ShowDeal(asker=False):
                    newcomers = []  # who sat down before that is shown it like everybody
                case outputs.SeatGiven() if ask.asker is not None:
                    is_changed = True
                    newcomers.append(ask.asker)
                case outputs.UpdateListing():
                    is_changed = True
            self.deliver(output, ask)
        if is_shown:
            self.deliver(SHOW)
        self._introduce(newcomers)
        if is_changed:
            self.audience.show_presence(self.room)

    def deliver(self, output: outputs.Output, ask: QueuedInput = TICK) -> None:
        """Do what follows from an input that is stored; `ask` is where it came from."""
        match output:
            case outputs.ShowTable(asker=False):
                self.audience.show(self.room, self._house.now())
            case outputs.ShowTable():
                if ask.asker is not None:
                    self.audience.show_one(ask.asker, self.room, self._house.now())
            case outputs.ShowDeal(asker=False):
                self.audience.show_deal(self.room)
            case outputs.ShowDeal():
                if ask.asker is not None:
                    self.audience.show_deal_to(ask.asker, self.room)
            case outputs.AskComputer(seat=seat):
                thought = self._house.tasks.start(self._think(seat))
                self._thoughts.add(thought)
                thought.add_done_callback(self._thoughts.discard)
            case outputs.GiveAdvice():
                self._house.tasks.start(self._advise(output, ask))
            case outputs.Refuse(code=code, text=text, retry_after_s=retry_after_s):
                self._house.refusals[code] = self._house.refusals.get(code, 0) + 1
                ask.refuse(self.code, code, text, retry_after_s)
            case outputs.SeatGiven(seat=seat):
                self._seated(ask, seat)
            case outputs.SeatLeft(player=player, reason=reason):
                self._stood(player, reason)
            case outputs.UpdateListing():
                self._house.relist(self.code, None if self.room.closed else self.room)

    # Inside.

    async def _happen(self, decided: _Decided) -> None:
        """Decide, store, become, tell: once for everything that waited."""
        at = self._house.now()
        self._decide(decided, at)
        if decided.entries:
            seats = any(isinstance(ask.event, Sit) for ask in decided.asks)
            await self._house.journal.append(self.name, self.room.seq + 1, *decided.entries, in_summary=seats)
            self._house.moves += decided.moves
            if decided.is_news:
                self.since = at
            self._finishes += decided.finishes
            if snapshot.is_due(self.room, decided.room, self._kept, self._house.keep_every):
                self._to_keep = decided.room, at
        self.room = decided.room
        self.tell(decided.outputs)
        self._attend()
        self._faulty = False
        await self._keep()

    def _decide(self, decided: _Decided, at: float) -> None:
        """Decide what the inputs come to, one after the other.

        One that meets a fault waits, with all behind it, until it is the first in line; then the fault is raised.
        """
        asks = decided.asks
        for place, ask in enumerate(asks):
            when = at if ask.at is None else ask.at
            try:
                decided.add(_step(decided.room, when, ask.event), ask, when)
            except Exception:
                decided.asks = asks[: max(place, 1)]
                self.inbox.put_back(asks[max(place, 1) :])
                if not place:
                    raise
                break

    def _attend(self) -> None:
        """Put in line what the room does not know yet of who is connected; what it hears twice it takes no note of."""
        for event in disconnections.presence_inputs(self.room, self._house.present.__contains__):
            self.inbox.offer(QueuedInput(event))

    async def _think(self, seat: Seat) -> None:
        """Have a computer choose, and put its move in line like anyone's.

        Each computer thinks of one thing at a time. Where it is asked again meanwhile, what it thinks about is not the
        position any more: then its choice is dropped, and it thinks once more.
        """
        if seat in self._again:
            self._again[seat] = True
            return
        self._again[seat] = True
        choice = None
        try:
            while self._again[seat]:
                self._again[seat] = False
                choice = await self._choice(seat)
        finally:
            del self._again[seat]
        if choice is not None:
            self.inbox.offer(QueuedInput(choice))

    async def _choice(self, seat: Seat) -> ComputerMove | None:
        """What the computer in a seat makes of the present position, or None where it is not on turn."""
        room = self.room
        level, sitting = rooms.level_at(room, seat), room.sitting
        if level is None or sitting is None or seat not in sitting.turn:
            return None
        move = await self._house.computers.think(room, seat, level)
        return ComputerMove(seat, sitting.number, sitting.plies[seat], move)

    async def _advise(self, asked: outputs.GiveAdvice, ask: QueuedInput) -> None:
        """Have somebody think about a position, and tell whoever asked, if they are still here.

        What was thought about another position than the one they are in by then is not told: a move made meanwhile is
        the answer they gave themselves.
        """
        asker = ask.asker
        if asker is None:
            return
        answer = await self._house.advisers.answer(self._house.computers, self.room.setting.game, asked, asker.player)
        if self._house.present.get(asker.player) is not asker:
            return
        if isinstance(answer, Hint):
            answer = consulting.answer_advice(self.room, asker.player, asked, answer)
        match answer:
            case Hint():
                asker.advised(advice(self.code, ask.ref, asked, answer))
            case outputs.Refuse():
                self.deliver(answer, ask)

    def _introduce(self, newcomers: list[Requester]) -> None:
        """Show who sat down how the dealing stands, of which there is no news for the others."""
        for newcomer in newcomers:
            here = self._house.present.get(newcomer.player)
            if here is not None:
                self.audience.show_deal_to(here, self.room)

    def _seated(self, ask: QueuedInput, seat: Seat) -> None:
        if ask.asker is None:
            return
        self._house.seats.add(ask.asker.player, self.code)
        ask.asker.entered(ask.ref, self.code, seat)
        # Who has come back on a new connection while this was stored follows the room from there.
        here = self._house.present.get(ask.asker.player)
        if here is not None:
            self.follow(here)
            self.talk.show(self.room, here)

    def _stood(self, player: int, reason: str) -> None:
        self._house.seats.remove(player, self.code)
        for asker in self.audience:
            if asker.player == player:
                self.unfollow(asker, reason)

    async def _end(self) -> None:
        """Let computers think no more, answer what is still in line, tell who follows, and be forgotten everywhere."""
        code: m.RefusalCode = "unknown-room" if self.room.closed else "unavailable"
        closed = self.room.farewell or f"Room {self.code} is closed."
        reason = closed if self.room.closed else _RESTS.format(self.code)
        self.is_over = True
        self.inbox.close()
        for thought in self._thoughts:
            thought.cancel()
        for ask in await self.inbox.next(self._left_s):
            ask.refuse(self.code, code, reason)
        for asker in self.audience:
            self.unfollow(asker, reason)
        for player in self.room.players():
            self._house.seats.remove(player, self.code)
        self._house.relist(self.code, None)
        await self._keep()
        if self.room.closed and not self._finishes:
            await recorder.close_journal(self._house.journal, self.name)

    async def _keep(self) -> None:
        """Keep what people did in the games that have ended, and then from where the room need be played again.

        Where the disk refuses the first, the next input brings it up again. Who asks for records once they have been
        told of the end waits behind this in the database's line.
        """
        if self._finishes and await recorder.keep_results(self._house.records, self._finishes):
            self._renew()
            self._finishes = []
        if self._to_keep and not self._finishes:
            (room, at), self._to_keep = self._to_keep, None
            self._kept = room.seq
            if (kept := snapshot.pack(room, at)) is not None:
                self._house.tasks.start(recorder.keep_snapshot(self._house.journal, self.name, room.seq, kept))

    def _renew(self) -> None:
        """Let it be known whose games are kept now."""
        game = self.room.setting.game
        self._house.renew(game.name, {player for each in self._finishes for player in each.before.players()})

    async def _unwritable(self, asks: tuple[QueuedInput, ...]) -> None:
        """The disk refused: people may try again, and what nobody asked for is tried again after a rest."""
        text = "The server cannot store anything now, so nothing was changed. Try again in a moment."
        for ask in asks:
            ask.refuse(self.code, "unavailable", text, retry_after_s=RETRY_S)
        unasked = tuple(ask for ask in asks if ask.asker is None)
        if unasked:
            await asyncio.sleep(RETRY_S)
            self.inbox.put_back(unasked)

    async def _rebuild(self, asks: tuple[QueuedInput, ...]) -> bool:
        """After a fault of ours: back to what the journal says, and whether to go on; the second in a row is too much.

        The inputs that met the fault are refused, and who sits there or stood up is as it was stored, told or not.
        """
        for ask in asks:
            ask.refuse(self.code, "unavailable", "The server stumbled over that; nothing was lost.")
        if self._faulty:
            return False
        self._faulty = True
        self._house.rebuilt += 1
        try:
            self.room = (await load_room(self._house.journal, self.name)).room
            self._seat_everybody()
            self.deliver(SHOW)
            self.audience.show_presence(self.room)
            for think in rooms.thinkers(self.room):
                self.deliver(think)
        except Exception:  # noqa: BLE001 - the same fault, or another: there is no going on
            _log.exception("event=room-not-rebuilt room=%s", self.name)
            return False
        return True

    def _seat_everybody(self) -> None:
        """Let those who hold a seat follow the room from there, and have it known that they sit here."""
        players = self.room.players()
        self._house.seats.replace(self.code, players)
        for here in filter(None, map(self._house.present.get, players)):
            self.follow(here)

    def _left_s(self) -> float | None:
        due = rooms.deadline(self.room)
        return None if due is None else due - self._house.now()


def _step(room: Room, at: float, event: Event) -> rooms.RoomStep:
    """What anything asked of the room comes to."""
    return consulting.step(room, event) if isinstance(event, Consult) else rooms.step(room, at, event)
