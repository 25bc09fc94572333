"""The pure step of a room: from a room and an input to the next room and what to do about it.

    step(room, now, input) -> RoomStep(room, outputs, record)

`step` never waits, draws randomness, logs or reads a clock, and never changes its argument. The shell stores an input
whose step says `record` before it shows anyone the result; `server.room.replay` folds `step` over the stored inputs.
"""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from engines import catalog
from engines.game import IllegalMoveError, Seat, UnreadableMoveError
from server.room import departures, disconnections, inputs, start
from server.room.match import clock, dealing, offers
from server.room.match import match as matches
from server.room.match.match import Match, NotAllowedNowError, RoomSettings
from server.room.match.occupants import Person
from server.room.model import (
    Room,
    RoomStep,
    is_alone,
    level_at,
    players,
    refuse,
    refuse_out,
    refuse_unseated,
    show_again,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import SeatGiven, ShowTable, UpdateListing

__all__ = ["Room", "RoomStep", "RulesVersionError", "begin", "deadline", "level_at", "step", "thinkers"]


class RulesVersionError(ValueError):
    """The journal was written under another version of this game's rules; the message says which."""


def begin(opened: inputs.Open, now: float) -> RoomStep:
    """Open a room, and start its game if every seat is held already.

    Raises RulesVersionError when this server's rules would play the stored game differently.
    """
    newest = catalog.find(opened.game)
    game = newest.at_version(opened.version)
    if game is None:
        raise RulesVersionError(
            f"{opened.game} is at version {newest.version}; the room was made under {opened.version}"
        )
    options = msgspec.convert(opened.options, game.rules.Options)
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
        opened.chain,
    )
    mine, maker = next((seat, occupant) for seat, occupant in enumerate(opened.chairs) if isinstance(occupant, Person))
    won = (0,) * len(opened.chairs)
    room = Room(setting, 1, opened.chairs, won, None, (), closed=False, host=maker.player)
    return start.settle_dealing(None, start.start_if_full(room, now, (SeatGiven(mine), UpdateListing())))


def step(room: Room, now: float, event: inputs.Input) -> RoomStep:
    """Apply an input at `now`, in seconds of the server's clock."""
    result = disconnections.settle_wake(room, _apply(disconnections.wake(room, now, event), now, event))
    if result.record and (room.away or result.room.away):
        result = replace(result, room=disconnections.await_absent(result.room, now))
    return start.settle_dealing(room.deal, result)


def deadline(room: Room) -> float | None:
    """When to send the next Tick, in seconds of the server's clock; None if nothing will be due."""
    match = room.sitting
    if room.deal is not None and room.deal.is_open:
        return room.deal.until
    if match is None or room.is_paused:
        return None
    until = None if match.request is None else match.request.until
    # Grace runs for absent players alone.
    grace = disconnections.next_deadline(match) if room.away else None
    return clock.earliest(match.deadline, match.ends, until, grace)


def _apply(room: Room, now: float, event: inputs.Input) -> RoomStep:
    if room.closed:
        return refuse(room, "unknown-room", f"Table {room.setting.code} is closed.")
    match event:
        case inputs.Play():
            return _play(room, now, event)
        case inputs.ComputerMove():
            return _play_computer(room, now, event)
        case inputs.Tick():
            return _tick(room, now)
        case inputs.Sit():
            return start.sit(room, now, event)
        case inputs.Away(player=player):
            return disconnections.disconnect(room, player)
        case inputs.Stranded(player=player):
            return disconnections.strand(room, now, player)
        case inputs.Back(player=player):
            return disconnections.reconnect(room, now, player)
        case inputs.Pause(player=player):
            return disconnections.pause(room, now, player)
        case inputs.Resume(player=player):
            return disconnections.resume(room, now, player)
        case inputs.Restart():
            return disconnections.restart(room, now)
        case inputs.CloseDeserted(is_lost=is_lost):
            return departures.close_deserted(room, now, is_lost=is_lost)
        case inputs.EndTable(reason=reason):
            return departures.end_table(room, reason)
        case inputs.Forget(player=player):
            return departures.forget(room, player)
    seat = room.seat_of(event.player)
    return refuse_unseated(room) if seat is None else _apply_from_seat(room, now, seat, event)


def _apply_from_seat(room: Room, now: float, seat: Seat, event: inputs.FromSeat) -> RoomStep:
    match event:
        case inputs.AddComputers():
            return start.add_computers(room, now, event.level)
        case inputs.Resign():
            return departures.resign(room, now, seat)
        case inputs.TakeBack() | inputs.OfferDraw() | inputs.AnswerOffer():
            return _apply_offer(room, now, seat, event)
        case inputs.Claim():
            return disconnections.claim(room, now, seat, event)
        case inputs.Rematch():
            return start.agree_to_rematch(room, now, seat)
        case inputs.CommitShare() | inputs.RevealShare():
            return start.give_to_dealing(room, now, seat, event)
        case inputs.Leave():
            return departures.leave(room, now, seat)
        case inputs.Kick() | inputs.Expel() | inputs.SendAway():
            return departures.kick(room, now, seat, event)
        case inputs.CloseTable():
            return departures.close_table(room, now, seat)
    assert_never(event)


