"""The rooms of this server: makes them, finds them, parks them, takes them up, and lets them rest."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable

from protocol import messages as m
from server.fairness.transcript_service import TranscriptService
from server.hosting import spectators
from server.hosting.hibernation import Hibernation, RoomAction
from server.hosting.inbox import TICK, QueuedInput
from server.hosting.runner import RETRY_S, RoomRunner, RoomServices
from server.net.recipient import Requester
from server.players.chat.rules import ChatRefusedError, Speaker
from server.room import player_view, replay
from server.room import step as rooms
from server.room.inputs import CloseDeserted, Leave, Open
from server.room.journal import ConflictError, StorageUnavailableError
from server.room.outputs import Refuse
from server.room.replay import summarize_journal

DESERTED_S = 600.0
"""After how long a table that nobody follows and nobody plays at is cleared."""
FINISHED_S = 3600.0
"""The same for a table that people still follow, when its game is over and nothing happens there any more."""
DESERTED_GAME_S = 30 * 24 * 3600.0
"""After how long a game that nobody follows is given up: people come back to a game after days."""

_log = logging.getLogger("parlour.host")


class ServerClock:
    """The server's clock, in seconds: it never jumps, and stands still while the server is down."""

    def __init__(self, ticking: Callable[[], float] = time.monotonic) -> None:
        """Begin at 0, and go on as `ticking` does, which never jumps."""
        self._ticking = ticking
        self._offset = -ticking()
        self._least = 0.0

    def now(self) -> float:
        """Seconds on this clock."""
        # A sum is rounded: it may come to a little less than what the offset was made from.
        return max(self._least, self._ticking() + self._offset)

    def go_on_from(self, at: float) -> None:
        """Be at least at `at`, the time of something that happened before the server stopped."""
        self._least = max(self._least, at)
        self._offset = max(self._offset, at - self._ticking())


