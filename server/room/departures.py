"""How people go: they give a game up, stand up, are sent away, or all go because the table is closed."""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import Seat
from server.room.match import match as sittings
from server.room.match.occupants import OpenSeat, Person
from server.room.model import (
    NO_GAME,
    OUT,
    Room,
    RoomStep,
    occupant_name,
    person,
    players,
    refuse,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import SeatLeft, ShowTable, UpdateListing


def resign(room: Room, now: float, seat: Seat, how: str = " resigned.") -> RoomStep:
    """The step of a seat that gives the game up, or has to."""
    after = give_up(room, now, seat, f"{occupant_name(room.chairs[seat])}{how}")
    if after:
        return show_game(after, thinkers(after))
    return refuse(room, "not-now", OUT if room.is_playing else NO_GAME)


def give_up(room: Room, now: float, seat: Seat, reason: str) -> Room | None:
    """The room after a seat gave the game up, or None where it has none to give up.

    The position is another for everyone, so that computers on turn are to be asked anew.
    """
    sitting = room.sitting
    if sitting is None or sitting.outcome is not None or seat in sitting.gave_up:
        return None
    goes_on = bool(set(players(room, sitting)) - {seat})
    return with_game(room, sittings.give_up(room.setting, sitting, seat, reason, now, goes_on=goes_on))


def leave(room: Room, now: float, seat: Seat) -> RoomStep:
    """The step of a player who stands up."""
    reason = f"{occupant_name(room.chairs[seat])} left the table."
    return _stood_up(room, now, seat, reason, f"You left room {room.setting.code}.")


def kick(room: Room, now: float, player: int, named: str) -> RoomStep:
    """The step of a player who sends another away from the table, for good."""
    if player != room.host:
        return _not_host(room)
    seat = next((seat for seat, chair in enumerate(room.chairs) if _is_called(chair, named)), None)
    if seat is None:
        return refuse(room, "not-now", f"Nobody at this table is called {ascii(named)[1:-1]}.")
    away = person(room, seat)
    if away.player == player:
        return refuse(room, "not-now", "You cannot send yourself away; leave the table, or close it.")
    host = room.host_name
    after = _stood_up(
        room, now, seat, f"{host} sent {away.name} away.", f"{host} sent you away from table {room.setting.code}."
    )
    return replace(after, room=replace(after.room, banned=(*room.banned, away.player)))


def close_table(room: Room, now: float, player: int) -> RoomStep:
    """The step of a player who closes the table; who does so in the middle of a game gives it up."""
    if player != room.host:
        return _not_host(room)
    seat = room.seat_of(player)
    after = None if seat is None else give_up(room, now, seat, f"{room.host_name} closed the table.")
    return _closed(room, after or with_next_entry(room), f"{room.host_name} closed table {room.setting.code}.")


def close_deserted(room: Room) -> RoomStep:
    """The step of the house that clears a table."""
    return _closed(room, with_next_entry(room), f"Room {room.setting.code} is closed.")


def _closed(room: Room, after: Room, reason: str) -> RoomStep:
    gone = tuple(SeatLeft(player, reason) for player in room.players())
    return RoomStep(replace(after, closed=True, farewell=reason), (*gone, ShowTable(), UpdateListing()))


def _stood_up(room: Room, now: float, seat: Seat, reason: str, told_them: str) -> RoomStep:
    """A seat becomes free; in the middle of a game that gives it up, and the last person to go closes the room."""
    gone = person(room, seat)
    out = give_up(room, now, seat, reason)
    after = out or with_next_entry(room)
    chairs = (*room.chairs[:seat], OpenSeat(), *room.chairs[seat + 1 :])
    others = [chair.player for chair in chairs if isinstance(chair, Person)]
    after = replace(
        after,
        chairs=chairs,
        won=tuple(0 if s == seat else count for s, count in enumerate(after.won)),
        rematch=tuple(s for s in room.rematch if s != seat),
        host=room.host if room.host in others or not others else others[0],
        away=tuple(player for player in after.away if player != gone.player),
        closed=not others,
    )
    return RoomStep(
        after, (SeatLeft(gone.player, told_them), ShowTable(), UpdateListing(), *(thinkers(after) if out else ()))
    )


def _is_called(chair: object, named: str) -> bool:
    return isinstance(chair, Person) and chair.name == named


def _not_host(room: Room) -> RoomStep:
    return refuse(room, "not-host", f"Only {room.host_name}, whose table this is, can do that.")
