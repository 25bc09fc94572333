"""Bugs to plant into the real code, each of which the world has to find.

Each is a way in which a server of this kind has gone wrong somewhere: small, plausible, and harmless on a good day.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields
from dataclasses import replace as dataclass_replace
from functools import wraps
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from client.state.store import Store
from engines.chance import derive_key
from engines.game import Seat
from server.dispatching.session_registry import SessionRegistry
from server.hosting import hibernation, room_storage
from server.hosting.decision import Decision
from server.hosting.delivery.audience import Audience
from server.hosting.host import Host
from server.hosting.inbox import Inbox
from server.hosting.runner import RoomRunner
from server.net.connection import ServerConnection
from server.net.outbox import Outbox
from server.ops.server_clock import ServerClock
from server.players.sessions.client_session import ClientSession
from server.room import disconnections, player_view, replay, snapshot, start, step
from server.room.inputs import Input, Play, Resign
from server.room.match import match
from server.room.outputs import Refuse
from server.room.step import Room
from server.storage.sql import records as records_sql

Bug = Callable[[], AbstractContextManager[object]]

BUGS: list[Bug] = []
"""Every bug, in the order in which they stand here."""


def register(bug: Bug) -> Bug:
    """Count a bug among the others."""
    BUGS.append(bug)
    return bug


def planted_in(bugs: list[Bug]) -> Callable[[object, str], Callable[[Callable[..., Any]], Bug]]:
    """What makes bugs, and counts them among some others."""

    def plant(owner: object, name: str) -> Callable[[Callable[..., Any]], Bug]:
        """Make a bug of a function that stands in for another, which it is given before that one's own arguments."""

        def planting(faulty: Callable[..., Any]) -> Bug:
            @wraps(faulty)
            def planted() -> AbstractContextManager[object]:
                whole = getattr(owner, name)
                return patch.object(owner, name, lambda *arguments, **named: faulty(whole, *arguments, **named))

            bugs.append(planted)
            return planted

        return planting

    return plant


plant = planted_in(BUGS)


@plant(RoomRunner, "decide")
def ack_before_commit(whole: Any, self: Any, now: float) -> Any:
    """A room tells what it has decided before that is stored."""
    decision, before = whole(self, now), self.room
    if decision is not None:
        self.room = decision.room
        self.delivery.deliver_all(decision.outputs)
        self.room = before
    return decision


@plant(RoomRunner, "decide")
def become_before_commit(whole: Any, self: Any, now: float) -> Any:
    """A room becomes what the disk then refuses to store."""
    decision = whole(self, now)
    if decision is not None:
        self.room = decision.room
    return decision


@plant(room_storage, "_replay")
def off_by_one_on_resume(whole: Any, name: Any, kept: Any, entries: Any) -> Any:
    """A room that is taken up has forgotten its last entry."""
    return whole(name, kept, entries[: max(1, len(entries) - 1)])


@plant(player_view, "view")
def a_view_leaks_a_field(whole: Any, shown: Room, game: Any, seat: Seat | None) -> object:
    """Spectators get one field of what a seat may see."""
    view: Any = whole(shown, game, seat)
    if seat is not None or game.outcome is not None:
        return view
    told: Any = whole(shown, game, 0)
    secrets = [each.name for each in fields(view) if getattr(view, each.name) != getattr(told, each.name)]
    hidden = [name for name in secrets if name != "seat"]
    return dataclass_replace(view, **{hidden[0]: getattr(told, hidden[0])}) if hidden else view


@plant(step, "_move")
def no_duplicate_check(whole: Any, current: Room, now: float, seat: Seat, play: Any) -> Any:
    """A move that is sent again is made again."""
    game = current.sitting
    is_old = game is not None and isinstance(play, Play) and play.ply < game.plies[seat]
    return whole(current, now, seat, replace(play, ply=game.plies[seat]) if game and is_old else play)


@plant(step, "_play")
def a_spectator_plays_for_a_seat(whole: Any, current: Room, now: float, asked: Play) -> Any:
    """Whoever has no seat is taken for the one on turn."""
    game = current.sitting
    if game is not None and game.turn and current.seat_of(asked.player) is None:
        return step._move(current, now, game.turn[0], asked)
    return whole(current, now, asked)


@plant(Store, "unanswered_commands")
def a_move_is_not_resent(*_: Any) -> tuple[()]:
    """A client that comes back does not send again what was never answered."""
    return ()


@plant(Audience, "show")
def a_follower_is_skipped(_: Any, self: Any, shown: Room, now: float) -> None:
    """One of several followers is not shown what happens."""
    for follower in tuple(self)[: max(1, len(self) - 1)]:
        self.show_one(follower, shown, now)


@plant(Outbox, "resume")
def the_outbox_keeps_what_it_sent(_: Any, self: Any) -> None:
    """What waited while a client did not read is sent once more the next time."""
    self._paused = False
    for key, frame in tuple(self._unsent.items()):
        self.offer(frame, key)


