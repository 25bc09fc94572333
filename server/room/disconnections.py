"""Players who go away in the middle of a game: how long the others wait, and what they may do then.

A connection that is lost is no input of anybody's, so the shell tells the room of it (`changes`), which stores it: what
follows from it is the same in every replay. Grace is for a whole game, and is used up only while somebody waits.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engines.game import Seat
from server.room import departures
from server.room.inputs import Away, Back, Claim
from server.room.match import clock
from server.room.match import match as sittings
from server.room.match.clock import Countdown, SeatClock
from server.room.match.match import Match, Substitute
from server.room.model import (
    NO_GAME,
    OUT,
    Room,
    RoomStep,
    occupant_name,
    people,
    person,
    players,
    refuse,
    show_again,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import ShowTable

RETURN_S = 30.0
"""How long nobody's time counts once the server is back, for everyone to come back too."""


def presence_inputs(room: Room, is_here: Callable[[int], bool]) -> tuple[Away | Back, ...]:
    """What the room is still to be told of who is connected; alone in a game, nobody is missed."""
    missing = [player for player in _minded(room) if player not in room.away and not is_here(player)]
    return (*[Back(player) for player in room.away if is_here(player)], *map(Away, missing))


def disconnect(room: Room, player: int) -> RoomStep:
    """The step of a player whose connection is gone."""
    if player in room.away or player not in _minded(room):
        return show_again(room)
    return _shown(replace(with_next_entry(room), away=(*room.away, player)))


def reconnect(room: Room, now: float, player: int) -> RoomStep:
    """The step of a player who is there again: it is their seat, whoever played on in it."""
    if player not in room.away:
        return show_again(room)
    after = replace(with_next_entry(room), away=tuple([each for each in room.away if each != player]))
    seat, sitting = room.seat_of(player), after.sitting
    if seat is not None and sitting is not None and after.is_playing:
        after = replace(after, sitting=_returned(sitting, seat, now))
    return _shown(after)


def restart(room: Room, now: float) -> RoomStep:
    """The step of a server that is back: everybody is away, and has a while to return that does not count."""
    sitting = room.sitting
    if sitting is None or not room.is_playing or not (_minded(room) or sitting.deadline is not None):
        return show_again(room)
    away = tuple([person(room, seat).player for seat in people(room, sitting)])
    watches = tuple([watch.credited(now, RETURN_S) for watch in sitting.watches])
    after = replace(with_next_entry(room), away=away, credit_until=now + RETURN_S)
    return _shown(replace(after, sitting=replace(sitting, watches=watches, verdict=None)))


def await_absent(room: Room, now: float) -> Room:
    """The room in which the grace runs of exactly those away whom somebody waits for."""
    sitting = room.sitting
    if sitting is None or not room.is_playing:
        return room
    playing = players(room, sitting)
    missing = tuple([seat for seat in playing if person(room, seat).player in room.away])
    awaited = missing if set(playing) - set(missing) else ()
    since = max(now, room.credit_until)
    graces = [_grace(grace, now, since if seat in awaited else None) for seat, grace in enumerate(sitting.graces)]
    return replace(room, sitting=replace(sitting, graces=tuple(graces)))


def overdue_seats(room: Room, sitting: Match) -> tuple[Seat, ...]:
    """The seats of those away whom nobody need wait for any longer."""
    missing = [seat for seat in players(room, sitting) if person(room, seat).player in room.away]
    return tuple([seat for seat in missing if not sitting.graces[seat].left_s])


def next_deadline(sitting: Match) -> float | None:
    """When the next grace is used up, if nobody comes back."""
    return clock.earliest(*[grace.due for grace in sitting.graces])


def claim(room: Room, now: float, seat: Seat, event: Claim) -> RoomStep:
    """The step of a player who waits no longer for those whose grace is used up: they give up, or computers play on."""
    sitting = room.sitting
    if sitting is None or not room.is_playing:
        return refuse(room, "not-now", NO_GAME)
    if seat in sitting.gave_up:
        return refuse(room, "not-now", OUT)
    missing = overdue_seats(room, sitting)
    if not missing:
        return refuse(room, "not-now", _nobody(room, sitting))
    if event.what == "win":
        return _won(room, now, missing)
    levels = tuple(room.setting.game.bots)
    level = event.level or (levels[len(levels) // 2] if levels else "")
    if level not in levels:
        return refuse(room, "bad-options", f"{room.setting.game.title} has no computer player {level!r}.")
    after = sitting
    for each in missing:
        after = _stood_in(after, each, level, seat, now)
    room = with_game(room, replace(after, verdict=None))
    return show_game(room, tuple([think for think in thinkers(room) if think.seat in missing]))


def _won(room: Room, now: float, missing: tuple[Seat, ...]) -> RoomStep:
    after = room
    for seat in missing:
        after = departures.give_up(after, now, seat, f"{occupant_name(room.chairs[seat])} did not come back.") or after
    after = replace(after, seq=room.seq + 1)
    return show_game(after, thinkers(after))


def _nobody(room: Room, sitting: Match) -> str:
    """Why there is nothing to claim."""
    missing = [seat for seat in players(room, sitting) if person(room, seat).player in room.away]
    names = " and ".join(occupant_name(room.chairs[seat]) for seat in missing)
    return f"There is still time for {names} to come back." if missing else "Nobody is away."


def _minded(room: Room) -> tuple[int, ...]:
    """The players in a game whose going and coming concern somebody else in it."""
    sitting = room.sitting
    if sitting is None or not room.is_playing:
        return ()
    seats = people(room, sitting)
    return tuple([person(room, seat).player for seat in seats]) if len(seats) > 1 else ()


def _shown(room: Room) -> RoomStep:
    return RoomStep(room, (ShowTable(),))


def _grace(grace: Countdown, now: float, since: float | None) -> Countdown:
    """A grace that runs from `since` on if it did not yet; without one it stands still, as it does used up."""
    if since is None or not grace.left_s:
        return grace.stopped(now)
    running = grace if grace.since is not None else grace.started(since)
    return Countdown(0.0) if clock.is_up(running.due, now) else running


def _stood_in(sitting: Match, seat: Seat, level: str, by: Seat, now: float) -> Match:
    """The game in which a computer plays for the person in a seat, whose time for the whole game waits for them."""
    watch = sitting.watches[seat]
    total = None if watch.total is None else watch.total.stopped(now)
    return replace(
        sitting,
        stand_ins=(*sitting.stand_ins, Substitute(seat, level, by, total)),
        watches=sittings.with_at(sitting.watches, seat, SeatClock(watch.move)),
    )


def _returned(sitting: Match, seat: Seat, now: float) -> Match:
    """The game once the person in a seat is there again: they play for themselves, and their time counts."""
    watch, stand_in = sitting.watches[seat].credited(now, 0), sitting.stand_in(seat)
    if stand_in is not None and stand_in.total is not None:
        watch = SeatClock(watch.move, stand_in.total.started(now) if seat in sitting.turn else stand_in.total)
    return replace(
        sitting,
        stand_ins=tuple([each for each in sitting.stand_ins if each.seat != seat]),
        watches=sittings.with_at(sitting.watches, seat, watch),
    )
