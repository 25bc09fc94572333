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
from server.room.match.clock import Timer, Watch
from server.room.match.match import Sitting, StandIn
from server.room.model import (
    NO_GAME,
    OUT,
    Room,
    Step,
    name,
    onward,
    people,
    person,
    players,
    refused,
    shown_again,
    thinkers,
    told,
    with_game,
)
from server.room.outputs import Show

RETURN_S = 30.0
"""How long nobody's time counts once the server is back, for everyone to come back too."""


def changes(room: Room, is_here: Callable[[int], bool]) -> tuple[Away | Back, ...]:
    """What the room is still to be told of who is connected; alone in a game, nobody is missed."""
    missing = [player for player in _minded(room) if player not in room.away and not is_here(player)]
    return (*[Back(player) for player in room.away if is_here(player)], *map(Away, missing))


def gone(room: Room, player: int) -> Step:
    """The step of a player whose connection is gone."""
    if player in room.away or player not in _minded(room):
        return shown_again(room)
    return _shown(replace(onward(room), away=(*room.away, player)))


def back(room: Room, now: float, player: int) -> Step:
    """The step of a player who is there again: it is their seat, whoever played on in it."""
    if player not in room.away:
        return shown_again(room)
    after = replace(onward(room), away=tuple([each for each in room.away if each != player]))
    seat, sitting = room.seat_of(player), after.sitting
    if seat is not None and sitting is not None and after.is_playing:
        after = replace(after, sitting=_returned(sitting, seat, now))
    return _shown(after)


def restarted(room: Room, now: float) -> Step:
    """The step of a server that is back: everybody is away, and has a while to return that does not count."""
    sitting = room.sitting
    if sitting is None or not room.is_playing or not (_minded(room) or sitting.deadline is not None):
        return shown_again(room)
    away = tuple([person(room, seat).player for seat in people(room, sitting)])
    watches = tuple([watch.credited(now, RETURN_S) for watch in sitting.watches])
    after = replace(onward(room), away=away, credit_until=now + RETURN_S)
    return _shown(replace(after, sitting=replace(sitting, watches=watches, verdict=None)))


def waited(room: Room, now: float) -> Room:
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


def overdue(room: Room, sitting: Sitting) -> tuple[Seat, ...]:
    """The seats of those away whom nobody need wait for any longer."""
    missing = [seat for seat in players(room, sitting) if person(room, seat).player in room.away]
    return tuple([seat for seat in missing if not sitting.graces[seat].left_s])


def due(sitting: Sitting) -> float | None:
    """When the next grace is used up, if nobody comes back."""
    return clock.earliest(*[grace.due for grace in sitting.graces])


def claim(room: Room, now: float, seat: Seat, event: Claim) -> Step:
    """The step of a player who waits no longer for those whose grace is used up: they give up, or computers play on."""
    sitting = room.sitting
    if sitting is None or not room.is_playing:
        return refused(room, "not-now", NO_GAME)
    if seat in sitting.gave_up:
        return refused(room, "not-now", OUT)
    missing = overdue(room, sitting)
    if not missing:
        return refused(room, "not-now", _nobody(room, sitting))
    if event.what == "win":
        return _won(room, now, missing)
    levels = tuple(room.setting.game.bots)
    level = event.level or (levels[len(levels) // 2] if levels else "")
    if level not in levels:
        return refused(room, "bad-options", f"{room.setting.game.title} has no computer player {level!r}.")
    after = sitting
    for each in missing:
        after = _stood_in(after, each, level, seat, now)
    room = with_game(room, replace(after, verdict=None))
    return told(room, tuple([think for think in thinkers(room) if think.seat in missing]))


def _won(room: Room, now: float, missing: tuple[Seat, ...]) -> Step:
    after = room
    for seat in missing:
        after = departures.given_up(after, now, seat, f"{name(room.chairs[seat])} did not come back.") or after
    after = replace(after, seq=room.seq + 1)
    return told(after, thinkers(after))


def _nobody(room: Room, sitting: Sitting) -> str:
    """Why there is nothing to claim."""
    missing = [seat for seat in players(room, sitting) if person(room, seat).player in room.away]
    names = " and ".join(name(room.chairs[seat]) for seat in missing)
    return f"There is still time for {names} to come back." if missing else "Nobody is away."


def _minded(room: Room) -> tuple[int, ...]:
    """The players in a game whose going and coming concern somebody else in it."""
    sitting = room.sitting
    if sitting is None or not room.is_playing:
        return ()
    seats = people(room, sitting)
    return tuple([person(room, seat).player for seat in seats]) if len(seats) > 1 else ()


def _shown(room: Room) -> Step:
    return Step(room, (Show(),))


def _grace(grace: Timer, now: float, since: float | None) -> Timer:
    """A grace that runs from `since` on if it did not yet; without one it stands still, as it does used up."""
    if since is None or not grace.left_s:
        return grace.stopped(now)
    running = grace if grace.since is not None else grace.started(since)
    return Timer(0.0) if clock.is_up(running.due, now) else running


def _stood_in(sitting: Sitting, seat: Seat, level: str, by: Seat, now: float) -> Sitting:
    """The game in which a computer plays for the person in a seat, whose time for the whole game waits for them."""
    watch = sitting.watches[seat]
    total = None if watch.total is None else watch.total.stopped(now)
    return replace(
        sitting,
        stand_ins=(*sitting.stand_ins, StandIn(seat, level, by, total)),
        watches=sittings.with_at(sitting.watches, seat, Watch(watch.move)),
    )


def _returned(sitting: Sitting, seat: Seat, now: float) -> Sitting:
    """The game once the person in a seat is there again: they play for themselves, and their time counts."""
    watch, stand_in = sitting.watches[seat].credited(now, 0), sitting.stand_in(seat)
    if stand_in is not None and stand_in.total is not None:
        watch = Watch(watch.move, stand_in.total.started(now) if seat in sitting.turn else stand_in.total)
    return replace(
        sitting,
        stand_ins=tuple([each for each in sitting.stand_ins if each.seat != seat]),
        watches=sittings.with_at(sitting.watches, seat, watch),
    )