class Host:
    """Every room of this server by its code. Mutable: rooms come and go."""

    def __init__(self, house: RoomServices, clock: ServerClock) -> None:
        """Run rooms that share `house`, by `clock`."""
        self._house = house
        self._clock = clock
        self._runners: dict[str, RoomRunner] = {}
        self._parking = Hibernation(house, self._take_up)
        self._scribe = TranscriptService(house.journal)
        self._empty = asyncio.Event()

    def __len__(self) -> int:
        """How many rooms there are."""
        return len(self._runners) + len(self._parking)

    @property
    def parked(self) -> int:
        """How many of them are on disk alone."""
        return len(self._parking)

    async def restore(self) -> None:
        """Know every room that was open when the server last stopped; one that cannot be known is logged and left."""
        outlines = []
        for name, entries in (await self._house.journal.open_rooms()).items():
            try:
                outlines.append(summarize_journal(name, entries))
            except replay.ReplayError as error:
                _log.error("event=room-not-restored room=%s reason=%s", name, ascii(str(error)))
        self._clock.go_on_from(max((each.at for each in outlines), default=0.0))
        now = self._clock.now()
        for each in outlines:
            self._parking.expect(each, now)

    async def take_up_all(self) -> None:
        """Take up every room that `restore` has found, one after the other, beside all else that goes on."""
        await self._parking.take_up_all()

    async def take_up_for(self, player: int) -> None:
        """Take up the rooms that `restore` has found where a player may hold a seat, so that `seats_of` is complete."""
        await self._parking.take_up_for(player)

    def open(self, opened: Open, asker: Requester, ref: int, guest: QueuedInput | None = None) -> None:
        """Make a room and seat who asked for it, once that is stored, and with them a guest who has a chair there."""
        self._house.tasks.start(self._open(opened, QueuedInput(TICK.event, asker, "create", ref), guest))

    def submit(self, code: str, ask: QueuedInput) -> None:
        """Hand a room an input. A refusal goes to the asker."""
        self._do(_submit, code, ask)

    def watch(self, code: str, asker: Requester, ref: int) -> None:
        """Let a player follow a room, from their seat if they have one there."""
        self._do(self._watch, code, QueuedInput(TICK.event, asker, "watch", ref))

    def transcribe(self, asker: Requester, asked: m.GetTranscript) -> None:
        """Tell a player all that happened in a game, once it is over."""
        ask = QueuedInput(TICK.event, asker, "transcribe", asked.ref)
        room = self._runners.get(asked.room) or self._parking.get(asked.room)
        if room is None:
            _refuse_unknown(asked.room, ask)
        else:
            self._house.tasks.start(self._transcribe(room.name, asked.number, ask, asked))

    def reread(self, asker: Requester, asked: m.GetPastGame) -> None:
        """Tell a player all that happened in a past game of theirs, whatever has become of its table."""
        self._house.tasks.start(self._reread(QueuedInput(TICK.event, asker, "reread", asked.ref), asker.player, asked))

    def say(self, code: str, ask: QueuedInput, name: str, text: str) -> None:
        """Let everybody in a room know what the asker, who goes by `name`, says there."""
        if asker := ask.asker:
            self._talk(code, ask, lambda runner: runner.talk.say(runner.room, asker.player, name, text))

    def mute(self, code: str, ask: QueuedInput, name: str, whom: str | None, *, on: bool) -> None:
        """Let somebody, or all who watch, talk in a room no more, or again, if the asker is its host."""
        if asker := ask.asker:
            host = Speaker(asker.player, name)
            self._talk(code, ask, lambda runner: runner.talk.mute(runner.room, host, whom, on=on))

    def seats_of(self, player: int) -> tuple[str, ...]:
        """The rooms a player holds a seat in, longest first."""
        return self._house.seats.of(player)

    def progress(self, code: str) -> str | None:
        """How far the game in a room is, as anybody may know; None where the room is not in memory."""
        runner = self._runners.get(code)
        try:
            return None if runner is None else player_view.progress(runner.room)
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=progress-not-told room=%s", code)
            return None

    def arrived(self, asker: Requester) -> None:
        """A player has connected: they follow every room they hold a seat in, and see it."""
        self._house.present[asker.player] = asker
        for code in self.seats_of(asker.player):
            # During a stop, rooms end before connections do.
            if self._running(code) is not None or self._parking.get(code) is not None:
                self._do(self._show, code, QueuedInput(TICK.event, asker, "hello"))

    def gone(self, asker: Requester) -> None:
        """A player's connection is over; their seats stay theirs."""
        if self._house.present.get(asker.player) is asker:
            del self._house.present[asker.player]
        # Everyone hears of it in the same order each time.
        for code in sorted(asker.following & self._runners.keys()):
            self._runners[code].gone(asker)

    def clear_deserted(self) -> None:
        """Close the tables where nothing has happened for long, and park those where nothing has for a while."""
        now = self._clock.now()
        for runner in tuple(self._runners.values()):
            limit = _rest_s(runner)
            if limit is not None and now - runner.since > limit:
                runner.inbox.offer(QueuedInput(CloseDeserted()))
            elif limit is not None and now - runner.since > self._house.limits.park_after_s and runner.is_at_rest:
                self._park(runner, limit)
        self._parking.wake(now)

    async def aclose(self) -> None:
        """Let every room finish what it was asked so far; what comes now is refused, and can be sent again later."""
        self._parking.close()
        for runner in self._runners.values():
            runner.inbox.close()
        while self._runners:
            self._empty.clear()
            await self._empty.wait()

    # Inside.

    def _talk(self, code: str, ask: QueuedInput, happens: Callable[[RoomRunner], None]) -> None:
        """Let something happen to the talk in a room, or refuse it."""

        def talk(runner: RoomRunner, ask: QueuedInput) -> None:
            try:
                happens(runner)
            except ChatRefusedError as error:
                ask.refuse(code, error.refusal.code, error.refusal.text)
            else:
                runner.since = self._clock.now()

        self._do(talk, code, ask)

    def _do(self, deed: RoomAction, code: str, ask: QueuedInput) -> None:
        """Do something with a room, which is taken up first where it is parked."""
        runner = self._running(code)
        if runner is not None:
            deed(runner, ask)
        elif self._parking.get(code) is None:
            _refuse_unknown(code, ask)
        elif not self._parking.ask(code, deed, ask):
            _refuse_busy(code, ask)

    def _park(self, runner: RoomRunner, closes_after_s: float) -> None:
        del self._runners[runner.code]
        self._house.relist(runner.code, runner.room)
        self._parking.put(runner, closes_after_s)
        runner.inbox.close()

    def _show(self, runner: RoomRunner, ask: QueuedInput) -> None:
        if ask.asker is not None and self._is_here(ask.asker):
            runner.show(ask.asker)

    def _watch(self, runner: RoomRunner, ask: QueuedInput) -> None:
        asker = ask.asker
        if asker is None or not self._is_here(asker):
            return
        if refusal := self._unwatchable(runner, asker.player):
            ask.refuse(runner.code, refusal.code, refusal.text, refusal.retry_after_s)
        else:
            asker.entered(ask.ref, runner.code, runner.room.seat_of(asker.player))
            runner.show(asker)

    def _is_here(self, asker: Requester) -> bool:
        """Whether who asked has not gone since."""
        return self._house.present.get(asker.player) is asker

    def _unwatchable(self, runner: RoomRunner, player: int) -> Refuse | None:
        """Why a player cannot come to watch; None where they can, or follow the room already."""
        if player in runner.audience:
            return None
        return spectators.refusal(runner.room, player, runner.audience.watchers(runner.room), self._house.limits)

    def _running(self, code: str) -> RoomRunner | None:
        """The runner of a room, but for one that only puts its room away."""
        runner = self._runners.get(code)
        return None if runner is None or runner.is_over else runner

    def _take_up(self, runner: RoomRunner) -> None:
        self._run(runner)
        for player in runner.room.players():
            self._house.seats.add(player, runner.code)
        for think in rooms.thinkers(runner.room):
            runner.deliver(think)

    async def _reread(self, ask: QueuedInput, player: int, asked: m.GetPastGame) -> None:
        try:
            place = await self._house.records.place(player, asked.past)
        except StorageUnavailableError:
            ask.refuse(None, "unavailable", "The server cannot look that up now. Try again in a moment.", RETRY_S)
        else:
            if place is None:
                ask.refuse(None, "not-seated", "You have played no such game.")
            else:
                await self._transcribe(*place, ask, asked)

    async def _transcribe(
        self, name: str, number: int, ask: QueuedInput, asked: m.GetTranscript | m.GetPastGame
    ) -> None:
        match await self._scribe.write(name, number, asked, ask.asker.player if ask.asker else None):
            case m.Transcript() as told if ask.asker is not None:
                ask.asker.transcribed(told)
            case Refuse(code=code, text=text, retry_after_s=retry_after_s):
                ask.refuse(asked.room if isinstance(asked, m.GetTranscript) else None, code, text, retry_after_s)

    async def _open(self, opened: Open, ask: QueuedInput, guest: QueuedInput | None) -> None:
        name = f"{opened.code}-{secrets.token_hex(4)}"
        at = self._clock.now()
        try:
            first = rooms.begin(opened, at)
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=room-not-made room=%s game=%s", name, opened.game)
            self._house.relist(opened.code, None)
            _refuse_room(ask, guest, "The server stumbled over that; no room was made.")
            return
        try:
            await self._house.journal.append(name, first.room.seq, replay.pack(at, opened))
        except (StorageUnavailableError, ConflictError):
            self._house.relist(opened.code, None)
            _refuse_room(ask, guest, "No room can be made now. Try again in a moment.", RETRY_S)
            return
        runner = self._run(RoomRunner(self._house, name, first.room, at))
        if guest is not None and guest.asker is not None:
            self._house.seats.add(guest.asker.player, opened.code)
        runner.tell([(output, ask) for output in first.outputs])
        if guest is not None:
            self._bring(runner, guest)

    def _bring(self, runner: RoomRunner, guest: QueuedInput) -> None:
        """Let a guest, who has a chair in a room since it was made, follow it, if they are still here."""
        if guest.asker is not None and self._is_here(guest.asker):
            guest.asker.entered(guest.ref, runner.code, runner.room.seat_of(guest.asker.player))
            runner.show(guest.asker)

    def _run(self, runner: RoomRunner) -> RoomRunner:
        self._runners[runner.code] = runner
        self._house.relist(runner.code, runner.room)
        self._house.tasks.start(self._run_until_over(runner))
        return runner

    async def _run_until_over(self, runner: RoomRunner) -> None:
        try:
            await runner.run()
        finally:
            # While a room that was closed was being put away, its code may have become another's.
            if self._runners.get(runner.code) is runner:
                del self._runners[runner.code]
            if not self._runners:
                self._empty.set()


