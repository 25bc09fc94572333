"""Resigning, leaving, kicking and closing the table: every way in which people stop playing."""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import Seat
from protocol import reasons
from protocol.dealing import FORMER_PLAYER
from protocol.reasons import ReasonKind
from server.limits.settings import ServerLimits
from server.room.inputs import Expel, Kick, SendAway
from server.room.match import match as matches
from server.room.match.occupants import Occupant, OpenSeat, Person, with_at
from server.room.model import (
    Room,
    RoomStep,
    is_alone,
    occupant_name,
    people,
    person,
    players,
    refuse,
    refuse_out,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import SeatLeft, ShowTable, UpdateListing

FEW_MOVES = 10


def resign(room: Room, now: float, seat: Seat, kind: ReasonKind = "resigned") -> RoomStep:
    """A seat gives the game up, or has to because its time is up."""
    after = give_up(room, now, seat, write_reason(room, kind, seat))
    if after:
        return show_game(after, thinkers(after))
    return refuse_out(room)


def give_up(room: Room, now: float, seat: Seat, reason: str) -> Room | None:
    """The room after a seat gave the game up, or None where it has no game to give up.

    The position has changed for everyone, so the computers on turn have to be asked again.
    """
    match = room.match_in_play
    if match is None or seat in match.gave_up:
        return None
    goes_on = bool(set(players(room, match)) - {seat})
    return with_game(room, matches.give_up(room.setting, match, seat, reason, now, goes_on=goes_on))


def write_reason(room: Room, kind: ReasonKind, *seats: Seat) -> str:
    """Why somebody gives up a game in a room: what is hashed, and what people read follows from."""
    return reasons.reason(room.setting.chain, kind, seats, [occupant_name(room.chairs[seat]) for seat in seats])


def leave(room: Room, now: float, seat: Seat) -> RoomStep:
    reason = write_reason(room, "left", seat)
    return _free_seat(room, now, seat, reason, f"You left table {room.setting.code}.")


def kick(room: Room, now: float, host: Seat, event: Kick | Expel | SendAway) -> RoomStep:
    """The host sends another player away from the table for good; in the middle of a game, the host gives that up."""
    if event.player != room.host:
        return _not_host(room)
    seat = _seat_meant(room, event)
    if seat is None:
        return refuse(room, "not-now", "Nobody by that name is at this table.")
    away = person(room, seat)
    if away.player == event.player:
        return refuse(room, "not-now", "You can't send yourself away; leave the table or close it.")
    reason = write_reason(room, "sent-away", host, seat)
    is_lost = not isinstance(event, Kick) and not _has_given_up(room, seat)
    lost = give_up(room, now, host, reason) if is_lost else None
    farewell = f"{room.host_name} sent you away from table {room.setting.code}."
    after = _free_seat(lost or room, now, seat, reason, farewell)
    banned = (*room.banned, away.player)
    return replace(after, room=replace(after.room, seq=room.seq + 1, banned=banned))


def close_table(room: Room, now: float, seat: Seat) -> RoomStep:
    """The host closes the table; in the middle of a game, that gives the game up."""
    if person(room, seat).player != room.host:
        return _not_host(room)
    after = give_up(room, now, seat, write_reason(room, "closed", seat))
    return _close(room, after or with_next_entry(room), f"{room.host_name} closed table {room.setting.code}.")


def max_rest_s(room: Room, limits: ServerLimits, *, is_followed: bool) -> float | None:
    """After how many seconds in which nothing happens a table is closed; None while people are there for a game.

    A game that everybody has left lasts the longer the more people have put into it.
    """
    if is_followed:
        return limits.finished_s if room.phase == "over" else None
    moves = count_moves(room)
    if not moves:
        return limits.deserted_s
    return limits.deserted_begun_s if moves < FEW_MOVES else limits.deserted_game_s


def count_moves(room: Room) -> int:
    """How many moves people have put into the game that is being played."""
    match = room.match_in_play
    return 0 if match is None else sum(match.plies[seat] for seat in people(room, match))


def close_deserted(room: Room, now: float, *, is_lost: bool) -> RoomStep:
    """The server closes a table that everyone has left; with `is_lost`, who plays computers there loses a serious game.

    Otherwise whoever plays computers for a rating could walk away from each game that goes badly.
    """
    match, after = room.match_in_play, None
    if is_lost and match is not None and room.setting.serious and is_alone(room):
        for seat in people(room, match):
            after = give_up(room, now, seat, write_reason(room, "stayed-away", seat))
    return _close(room, after or with_next_entry(room), f"Table {room.setting.code} is closed.")


def end_table(room: Room, reason: str) -> RoomStep:
    """Close a table as it is: a game that is being played there has no result, and nobody has lost it."""
    return _close(room, with_next_entry(room), reason)


def forget(room: Room, player: int) -> RoomStep:
    """Call somebody who has left and has no account any more a former player."""
    cast = tuple([_without_name(each, player) for each in room.cast])
    if cast == room.cast:
        return RoomStep(room, (), record=False)
    return RoomStep(replace(with_next_entry(room), cast=cast), (ShowTable(),))


def _without_name(occupant: Occupant, player: int) -> Occupant:
    if isinstance(occupant, Person) and occupant.player == player:
        return replace(occupant, name=FORMER_PLAYER)
    return occupant


def _close(room: Room, after: Room, reason: str) -> RoomStep:
    gone = tuple(SeatLeft(player, reason) for player in room.players())
    return RoomStep(replace(after, closed=True, farewell=reason), (*gone, ShowTable(), UpdateListing()))


def _free_seat(room: Room, now: float, seat: Seat, reason: str, farewell: str) -> RoomStep:
    """Free a seat; in the middle of a game that gives it up, and when the last person leaves, the room closes."""
    gone = person(room, seat)
    out = give_up(room, now, seat, reason)
    after = out or with_next_entry(room)
    occupants = with_at(room.chairs, seat, OpenSeat())
    others = [occupant.player for occupant in occupants if isinstance(occupant, Person)]
    after = replace(
        after,
        chairs=occupants,
        won=with_at(after.won, seat, 0),
        rematch=tuple(s for s in room.rematch if s != seat),
        host=room.host if room.host in others or not others else others[0],
        away=tuple(player for player in after.away if player != gone.player),
        closed=not others,
    )
    return RoomStep(
        after, (SeatLeft(gone.player, farewell), ShowTable(), UpdateListing(), *(thinkers(after) if out else ()))
    )


def _has_given_up(room: Room, seat: Seat) -> bool:
    match = room.match_in_play
    return match is not None and seat in match.gave_up


def _seat_meant(room: Room, event: Kick | Expel | SendAway) -> Seat | None:
    if isinstance(event, SendAway):
        return room.seat_of(event.whom)
    return next((seat for seat, occupant in enumerate(room.chairs) if _is_called(occupant, event.name)), None)


def _is_called(occupant: object, named: str) -> bool:
    return isinstance(occupant, Person) and occupant.name == named


def _not_host(room: Room) -> RoomStep:
    return refuse(room, "not-host", f"Only the host, {room.host_name}, can do that.")
