"""Bugs to plant into the real code, each of which the world has to find.

Each is a way in which a server of this kind has gone wrong somewhere: small, plausible, and harmless on a good day.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import fields
from dataclasses import replace as dataclass_replace
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from client.state import fold
from engines.chance import derive_key
from engines.game import Seat
from server.dispatcher import Dispatcher
from server.hosting import hibernation, room_loading
from server.hosting.audience import Audience
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.hosting.runner import RoomRunner, _Decision
from server.hosting.server_clock import ServerClock
from server.net.outbox import Outbox
from server.players.results.game_record import GameRecord
from server.players.results.records import MemoryResultStore, PlayerStats, ResultRow
from server.players.sessions.client_session import ClientSession
from server.room import player_view, replay, snapshot, step
from server.room.inputs import Input, Play, Resign
from server.room.match import match
from server.room.outputs import Refuse
from server.room.step import Room

Bug = Callable[[], AbstractContextManager[object]]


def ack_before_commit() -> AbstractContextManager[object]:
    """A room becomes and tells before its entries are stored."""

    async def happen(self: Any, decision: _Decision) -> None:
        before = self.room
        self._decide(decision, self._services.now())
        self.room = decision.room
        self.delivery.deliver_all(decision.outputs)
        if decision.entries:
            await self._services.journal.append(self.name, before.seq + 1, *decision.entries, in_summary=True)

    return patch.object(RoomRunner, "_process", happen)


def become_before_commit() -> AbstractContextManager[object]:
    """A room becomes what the disk then refuses to store."""

    async def happen(self: Any, decision: _Decision) -> None:
        before = self.room
        self._decide(decision, self._services.now())
        self.room = decision.room
        if decision.entries:
            await self._services.journal.append(self.name, before.seq + 1, *decision.entries, in_summary=True)
        self.delivery.deliver_all(decision.outputs)

    return patch.object(RoomRunner, "_process", happen)


def off_by_one_on_resume() -> AbstractContextManager[object]:
    """A room that is taken up has forgotten its last entry."""
    whole = room_loading._replay
    return patch.object(
        room_loading, "_replay", lambda name, kept, entries: whole(name, kept, entries[: max(1, len(entries) - 1)])
    )


def a_view_leaks_a_field() -> AbstractContextManager[object]:
    """Spectators get one field of what a seat may see."""
    whole = player_view._view

    def leaking(shown: Room, game: Any, seat: Seat | None) -> object:
        view: Any = whole(shown, game, seat)
        if seat is not None or game.outcome is not None:
            return view
        told: Any = whole(shown, game, 0)
        secrets = [each.name for each in fields(view) if getattr(view, each.name) != getattr(told, each.name)]
        hidden = [name for name in secrets if name != "seat"]
        return dataclass_replace(view, **{hidden[0]: getattr(told, hidden[0])}) if hidden else view

    return patch.object(player_view, "_view", leaking)


def no_duplicate_check() -> AbstractContextManager[object]:
    """A move that is sent again is made again."""
    whole = step._move

    def move(current: Room, now: float, seat: Seat, play: Any) -> step.RoomStep:
        game = current.sitting
        is_old = game is not None and isinstance(play, Play) and play.ply < game.plies[seat]
        return whole(current, now, seat, replace(play, ply=game.plies[seat]) if game and is_old else play)

    return patch.object(step, "_move", move)


def a_spectator_plays_for_a_seat() -> AbstractContextManager[object]:
    """Whoever has no seat is taken for the one on turn."""
    whole = step._play

    def play(current: Room, now: float, asked: Play) -> step.RoomStep:
        game = current.sitting
        if game is not None and game.turn and current.seat_of(asked.player) is None:
            return step._move(current, now, game.turn[0], asked)
        return whole(current, now, asked)

    return patch.object(step, "_play", play)


def a_move_is_not_resent() -> AbstractContextManager[object]:
    """A client that comes back does not send again what was never answered."""
    return patch.object(fold, "unanswered_commands", lambda _: ())


def a_follower_is_skipped() -> AbstractContextManager[object]:
    """One of several followers is not shown what happens."""

    def show(self: Any, shown: Room, now: float) -> None:
        for follower in tuple(self)[: max(1, len(self) - 1)]:
            self.show_one(follower, shown, now)

    return patch.object(Audience, "show", show)


def the_outbox_keeps_what_it_sent() -> AbstractContextManager[object]:
    """What waited while a client did not read is sent once more the next time."""

    def resume(self: Any) -> None:
        self._paused = False
        for key, frame in tuple(self._unsent.items()):
            self.offer(frame, key)

    return patch.object(Outbox, "resume", resume)


def the_outbox_has_no_bound() -> AbstractContextManager[object]:
    """Whatever a client does not read is kept, and nobody gives it up."""

    def write(self: Any, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def offer(self: Any, frame: bytes, key: object = None) -> None:
        self._write(frame)

    return _both(patch.object(Outbox, "offer", offer), patch("server.net.connection.ServerConnection._write", write))


def entries_are_swapped() -> AbstractContextManager[object]:
    """Of what is stored together, the last comes first."""
    whole = _Decision.add

    def add(self: Any, result: step.RoomStep, ask: QueuedInput, at: float) -> None:
        before = len(self.entries)
        whole(self, result, ask, at)
        if len(self.entries) > before:
            self.entries.insert(0, self.entries.pop())

    return patch.object(_Decision, "add", add)


def replay_forgets_a_kind() -> AbstractContextManager[object]:
    """A server that starts again knows nothing of who had resigned."""
    whole = replay._apply

    def stepped(current: Room, at: float, event: Input) -> Room:
        return replace(current, seq=current.seq + 1) if isinstance(event, Resign) else whole(current, at, event)

    return patch.object(replay, "_apply", stepped)


def a_room_is_dropped_on_restart() -> AbstractContextManager[object]:
    """A server that starts again takes up only the rooms where a game is played."""
    whole = Host._take_up

    def take_up(self: Host, runner: RoomRunner) -> None:
        if runner.room.is_playing:
            whole(self, runner)

    return patch.object(Host, "_take_up", take_up)


def the_old_connection_wins() -> AbstractContextManager[object]:
    """Who signs in while an old connection seems to be there is shown nothing new until that is gone."""

    def add(self: Any, follower: ClientSession) -> None:
        self._followers.setdefault(follower.player, follower)

    return _both(patch.object(Dispatcher, "_replace", lambda *_: None), patch.object(Audience, "add", add))


def cards_are_dealt_again_on_restart() -> AbstractContextManager[object]:
    """A server that starts again deals anew where nobody has moved yet."""
    whole = Host._take_up

    def take_up(self: Host, runner: RoomRunner) -> None:
        current, game = runner.room, runner.room.sitting
        if game is not None and game.outcome is None and not any(game.plies):
            chain = dataclass_replace(game.chain, key=derive_key(game.chain.key, "again"))
            again = match.begin_match(current.setting, game.number, len(current.chairs), chain, game.began)
            runner.room = replace(current, sitting=again)
        whole(self, runner)

    return patch.object(Host, "_take_up", take_up)


@contextmanager
def timers_are_forgotten_on_restart() -> Iterator[None]:
    """A server that starts again waits for nobody's time to be up."""
    taken_up: list[RoomRunner] = []
    take_up, left_s = Host._take_up, RoomRunner._left_s

    def taking_up(self: Host, runner: RoomRunner) -> None:
        taken_up.append(runner)
        take_up(self, runner)

    def left(self: RoomRunner) -> float | None:
        return None if self in taken_up else left_s(self)

    with patch.object(Host, "_take_up", taking_up), patch.object(RoomRunner, "_left_s", left):
        yield