# A move.


def _play(room: Room, now: float, play: inputs.Play) -> RoomStep:
    seat = room.seat_of(play.player)
    return refuse_unseated(room) if seat is None else _move(room, now, seat, play)


def _play_computer(room: Room, now: float, choice: inputs.ComputerMove) -> RoomStep:
    """A computer's move; refused where the person it played for is back."""
    if level_at(room, choice.seat) is None:
        return refuse(room, "not-seated", "No computer plays in that seat.")
    if room.is_paused:
        return RoomStep(room, (), record=False)  # it is asked again when the game goes on
    return _move(room, now, choice.seat, choice)


def _move(room: Room, now: float, seat: Seat, play: inputs.Play | inputs.ComputerMove) -> RoomStep:
    """A seat's move, applied once however often it is sent: a repeated one quotes a ply that the seat has passed."""
    match = room.sitting
    if match is None:
        return refuse(room, "not-now", "The game hasn't started: a seat is still open.")
    quoted, current = (play.number, play.ply), (match.number, match.plies[seat])
    if quoted < current:
        return show_again(room)
    if match.outcome is not None:
        return refuse(room, "not-now", "The game is over.")
    if quoted != current:
        return refuse(room, "stale", "This table has not reached that position yet.")
    if seat not in match.turn:
        return refuse(room, "not-your-turn", "It's not your turn.")
    if play.move is None:
        return departures.resign(room, now, seat, "gave-up")
    try:
        after = matches.play_move(room.setting, match, seat, play.move, now)
    except UnreadableMoveError as error:
        return refuse(room, "unreadable", str(error))
    except IllegalMoveError as error:
        return refuse(room, "illegal", str(error))
    room = with_game(room, after)
    # A computer that was on turn before is thinking already.
    return show_game(room, thinkers(room, busy=[each for each in match.turn if each != seat]))


def _tick(room: Room, now: float) -> RoomStep:
    """Apply the first thing that is due; each goes into a journal entry of its own."""
    match = room.sitting
    if room.deal is not None and clock.is_up(room.deal.until, now):
        return start.continue_dealing(room, now, dealing.expire_phase(room.deal, now))
    if match is None or room.is_paused:
        return RoomStep(room, (), record=False)
    if clock.is_up(match.ends, now):
        return show_game(with_game(room, matches.end_on_time(room.setting, match, now)))
    if (seat := matches.flagged_seat(match, now)) is not None:
        return departures.resign(room, now, seat, "time-up")
    if matches.late_seats(match, now):
        room = with_game(room, matches.play_defaults(room.setting, match, now))
        return show_game(room, thinkers(room))
    if match.request is not None and clock.is_up(match.request.until, now):
        return show_game(with_game(room, offers.expire_offer(match)))
    if clock.is_up(disconnections.next_deadline(match), now):
        return RoomStep(with_next_entry(room), (ShowTable(),))
    return RoomStep(room, (), record=False)


# Offers.


def _apply_offer(
    room: Room, now: float, seat: Seat, event: inputs.TakeBack | inputs.OfferDraw | inputs.AnswerOffer
) -> RoomStep:
    """Make or answer an offer. After a takeback, the computers on turn are asked again."""
    match = room.match_in_play
    if match is None or seat in match.gave_up:
        return refuse_out(room)
    playing = players(room, match)
    try:
        match event:
            case inputs.TakeBack():
                after = _take_back(room, match, seat, now)
            case inputs.OfferDraw():
                after = offers.make_offer(room.setting, match, seat, playing, now, kind="draw")
            case inputs.AnswerOffer(agree=agree):
                after = offers.answer_offer(room.setting, match, seat, playing, now, agree=agree)
    except NotAllowedNowError as error:
        return refuse(room, "not-now", str(error))
    except IllegalMoveError as error:
        return refuse(room, "illegal", str(error))
    if after is match:
        return show_again(room)
    room = with_game(room, after)
    return show_game(room, thinkers(room) if after.plies != match.plies else ())


def _take_back(room: Room, match: Match, seat: Seat, now: float) -> Match:
    """The game after a seat asked to take back its last move: computers agree at once, with their replies undone.

    Raises IllegalMoveError or NotAllowedNowError.
    """
    if len(room.cast) > 1 and is_alone(room):
        if room.setting.serious:
            raise NotAllowedNowError("At a serious table, moves against computers can't be taken back.")
        return offers.take_back_freely(room.setting, match, seat, now)
    return offers.make_offer(room.setting, match, seat, players(room, match), now)
