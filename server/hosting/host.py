"""Keeps every room of this server by its code: opens, finds, hibernates, loads and closes them."""

from __future__ import annotations

import asyncio
import heapq
import logging
import secrets
from collections.abc import Callable, Set
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from protocol import messages as m
from server.fairness.transcript_service import TranscriptService
from server.hosting.hibernation import Hibernation, RoomAction
from server.hosting.inbox import TICK, QueuedInput
from server.hosting.runner import RETRY_S, RoomRunner
from server.hosting.services import RoomServices, charge_stored
from server.limits.settings import ServerLimits
from server.net.recipient import Requester
from server.ops.server_clock import ServerClock
from server.players.chat.rules import ChatRefusedError, Overheard, Speaker
from server.players.sessions.addressing import find_seated
from server.room import departures, player_view, replay
from server.room import step as rooms
from server.room.inputs import CloseDeserted, EndTable, Forget, Leave, Open, SendAway
from server.room.journal import ConflictError, StorageUnavailableError
from server.room.outputs import Refuse
from server.room.replay import summarize_journal
from server.room.step import Room

SPARE_PART = 20
"""Which part of all places for rooms is kept free by closing deserted games early."""
CLOSED_AT_ONCE = 100
ROOM_BYTES = 512
"""What a room takes on the disk beside its first entry, about."""
LOOK_BYTES = 128
"""What it takes at most that one game pauses and another goes on."""
GUESSED = "Too many wrong codes from your address. Try again later."
LEAVE_WITHIN_S = 10.0
LEAVE_EVERY_S = 0.05
"""How long somebody who leaves all tables is waited for, and how often it is looked whether they have."""
CROWDED_S = 30.0
"""When to try again to watch a game that has as many spectators as may be."""

_log = logging.getLogger("parlour.host")