def _rest_s(runner: RoomRunner) -> float | None:
    """How long a table may rest before it is cleared, in seconds; None while people are there for a game."""
    if runner.room.is_playing:
        return None if len(runner.audience) else DESERTED_GAME_S
    if not len(runner.audience):
        return DESERTED_S
    return FINISHED_S if runner.room.phase == "over" else None


def _submit(runner: RoomRunner, ask: QueuedInput) -> None:
    if isinstance(ask.event, Leave) and _stops_watching(runner, ask):
        return
    if not runner.inbox.offer(ask):
        _refuse_busy(runner.code, ask)


def _stops_watching(runner: RoomRunner, ask: QueuedInput) -> bool:
    """Let a spectator go, which no room needs to hear of; whether it was one."""
    asker = ask.asker
    if asker is None or asker.player not in runner.audience or runner.room.seat_of(asker.player) is not None:
        return False
    runner.unfollow(asker, f"You stopped watching room {runner.code}.")
    return True


def _refuse_room(ask: QueuedInput, guest: QueuedInput | None, text: str, retry_after_s: float | None = None) -> None:
    """Tell everybody who was to sit in a room that it was not made."""
    for each in (ask, guest):
        if each is not None:
            each.refuse(None, "unavailable", text, retry_after_s)


def _refuse_busy(code: str, ask: QueuedInput) -> None:
    ask.refuse(code, "too-many", "The room is busy. Try again in a moment.", retry_after_s=RETRY_S)


def _refuse_unknown(code: str, ask: QueuedInput) -> None:
    ask.refuse(code, "unknown-room", f"There is no room {ascii(code)[1:-1]}.")
