"""A room: a table, who sits there, and the game on it, as one frozen value and one pure step.

    step(room, now, input) -> Step(room, outputs, record)

`step` never waits, rolls, logs or reads a clock, and never changes its argument. An input whose step says `record` is
stored before anyone is told; a room is rebuilt by folding `step` over its stored inputs (see `server.room.replay`).
"""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from engines import catalog
from engines.game import IllegalMove, Seat, UnreadableMove
from server.room import departures, disconnections, start
from server.room.inputs import (
    Answer,
    Away,
    Back,
    Choose,
    Claim,
    Close,
    Fill,
    Input,
    Kick,
    Leave,
    OfferDraw,
    Open,
    Play,
    Pledge,
    Rematch,
    Resign,
    Restart,
    Share,
    Shut,
    Sit,
    TakeBack,
    Tick,
)
from server.room.match import clock, dealing, offers
from server.room.match import match as sittings
from server.room.match.match import NotNow, Setting
from server.room.match.occupants import Computer, Nobody, Person
from server.room.model import (
    NO_GAME,
    OUT,
    Room,
    Step,
    level_at,
    not_seated,
    onward,
    players,
    refused,
    shown_again,
    thinkers,
    told,
    with_game,
)
from server.room.outputs import Relist, Seated, Show

T = TypeVar("T")

__all__ = ["OtherRules", "Room", "Step", "begin", "deadline", "level_at", "step", "thinkers"]


class OtherRules(ValueError):  # noqa: N818 - says what is the case
    """The stored game was begun under rules that this server does not play by any more; the message says so."""


def begin(opened: Open, now: float) -> Step:
    """The room as it is made, its game begun if every seat is held already.

    Raises OtherRules when this server's rules would play the stored game differently.
    """
    game = catalog.find(opened.game)
    if game.version != opened.version:
        raise OtherRules(f"{opened.game} is at version {game.version}; the room was made under {opened.version}")
    options = msgspec.convert(opened.options, game.Options)
    sheet = msgspec.to_builtins(options)
    setting = Setting(
        opened.code,
        game,
        options,
        sheet,
        opened.listed,
        opened.serious,
        opened.host,
        opened.seed,
        opened.watch,
        opened.limits,
        opened.grace_s,
    )
    mine, maker = next((seat, chair) for seat, chair in enumerate(opened.chairs) if isinstance(chair, Person))
    won = (0,) * len(opened.chairs)
    room = Room(setting, 1, opened.chairs, won, None, (), closed=False, host=maker.player)
    return start.settled(None, start.started_if_full(room, now, (Seated(mine), Relist())))


def step(room: Room, now: float, event: Input) -> Step:
    """What becomes of the room when `event` happens at `now`, in seconds of the server's clock."""
    result = _stepped(room, now, event)
    if result.record and (room.away or result.room.away):
        result = replace(result, room=disconnections.waited(result.room, now))
    return start.settled(room.deal, result)


def deadline(room: Room) -> float | None:
    """When to send a Tick if nothing else comes, in seconds of the server's clock."""
    sitting = room.sitting
    if room.deal is not None and room.deal.is_open:
        return room.deal.until
    if sitting is None:
        return None
    until = None if sitting.request is None else sitting.request.until
    return clock.earliest(sitting.deadline, sitting.ends, until, disconnections.due(sitting))


def _stepped(room: Room, now: float, event: Input) -> Step:
    if room.closed:
        return refused(room, "unknown-room", f"Room {room.setting.code} is closed.")
    match event:
        case Play():
            return _play(room, now, event)
        case Choose():
            return _choose(room, now, event)
        case Tick():
            return _tick(room, now)
        case Sit():
            return _sit(room, now, event)
        case Away(player=player):
            return disconnections.gone(room, player)
        case Back(player=player):
            return disconnections.back(room, now, player)
        case Restart():
            return disconnections.restarted(room, now)
        case Close():
            return departures.close(room)
    seat = room.seat_of(event.player)
    return not_seated(room) if seat is None else _asked_by(room, now, seat, event)


def _asked_by(room: Room, now: float, seat: Seat, event: _FromSeat) -> Step:
    match event:
        case Fill():
            return _fill(room, now, event.level)
        case Resign():
            return departures.resign(room, now, seat)
        case TakeBack() | OfferDraw() | Answer():
            return _ask(room, now, seat, event)
        case Claim():
            return disconnections.claim(room, now, seat, event)
        case Rematch():
            return _rematch(room, now, seat)
        case Pledge() | Share():
            return start.given(room, now, seat, event)
        case Leave():
            return departures.leave(room, now, seat)
        case Kick(player=player, name=named):
            return departures.kick(room, now, player, named)
        case Shut(player=player):
            return departures.shut(room, now, player)
    assert_never(event)


# A move.


def _play(room: Room, now: float, play: Play) -> Step:
    seat = room.seat_of(play.player)
    return not_seated(room) if seat is None else _move(room, now, seat, play)


def _choose(room: Room, now: float, choice: Choose) -> Step:
    """A computer's move, unless the person it played for is back."""
    if level_at(room, choice.seat) is None:
        return refused(room, "not-seated", "No computer plays in that seat.")
    return _move(room, now, choice.seat, choice)