class Host:
    """The running rooms of this server, and in `hibernation` those on disk alone, by their codes.

    `transcripts` sends what happened in games that are over.
    """

    def __init__(self, services: RoomServices, clock: ServerClock) -> None:
        """Run rooms that share `services`, by `clock`."""
        self._services = services
        self._clock = clock
        self._runners: dict[str, RoomRunner] = {}
        self.hibernation = Hibernation(services, self._take_up)
        self.transcripts = TranscriptService(services.journal, services.records, services.accounts, services.tasks)
        self._empty = asyncio.Event()

    def __len__(self) -> int:
        return len(self._runners) + len(self.hibernation)

    async def restore(self) -> None:
        """Read a summary of every room that was open when the server last stopped, and log those without one."""
        summaries = []
        for name, entries in (await self._services.journal.open_rooms()).items():
            try:
                summaries.append(summarize_journal(name, entries))
            except replay.ReplayError as error:
                _log.error("event=room-not-restored room=%s reason=%s", name, ascii(str(error)))
        self._clock.go_on_from(max((each.at for each in summaries), default=0.0))
        now = self._clock.now()
        for each in summaries:
            self.hibernation.expect(each, now)

    def open(self, opened: Open, requester: Requester, ref: int, guest: QueuedInput | None = None) -> None:
        """Open a room; once that is stored, seat the requester there, and a guest whose seat is already theirs."""
        self._services.tasks.start(self._open(opened, QueuedInput(TICK.event, requester, "create", ref), guest))

    def submit(self, code: str, queued: QueuedInput) -> None:
        """Put an input into a room's inbox; a refusal goes to the requester."""
        self._do(_submit, code, queued)

    def join(self, code: str, queued: QueuedInput, games: tuple[str, ...] | None) -> None:
        """Put a player's Sit into a room's inbox, unless the room's game is none of `games`."""

        def act(runner: RoomRunner, queued: QueuedInput) -> None:
            game = runner.room.setting.game
            if games is None or game.name in games:
                _submit(runner, queued)
            else:
                queued.refuse(
                    code, "unknown-game", f"Table {code} plays {game.title}, which your program doesn't know."
                )

        self._do(act, code, queued)

    def end_table(self, code: str, reason: str) -> bool:
        """Close a table for a reason in a sentence, whatever is played there; whether there is one of that code."""
        is_there = self._running(code) is not None or self.hibernation.get(code) is not None
        if is_there:
            self._do(_submit, code, QueuedInput(EndTable(reason)))
        return is_there

    def kick(self, requester: Requester, kick: m.Kick) -> None:
        """Put into a room's inbox that its host sends away whom they mean by a name or a seat."""

        def act(runner: RoomRunner, queued: QueuedInput) -> None:
            whom = find_seated(runner.room, kick, self._current_name)
            if isinstance(whom, Refuse):
                queued.refuse(kick.room, whom.code, whom.text)
            else:
                _submit(runner, replace(queued, event=SendAway(requester.player, whom)))

        self._do(act, kick.room, QueuedInput(TICK.event, requester, "kick"))

    def watch(self, code: str, requester: Requester, ref: int) -> None:
        """Let a player follow a room, from their seat if they have one there."""
        self._do(self._watch, code, QueuedInput(TICK.event, requester, "watch", ref))

    def look(self, requester: Requester, look: m.Look) -> None:
        """Note which room a player looks at, and tell those that wait for them."""
        requester.look_at(look.room)
        charge_stored([(requester, LOOK_BYTES)])
        for code in sorted(requester.following & self._runners.keys()):
            self._runners[code].delivery.report_presence()

    def send_transcript(self, requester: Requester, request: m.GetTranscript) -> None:
        """Send a player the transcript of a game of a room, once it is over."""
        if not request.number:
            self._do(partial(self._send_last, request), request.room, _asking(requester, request))
            return
        runner, hibernated = self._runners.get(request.room), self.hibernation.get(request.room)
        if runner is not None:
            self.transcripts.send(requester, request, runner.name, runner.room)
        elif hibernated is not None:
            self.transcripts.send(requester, request, hibernated.name, None)
        else:
            _refuse_unknown(request.room, _asking(requester, request))

    def say(self, code: str, queued: QueuedInput, name: str, text: str) -> None:
        """Pass on what the requester, called `name`, says in a room."""
        if requester := queued.requester:
            player = requester.player
            self._change_chat(code, queued, lambda runner: runner.delivery.chat.say(runner.room, player, name, text))

    def mute(self, code: str, queued: QueuedInput, name: str, mute: m.Mute) -> None:
        """Mute somebody, or all who watch, in a room, or let them talk again, if the requester is its host."""
        if requester := queued.requester:
            host = Speaker(requester.player, name)
            self._change_chat(code, queued, lambda runner: runner.delivery.chat.mute(runner.room, host, mute))

    def overhear(self, code: str, name: str) -> Overheard:
        """Who goes by a name at a table, and what was said there last; nothing of a table that is not in memory."""
        runner = self._running(code)
        return Overheard() if runner is None else runner.delivery.chat.overhear(runner.room, name)

    async def leave_all(self, player: int) -> bool:
        """Have a player leave every table, which gives up games under way; whether they have in LEAVE_WITHIN_S."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN_S):
                while codes := self.seats_of(player):
                    for code in codes:
                        # A room's own input finds a place in any inbox, and waits there once.
                        self._do(_submit, code, QueuedInput(Leave(player)))
                    await asyncio.sleep(LEAVE_EVERY_S)
        return not self.seats_of(player)

    def forget(self, players: Set[int]) -> None:
        """Have nobody at any table told the names any more of players whose accounts are deleted."""
        for runner in self._runners.values():
            runner.delivery.chat.forget(players)
        running = [(code, runner.room.cast_players) for code, runner in self._runners.items()]
        for code, people in (*running, *self.hibernation.people()):
            for player in people & players:
                self._do(_submit, code, QueuedInput(Forget(player)))

    def seats_of(self, player: int) -> tuple[str, ...]:
        """The codes of the rooms a player holds a seat in, longest first."""
        return self._services.seats.of(player)

    def progress(self, code: str) -> str | None:
        """How far the game in a room is, as spectators may know; None where the room is not in memory."""
        runner = self._runners.get(code)
        try:
            return None if runner is None else player_view.progress(runner.room)
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=progress-not-told room=%s", code)
            return None

    def connect(self, requester: Requester) -> None:
        """Let a player who has connected follow every room they hold a seat in, and show it to them."""
        self._services.online[requester.player] = requester
        for code in self.seats_of(requester.player):
            # During a stop, rooms end before connections do.
            if self._running(code) is not None or self.hibernation.get(code) is not None:
                self._do(self._show, code, QueuedInput(TICK.event, requester, "hello"))

    def disconnect(self, requester: Requester) -> None:
        """Remove a player whose connection is over from what they followed; their seats stay theirs."""
        if self._services.online.get(requester.player) is requester:
            del self._services.online[requester.player]
        # Everyone hears of it in the same order each time.
        for code in sorted(requester.following & self._runners.keys()):
            self._runners[code].disconnect(requester)

    def clear_deserted(self) -> None:
        """Close the tables where nothing has happened for long, and hibernate those idle for a while.

        Where there is hardly room for another, those that nobody follows go earlier: who put the least in first.
        """
        now, limits = self._clock.now(), self._services.limits
        deserted = self.hibernation.deserted()
        for runner in tuple(self._runners.values()):
            is_followed = len(runner.delivery.audience) > 0
            limit = departures.max_rest_s(runner.room, limits, is_followed=is_followed)
            if limit is None:
                continue
            if now - runner.since > limit:
                _close(runner)
            elif now - runner.since > limits.park_after_s and runner.is_at_rest:
                self._hibernate(runner, limit)
            elif not is_followed:
                deserted.append((departures.count_moves(runner.room), runner.since, runner.code))
        self.hibernation.wake(now)
        spare = max(limits.rooms // SPARE_PART, 1)
        for _, _, code in heapq.nsmallest(min(len(self) + spare - limits.rooms, CLOSED_AT_ONCE), deserted):
            self._do(_close, code, TICK)

    async def aclose(self) -> None:
        """Let every room finish what is queued; what comes now is refused, and can be sent again later."""
        self.hibernation.close()
        for runner in self._runners.values():
            runner.inbox.close()
        while self._runners:
            self._empty.clear()
            await self._empty.wait()

    # Inside.

    def _change_chat(self, code: str, queued: QueuedInput, change: Callable[[RoomRunner], None]) -> None:

        def act(runner: RoomRunner, queued: QueuedInput) -> None:
            try:
                change(runner)
            except ChatRefusedError as error:
                queued.refuse(code, error.refusal.code, error.refusal.text)
            else:
                runner.since = self._clock.now()

        self._do(act, code, queued)

    def _do(self, action: RoomAction, code: str, queued: QueuedInput) -> None:
        """Act on a room, which is loaded first where it hibernates."""
        runner = self._running(code)
        if self._is_guessing(code, runner, queued):
            queued.refuse(code, "too-many", GUESSED, 1 / self._services.limits.misses_per_s)
        elif runner is not None:
            action(runner, queued)
        elif self.hibernation.get(code) is None:
            _refuse_unknown(code, queued)
        elif not self.hibernation.request(code, action, queued):
            _refuse_busy(code, queued)

    def _is_guessing(self, code: str, runner: RoomRunner | None, queued: QueuedInput) -> bool:
        """Whether a code comes from an address that has tried too many of no table; one more of these is counted.

        Whoever follows the table or sits there knows its code, and so does everybody of a listed one.
        """
        requester = queued.requester
        if requester is None or code in requester.following or (runner is not None and runner.room.setting.listed):
            return False
        misses, now = requester.address_usage.misses, asyncio.get_running_loop().time()
        if runner is None and self.hibernation.get(code) is None:
            return misses.take(now) > 0
        return misses.is_empty(now) and code not in self.seats_of(requester.player)

    def _current_name(self, player: int) -> str | None:
        requester = self._services.online.get(player)
        return requester.name if requester is not None else None

    def _hibernate(self, runner: RoomRunner, closes_after_s: float) -> None:
        del self._runners[runner.code]
        self._services.relist(runner.code, runner.room)
        self.hibernation.put(runner, closes_after_s)
        runner.inbox.close()

    def _show(self, runner: RoomRunner, queued: QueuedInput) -> None:
        if queued.requester is not None and self._is_here(queued.requester):
            runner.delivery.show(queued.requester)

    def _send_last(self, request: m.GetTranscript, runner: RoomRunner, queued: QueuedInput) -> None:
        if queued.requester is not None:
            last = replace(request, number=runner.room.last_ended)
            self.transcripts.send(queued.requester, last, runner.name, runner.room)

    def _watch(self, runner: RoomRunner, queued: QueuedInput) -> None:
        requester = queued.requester
        if requester is None or not self._is_here(requester):
            return
        if refusal := _watch_refusal(runner, requester.player, self._services.limits):
            queued.refuse(runner.code, refusal.code, refusal.text, refusal.retry_after_s)
        else:
            seat = runner.room.seat_of(requester.player)
            requester.tell(m.Entered(ref=queued.ref or 0, room=runner.code, seat=seat))
            runner.delivery.show(requester)

    def _is_here(self, requester: Requester) -> bool:
        """Whether the requester is still connected, and not anew."""
        return self._services.online.get(requester.player) is requester

    def _running(self, code: str) -> RoomRunner | None:
        """The runner of a room, unless it has ended and only stores what is left."""
        runner = self._runners.get(code)
        return None if runner is None or runner.is_over else runner

    def _take_up(self, runner: RoomRunner) -> None:
        self._run(runner)
        for player in runner.room.players():
            self._services.seats.add(player, runner.code)
        for think in rooms.thinkers(runner.room):
            runner.delivery.deliver(think)

    async def _open(self, opened: Open, queued: QueuedInput, guest: QueuedInput | None) -> None:
        name = f"{opened.code}-{secrets.token_hex(4)}"
        at = self._clock.now()
        try:
            first = rooms.begin(opened, at)
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=room-not-made room=%s game=%s", name, opened.game)
            self._services.relist(opened.code, None)
            _refuse_room(queued, guest, "Something went wrong on the server; no table was made.")
            return
        entry = replay.pack(at, opened)
        try:
            await self._services.journal.append(name, first.room.seq, entry)
        except (StorageUnavailableError, ConflictError):
            self._services.relist(opened.code, None)
            _refuse_room(queued, guest, "The server can't make a table right now. Try again in a moment.", RETRY_S)
            return
        if queued.requester is not None:
            charge_stored([(queued.requester, len(entry) + ROOM_BYTES)])
        runner = self._run(RoomRunner(self._services, name, first.room, at))
        if guest is not None and guest.requester is not None:
            self._services.seats.add(guest.requester.player, opened.code)
        runner.delivery.deliver_all([(output, queued) for output in first.outputs])
        if guest is not None:
            self._show_guest(runner, guest)

    def _show_guest(self, runner: RoomRunner, guest: QueuedInput) -> None:
        """Show a room to the guest who has a seat there since it was made, if they are still connected."""
        if guest.requester is not None and self._is_here(guest.requester):
            seat = runner.room.seat_of(guest.requester.player)
            guest.requester.tell(m.Entered(ref=guest.ref or 0, room=runner.code, seat=seat))
            runner.delivery.show(guest.requester)

    def _run(self, runner: RoomRunner) -> RoomRunner:
        self._runners[runner.code] = runner
        self._services.relist(runner.code, runner.room)
        runner.start(self._remove)
        return runner

    def _remove(self, runner: RoomRunner) -> None:
        """Forget a room that has ended."""
        # While a room that was closed was being put away, its code may have become another's.
        if self._runners.get(runner.code) is runner:
            del self._runners[runner.code]
        if not self._runners:
            self._empty.set()


def _watch_refusal(runner: RoomRunner, player: int, limits: ServerLimits) -> Refuse | None:
    """Why a player cannot come to watch a room; None where they can, or follow it already."""
    room, audience = runner.room, runner.delivery.audience
    return None if player in audience else watch_refusal(room, player, audience.watchers(room), limits)


def watch_refusal(room: Room, player: int, watchers: int, limits: ServerLimits) -> Refuse | None:
    """Why a player cannot watch a room with so many watchers; None where they can. Seated players always can."""
    if room.seat_of(player) is not None:
        return None
    if room.setting.watch == "nobody":
        return Refuse("not-seated", f"Table {room.setting.code} allows no spectators.")
    if watchers >= limits.spectators:
        return Refuse("too-many", "This table already has all the spectators it can take. Try again later.", CROWDED_S)
    return None


def _asking(requester: Requester, request: m.GetTranscript) -> QueuedInput:
    return QueuedInput(TICK.event, requester, "transcribe", request.ref)


def _close(runner: RoomRunner, _queued: QueuedInput = TICK) -> None:
    runner.inbox.offer(QueuedInput(CloseDeserted()))


def _submit(runner: RoomRunner, queued: QueuedInput) -> None:
    if isinstance(queued.event, Leave) and _stops_watching(runner, queued):
        return
    if not runner.inbox.offer(queued):
        _refuse_busy(runner.code, queued)


def _stops_watching(runner: RoomRunner, queued: QueuedInput) -> bool:
    """Let a spectator go, which is no input of the room; whether it was one."""
    requester, audience = queued.requester, runner.delivery.audience
    if requester is None or requester.player not in audience or runner.room.seat_of(requester.player) is not None:
        return False
    runner.delivery.unfollow(requester, f"You stopped watching table {runner.code}.")
    return True


def _refuse_room(queued: QueuedInput, guest: QueuedInput | None, text: str, retry_after_s: float | None = None) -> None:
    """Tell everybody who was to sit in a room that it was not made."""
    for each in (queued, guest):
        if each is not None:
            each.refuse(None, "unavailable", text, retry_after_s)


def _refuse_busy(code: str, queued: QueuedInput) -> None:
    queued.refuse(code, "too-many", "The table is busy. Try again in a moment.", retry_after_s=RETRY_S)


def _refuse_unknown(code: str, queued: QueuedInput) -> None:
    queued.refuse(code, "unknown-room", f"There is no table {ascii(code)[1:-1]}.")
