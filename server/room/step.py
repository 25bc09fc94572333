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
from engines.game import IllegalMoveError, Seat, UnreadableMoveError
from server.room import departures, disconnections, start
from server.room.inputs import (
    AddComputers,
    AnswerOffer,
    Away,
    Back,
    Claim,
    CloseDeserted,
    CloseTable,
    CommitShare,
    ComputerMove,
    Input,
    Kick,
    Leave,
    OfferDraw,
    Open,
    Play,
    Rematch,
    Resign,
    Restart,
    RevealShare,
    Sit,
    TakeBack,
    Tick,
)
from server.room.match import clock, dealing, offers
from server.room.match import match as sittings
from server.room.match.match import NotAllowedNowError, RoomSettings
from server.room.match.occupants import Computer, OpenSeat, Person
from server.room.model import (
    NO_GAME,
    OUT,
    Room,
    RoomStep,
    level_at,
    players,
    refuse,
    refuse_unseated,
    show_again,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import SeatGiven, ShowTable, UpdateListing

T = TypeVar("T")

__all__ = ["Room", "RoomStep", "RulesVersionError", "begin", "deadline", "level_at", "step", "thinkers"]


class RulesVersionError(ValueError):
    """The stored game was begun under rules that this server does not play by any more; the message says so."""


def begin(opened: Open, now: float) -> RoomStep:
    """The room as it is made, its game begun if every seat is held already.

    Raises OtherRules when this server's rules would play the stored game differently.
    """
    game = catalog.find(opened.game)
    if game.version != opened.version:
        raise RulesVersionError(f"{opened.game} is at version {game.version}; the room was made under {opened.version}")
    options = msgspec.convert(opened.options, game.Options)
    sheet = msgspec.to_builtins(options)
    setting = RoomSettings(
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
    return start.settle_dealing(None, start.start_if_full(room, now, (SeatGiven(mine), UpdateListing())))


def step(room: Room, now: float, event: Input) -> RoomStep:
    """What becomes of the room when `event` happens at `now`, in seconds of the server's clock."""
    result = _stepped(room, now, event)
    if result.record and (room.away or result.room.away):
        result = replace(result, room=disconnections.await_absent(result.room, now))
    return start.settle_dealing(room.deal, result)


def deadline(room: Room) -> float | None:
    """When to send a Tick if nothing else comes, in seconds of the server's clock."""
    sitting = room.sitting
    if room.deal is not None and room.deal.is_open:
        return room.deal.until
    if sitting is None:
        return None
    until = None if sitting.request is None else sitting.request.until
    return clock.earliest(sitting.deadline, sitting.ends, until, disconnections.next_deadline(sitting))


def _stepped(room: Room, now: float, event: Input) -> RoomStep:
    if room.closed:
        return refuse(room, "unknown-room", f"Room {room.setting.code} is closed.")
    match event:
        case Play():
            return _play(room, now, event)
        case ComputerMove():
            return _choose(room, now, event)
        case Tick():
            return _tick(room, now)
        case Sit():
            return _sit(room, now, event)
        case Away(player=player):
            return disconnections.disconnect(room, player)
        case Back(player=player):
            return disconnections.reconnect(room, now, player)
        case Restart():
            return disconnections.restart(room, now)
        case CloseDeserted():
            return departures.close_deserted(room)
    seat = room.seat_of(event.player)
    return refuse_unseated(room) if seat is None else _asked_by(room, now, seat, event)


def _asked_by(room: Room, now: float, seat: Seat, event: _FromSeat) -> RoomStep:
    match event:
        case AddComputers():
            return _fill(room, now, event.level)
        case Resign():
            return departures.resign(room, now, seat)
        case TakeBack() | OfferDraw() | AnswerOffer():
            return _ask(room, now, seat, event)
        case Claim():
            return disconnections.claim(room, now, seat, event)
        case Rematch():
            return _rematch(room, now, seat)
        case CommitShare() | RevealShare():
            return start.give_to_dealing(room, now, seat, event)
        case Leave():
            return departures.leave(room, now, seat)
        case Kick(player=player, name=named):
            return departures.kick(room, now, player, named)
        case CloseTable(player=player):
            return departures.close_table(room, now, player)
    assert_never(event)


# A move.


def _play(room: Room, now: float, play: Play) -> RoomStep:
    seat = room.seat_of(play.player)
    return refuse_unseated(room) if seat is None else _move(room, now, seat, play)


def _choose(room: Room, now: float, choice: ComputerMove) -> RoomStep:
    """A computer's move, unless the person it played for is back."""
    if level_at(room, choice.seat) is None:
        return refuse(room, "not-seated", "No computer plays in that seat.")
    return _move(room, now, choice.seat, choice)


def _move(room: Room, now: float, seat: Seat, play: Play | ComputerMove) -> RoomStep:
    """The seat's move, made once however often it is sent: the seat's own count of moves tells a second sending."""
    sitting = room.sitting
    if sitting is None:
        return refuse(room, "not-now", "The game has not begun: a seat is still open.")
    if (play.number, play.ply) < (sitting.number, sitting.plies[seat]):
        return show_again(room)
    if sitting.outcome is not None:
        return refuse(room, "not-now", "The game is over.")
    if (play.number, play.ply) != (sitting.number, sitting.plies[seat]):
        return refuse(room, "stale", "That move is about a position this table has not come to.")
    if seat not in sitting.turn:
        return refuse(room, "not-your-turn", "It is not your turn.")
    if play.move is None:
        return departures.resign(room, now, seat, " gave up.")
    try:
        after = sittings.play_move(room.setting, sitting, seat, play.move, now)
    except UnreadableMoveError as error:
        return refuse(room, "unreadable", str(error))
    except IllegalMoveError as error:
        return refuse(room, "illegal", str(error))
    room = with_game(room, after)
    # A computer that was on turn already is thinking as it is.
    thinks = [think for think in thinkers(room) if think.seat == seat or think.seat not in sitting.turn]
    return show_game(room, tuple(thinks))


def _tick(room: Room, now: float) -> RoomStep:
    """What is due, one thing in each entry of the journal."""
    sitting = room.sitting
    if room.deal is not None and clock.is_up(room.deal.until, now):
        return start.continue_dealing(room, now, dealing.expire_phase(room.deal, now))
    if sitting is None:
        return RoomStep(room, (), record=False)
    if clock.is_up(sitting.ends, now):
        return show_game(with_game(room, sittings.end_on_time(room.setting, sitting, now)))
    if (seat := sittings.flagged_seat(sitting, now)) is not None:
        return departures.resign(room, now, seat, "'s time is up.")
    if sittings.late_seats(sitting, now):
        room = with_game(room, sittings.play_defaults(room.setting, sitting, now))
        return show_game(room, thinkers(room))
    if sitting.request is not None and clock.is_up(sitting.request.until, now):
        return show_game(with_game(room, offers.expire_offer(sitting)))
    if clock.is_up(disconnections.next_deadline(sitting), now):
        return RoomStep(with_next_entry(room), (ShowTable(),))
    return RoomStep(room, (), record=False)


# Asking the others.


def _ask(room: Room, now: float, seat: Seat, event: TakeBack | OfferDraw | AnswerOffer) -> RoomStep:
    """What the others are asked, or answer. Once a move is taken back, computers on turn are to be asked anew."""
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None:
        return refuse(room, "not-now", NO_GAME)
    if seat in sitting.gave_up:
        return refuse(room, "not-now", OUT)
    playing = players(room, sitting)
    try:
        match event:
            case TakeBack():
                after = offers.make_offer(room.setting, sitting, seat, playing, now)
            case OfferDraw():
                after = offers.make_offer(room.setting, sitting, seat, playing, now, kind="draw")
            case AnswerOffer(agree=agree):
                after = offers.answer_offer(room.setting, sitting, seat, playing, now, agree=agree)
    except NotAllowedNowError as error:
        return refuse(room, "not-now", str(error))
    except IllegalMoveError as error:
        return refuse(room, "illegal", str(error))
    if after is sitting:
        return show_again(room)
    room = with_game(room, after)
    return show_game(room, thinkers(room) if after.plies != sitting.plies else ())


# Chairs.


def _sit(room: Room, now: float, sit: Sit) -> RoomStep:
    mine = room.seat_of(sit.player)
    if mine is not None:
        return RoomStep(room, (SeatGiven(mine), ShowTable(asker=True)), record=False)
    if sit.player in room.banned:
        return refuse(room, "not-host", f"You were sent away from table {room.setting.code}; you can watch it.")
    if room.is_playing or OpenSeat() not in room.chairs:
        return refuse(room, "room-full", f"Room {room.setting.code} has no open seat; you can watch it.")
    seat = room.chairs.index(OpenSeat())
    person = Person(sit.player, sit.name, sit.deals)
    chairs = (*room.chairs[:seat], person, *room.chairs[seat + 1 :])
    won = tuple(0 if s == seat else count for s, count in enumerate(room.won))
    # Who sits down at a finished game has come to play the next one, for which everyone moves along.
    rematch = (*room.rematch, seat) if room.sitting else ()
    room = replace(room, seq=room.seq + 1, chairs=chairs, won=won, rematch=rematch)
    after = start.start_if_full(room, now, (UpdateListing(),))
    return replace(after, outputs=(SeatGiven(after.room.chairs.index(person)), *after.outputs))


def _fill(room: Room, now: float, level: str) -> RoomStep:
    if room.is_playing or OpenSeat() not in room.chairs:
        return refuse(room, "not-now", "No seat is open.")
    if level not in room.setting.game.bots:
        return refuse(room, "bad-options", f"{room.setting.game.title} has no computer player {level!r}.")
    chairs = tuple(Computer(level) if isinstance(chair, OpenSeat) else chair for chair in room.chairs)
    if room.sitting is None and room.setting.game.computers_begin:
        chairs = tuple(sorted(chairs, key=lambda chair: isinstance(chair, Person)))
    return start.start_if_full(replace(room, seq=room.seq + 1, chairs=chairs), now, (UpdateListing(),))


def _rematch(room: Room, now: float, seat: Seat) -> RoomStep:
    if room.phase != "over":
        return refuse(room, "not-now", "A rematch can be agreed when a game is over.")
    if seat in room.rematch:
        return show_again(room)
    room = replace(room, seq=room.seq + 1, rematch=(*room.rematch, seat))
    return start.start_if_full(room, now, ())


_FromSeat = (
    AddComputers
    | Resign
    | TakeBack
    | OfferDraw
    | AnswerOffer
    | Claim
    | Rematch
    | CommitShare
    | RevealShare
    | Leave
    | Kick
    | CloseTable
)