def _move(room: Room, now: float, seat: Seat, play: Play | Choose) -> Step:
    """The seat's move, made once however often it is sent: the seat's own count of moves tells a second sending."""
    sitting = room.sitting
    if sitting is None:
        return refused(room, "not-now", "The game has not begun: a seat is still open.")
    if (play.number, play.ply) < (sitting.number, sitting.plies[seat]):
        return shown_again(room)
    if sitting.outcome is not None:
        return refused(room, "not-now", "The game is over.")
    if (play.number, play.ply) != (sitting.number, sitting.plies[seat]):
        return refused(room, "stale", "That move is about a position this table has not come to.")
    if seat not in sitting.turn:
        return refused(room, "not-your-turn", "It is not your turn.")
    if play.move is None:
        return departures.resign(room, now, seat, " gave up.")
    try:
        after = sittings.played(room.setting, sitting, seat, play.move, now)
    except UnreadableMove as error:
        return refused(room, "unreadable", str(error))
    except IllegalMove as error:
        return refused(room, "illegal", str(error))
    room = with_game(room, after)
    # A computer that was on turn already is thinking as it is.
    thinks = [think for think in thinkers(room) if think.seat == seat or think.seat not in sitting.turn]
    return told(room, tuple(thinks))


def _tick(room: Room, now: float) -> Step:
    """What is due, one thing in each entry of the journal."""
    sitting = room.sitting
    if room.deal is not None and clock.is_up(room.deal.until, now):
        return start.dealt_further(room, now, dealing.overdue(room.deal, now))
    if sitting is None:
        return Step(room, (), record=False)
    if clock.is_up(sitting.ends, now):
        return told(with_game(room, sittings.timed_up(room.setting, sitting, now)))
    if (seat := sittings.flagged(sitting, now)) is not None:
        return departures.resign(room, now, seat, "'s time is up.")
    if sittings.late(sitting, now):
        room = with_game(room, sittings.defaulted(room.setting, sitting, now))
        return told(room, thinkers(room))
    if sitting.request is not None and clock.is_up(sitting.request.until, now):
        return told(with_game(room, offers.lapsed(sitting)))
    if clock.is_up(disconnections.due(sitting), now):
        return Step(onward(room), (Show(),))
    return Step(room, (), record=False)


# Asking the others.


def _ask(room: Room, now: float, seat: Seat, event: TakeBack | OfferDraw | Answer) -> Step:
    """What the others are asked, or answer. Once a move is taken back, computers on turn are to be asked anew."""
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None:
        return refused(room, "not-now", NO_GAME)
    if seat in sitting.gave_up:
        return refused(room, "not-now", OUT)
    playing = players(room, sitting)
    try:
        match event:
            case TakeBack():
                after = offers.asked(room.setting, sitting, seat, playing, now)
            case OfferDraw():
                after = offers.asked(room.setting, sitting, seat, playing, now, kind="draw")
            case Answer(agree=agree):
                after = offers.answered(room.setting, sitting, seat, playing, now, agree=agree)
    except NotNow as error:
        return refused(room, "not-now", str(error))
    except IllegalMove as error:
        return refused(room, "illegal", str(error))
    if after is sitting:
        return shown_again(room)
    room = with_game(room, after)
    return told(room, thinkers(room) if after.plies != sitting.plies else ())


# Chairs.


def _sit(room: Room, now: float, sit: Sit) -> Step:
    mine = room.seat_of(sit.player)
    if mine is not None:
        return Step(room, (Seated(mine), Show(asker=True)), record=False)
    if sit.player in room.banned:
        return refused(room, "not-host", f"You were sent away from table {room.setting.code}; you can watch it.")
    if room.is_playing or Nobody() not in room.chairs:
        return refused(room, "room-full", f"Room {room.setting.code} has no open seat; you can watch it.")
    seat = room.chairs.index(Nobody())
    person = Person(sit.player, sit.name, sit.deals)
    chairs = (*room.chairs[:seat], person, *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(room.won))
    # Who sits down at a finished game has come to play the next one, for which everyone moves along.
    rematch = (*room.rematch, seat) if room.sitting else ()
    room = replace(room, seq=room.seq + 1, chairs=chairs, won=won, rematch=rematch)
    after = start.started_if_full(room, now, (Relist(),))
    return replace(after, outputs=(Seated(after.room.chairs.index(person)), *after.outputs))


def _fill(room: Room, now: float, level: str) -> Step:
    if room.is_playing or Nobody() not in room.chairs:
        return refused(room, "not-now", "No seat is open.")
    if level not in room.setting.game.bots:
        return refused(room, "bad-options", f"{room.setting.game.title} has no computer player {level!r}.")
    chairs = tuple(Computer(level) if isinstance(chair, Nobody) else chair for chair in room.chairs)
    if room.sitting is None and room.setting.game.computers_begin:
        chairs = tuple(sorted(chairs, key=lambda chair: isinstance(chair, Person)))
    return start.started_if_full(replace(room, seq=room.seq + 1, chairs=chairs), now, (Relist(),))


def _rematch(room: Room, now: float, seat: Seat) -> Step:
    if room.phase != "over":
        return refused(room, "not-now", "A rematch can be agreed when a game is over.")
    if seat in room.rematch:
        return shown_again(room)
    room = replace(room, seq=room.seq + 1, rematch=(*room.rematch, seat))
    return start.started_if_full(room, now, ())


_FromSeat = Fill | Resign | TakeBack | OfferDraw | Answer | Claim | Rematch | Pledge | Share | Leave | Kick | Shut