def computers_are_forgotten_on_restart() -> AbstractContextManager[object]:
    """A server that starts again asks no computer that was thinking."""

    def take_up(self: Any, runner: RoomRunner) -> None:
        self._run(runner)
        for player in runner.room.players():
            self._services.seats.add(player, runner.code)

    return patch.object(Host, "_take_up", take_up)


def records_are_counted_twice() -> AbstractContextManager[object]:
    """A game whose records are kept again counts again."""

    async def keep(self: Any, records: tuple[ResultRow, ...], games: tuple[GameRecord, ...] = ()) -> None:
        for record in records:
            self._records[record.room, record.number, record.seat] = record
            whose = (record.player, record.game)
            self._standings[whose] = self._standings.get(whose, PlayerStats()).after(record)

    return patch.object(MemoryResultStore, "keep", keep)


def the_clock_goes_by_the_time_of_day() -> AbstractContextManager[object]:
    """Somebody who sets the machine's clock sets the game's."""
    whole = ServerClock.__init__
    return patch.object(ServerClock, "__init__", lambda self, _: whole(self, time.time))


def who_left_seems_to_be_there() -> AbstractContextManager[object]:
    """Nobody is told that somebody's connection is gone, or back."""
    return patch.object(Audience, "show_presence", lambda *_: None)


def a_refused_game_is_begun() -> AbstractContextManager[object]:
    """Who asks for another game is refused, and it begins all the same."""
    whole = step._rematch

    def rematch(current: Room, now: float, seat: Seat) -> step.RoomStep:
        result = whole(current, now, seat)
        return replace(result, outputs=(Refuse("not-now", "Not now."), *result.outputs))

    return patch.object(step, "_rematch", rematch)


def a_kept_beginning_forgets_who_won() -> AbstractContextManager[object]:
    """A room that is played again from where its newest game began knows nothing of the games before."""
    whole = snapshot.unpack

    def unpacked(first: bytes, kept: bytes) -> tuple[Room, float]:
        begun, at = whole(first, kept)
        return replace(begun, won=(0,) * len(begun.won)), at

    return patch.object(snapshot, "unpack", unpacked)


def rooms_hear_late_of_the_start() -> AbstractContextManager[object]:
    """Clocks go on while a room waits to be taken up."""
    return patch.object(hibernation, "QueuedInput", lambda event, at: QueuedInput(event))


BUGS: tuple[Bug, ...] = (
    ack_before_commit,
    become_before_commit,
    off_by_one_on_resume,
    a_view_leaks_a_field,
    no_duplicate_check,
    a_spectator_plays_for_a_seat,
    a_move_is_not_resent,
    a_follower_is_skipped,
    the_outbox_keeps_what_it_sent,
    the_outbox_has_no_bound,
    entries_are_swapped,
    replay_forgets_a_kind,
    a_room_is_dropped_on_restart,
    the_old_connection_wins,
    cards_are_dealt_again_on_restart,
    timers_are_forgotten_on_restart,
    computers_are_forgotten_on_restart,
    records_are_counted_twice,
    the_clock_goes_by_the_time_of_day,
    who_left_seems_to_be_there,
    a_refused_game_is_begun,
    rooms_hear_late_of_the_start,
    a_kept_beginning_forgets_who_won,
)


@contextmanager
def _both(*patches: AbstractContextManager[object]) -> Iterator[None]:
    with ExitStack() as stack:
        for each in patches:
            stack.enter_context(each)
        yield