@register
@contextmanager
def the_outbox_has_no_bound() -> Iterator[None]:
    """Whatever a client does not read is kept, and nobody gives it up."""

    def write(self: Any, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def offer(self: Any, frame: bytes, key: object = None) -> None:
        self._write(frame)

    with patch.object(Outbox, "offer", offer), patch.object(ServerConnection, "_write", write):
        yield


@plant(Decision, "add")
def entries_are_swapped(whole: Any, self: Any, *arguments: Any) -> None:
    """Of what is stored together, the last comes first."""
    before = len(self.entries)
    whole(self, *arguments)
    if len(self.entries) > before:
        self.entries.insert(0, self.entries.pop())


@plant(replay, "_apply")
def replay_forgets_a_kind(whole: Any, current: Room, at: float, event: Input) -> Room:
    """A server that starts again knows nothing of who had resigned."""
    result: Room = replace(current, seq=current.seq + 1) if isinstance(event, Resign) else whole(current, at, event)
    return result


@plant(Host, "_take_up")
def a_room_is_dropped_on_restart(whole: Any, self: Host, runner: RoomRunner) -> None:
    """A server that starts again takes up only the rooms where a game is played."""
    if runner.room.is_playing:
        whole(self, runner)


@register
@contextmanager
def the_old_connection_wins() -> Iterator[None]:
    """Who signs in while an old connection seems to be there is shown nothing new until that is gone."""

    def add(self: Any, follower: ClientSession) -> None:
        self._followers.setdefault(follower.player, follower)

    with patch.object(SessionRegistry, "_replace", lambda *_: None), patch.object(Audience, "add", add):
        yield


@plant(Host, "_take_up")
def cards_are_dealt_again_on_restart(whole: Any, self: Host, runner: RoomRunner) -> None:
    """A server that starts again deals anew where nobody has moved yet."""
    current, game = runner.room, runner.room.sitting
    if game is not None and game.outcome is None and not any(game.plies):
        chain = dataclass_replace(game.chain, key=derive_key(game.chain.key, "again"))
        again = match.begin_match(current.setting, game.number, len(current.chairs), chain, game.began)
        runner.room = replace(current, sitting=again)
    whole(self, runner)


@register
@contextmanager
def timers_are_forgotten_on_restart() -> Iterator[None]:
    """A server that starts again waits for nobody's time to be up."""
    taken_up: list[Inbox] = []
    take_up, wake_in = Host._take_up, Inbox.wake_in

    def taking_up(self: Host, runner: RoomRunner) -> None:
        taken_up.append(runner.inbox)
        take_up(self, runner)

    def waking(self: Inbox, seconds: float) -> None:
        if self not in taken_up:
            wake_in(self, seconds)

    with patch.object(Host, "_take_up", taking_up), patch.object(Inbox, "wake_in", waking):
        yield


@plant(disconnections, "pause_inputs")
def nothing_waits_for_anybody(*_: Any) -> tuple[()]:
    return ()


@plant(match, "resume")
def time_passes_in_a_pause(_: Any, before: match.Match, now: float) -> match.Match:
    return replace(before, paused_at=None)


@plant(Host, "_take_up")
def computers_are_forgotten_on_restart(_: Any, self: Any, runner: RoomRunner) -> None:
    """A server that starts again asks no computer that was thinking."""
    self._run(runner)
    for player in runner.room.players():
        self._services.seats.add(player, runner.code)


@register
def records_are_counted_twice() -> AbstractContextManager[object]:
    """A game whose records are kept again counts again."""
    keep = records_sql.KEEP.replace("INSERT", "REPLACE")
    return patch.multiple(records_sql, KEPT=f"{records_sql.KEPT} AND 0", KEEP=keep)


@plant(ServerClock, "__init__")
def the_clock_goes_by_the_time_of_day(whole: Any, self: ServerClock, *_: Any) -> None:
    """Somebody who sets the machine's clock sets the game's."""
    whole(self, time.time)


@plant(Audience, "show_presence")
def who_left_seems_to_be_there(*_: Any) -> None:
    """Nobody is told that somebody's connection is gone, or back."""


@plant(start, "agree_to_rematch")
def a_refused_game_is_begun(whole: Any, *arguments: Any) -> Any:
    """Who asks for another game is refused, and it begins all the same."""
    result = whole(*arguments)
    return replace(result, outputs=(Refuse("not-now", "Not now."), *result.outputs))


@plant(hibernation, "QueuedInput")
def rooms_hear_late_of_the_start(whole: Any, event: Input, at: float) -> Any:
    """Clocks go on while a room waits to be taken up."""
    return whole(event)


@plant(snapshot, "unpack")
def a_kept_beginning_forgets_who_won(whole: Any, first: bytes, kept: bytes) -> tuple[Room, float]:
    """A room that is played again from where its newest game began knows nothing of the games before."""
    begun, at = whole(first, kept)
    return replace(begun, won=(0,) * len(begun.won)), at


@plant(Outbox, "offer_update")
def a_slow_reader_is_sent_updates(whole: Any, self: Outbox, frame: bytes, key: object) -> bool:
    """An update waits for a client that does not read, in place of the Table that it builds on."""
    self.offer(frame, key)
    return True


@plant(Audience, "show_one")
def who_comes_is_counted_among_those_who_saw_the_last_table(whole: Any, self: Any, *arguments: Any) -> None:
    """A newcomer is sent updates of a Table that others have seen."""
    whole(self, *arguments)
    self._behind.clear()
