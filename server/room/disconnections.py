"""Players who disconnect in the middle of a game: how long the others wait, what they may then claim, and pauses.

The shell reports lost and restored connections to the room as inputs (`presence_inputs`), in games of several people,
where they matter. They are stored like any input, so that a claim against an absent player replays like a move. Grace
is for a whole game, and is used up only while somebody waits.

A game of one person and computers waits instead, while that person is gone or looks at something else (`pause_inputs`):
no clock runs, no move makes itself and no computer moves. What is shown of it stays the same. At a serious table time
passes whoever looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from engines.game import Seat
from server.room import departures
from server.room.inputs import Away, Back, Claim, FromSeat, Input, Pause, Play, Resume
from server.room.match import clock
from server.room.match import match as matches
from server.room.match.clock import Countdown, SeatClock
from server.room.match.match import Match, Substitute
from server.room.match.occupants import with_at
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
    show_again,
    show_game,
    thinkers,
    with_game,
    with_next_entry,
)
from server.room.outputs import AskComputer, ShowTable

RETURN_S = 30.0
"""How long after a restart nobody's time counts, so that everyone can reconnect, in seconds."""
FROM_PERSON = (Play, *get_args(FromSeat))
"""What only somebody who is there does."""


def presence_inputs(room: Room, is_here: Callable[[int], bool]) -> tuple[Away | Back, ...]:
    """The inputs that bring the room up to date on who is connected; a person alone in a game is never away."""
    missing = [player for player in _observed_players(room) if player not in room.away and not is_here(player)]
    return (*[Back(player) for player in room.away if is_here(player)], *map(Away, missing))


def may_miss(before: Room, after: Room) -> bool:
    """Whether a room that has changed so may not know who of its players is connected, or looks at it."""
    was, now = before.match_in_play, after.match_in_play
    same_game = now is None or (was is not None and was.number == now.number)
    is_same = before.chairs is after.chairs and before.away is after.away and before.is_paused == after.is_paused
    return not (same_game and is_same)


def disconnect(room: Room, player: int) -> RoomStep:
    """A player has lost their connection."""
    if player in room.away or player not in _observed_players(room):
        return show_again(room)
    return _show(replace(with_next_entry(room), away=(*room.away, player)))


def strand(room: Room, now: float, player: int) -> RoomStep:
    """A player's own server has stopped: they are away, and have RETURN_S to come back without losing time."""
    match, seat = room.match_in_play, room.seat_of(player)
    if match is None or seat is None or player in room.away:
        return show_again(room)
    if player not in _observed_players(room) and match.watches[seat].due is None:
        return show_again(room)
    clocks = with_at(match.watches, seat, match.watches[seat].with_credit(now, RETURN_S))
    after = replace(with_next_entry(room), away=(*room.away, player), credit_until=now + RETURN_S)
    return _show(replace(after, sitting=replace(match, watches=clocks, verdict=None)))


def reconnect(room: Room, now: float, player: int) -> RoomStep:
    """A player is back, and takes over their seat from any computer that played on in it."""
    if player not in room.away:
        return show_again(room)
    after = replace(with_next_entry(room), away=tuple([each for each in room.away if each != player]))
    seat, match = room.seat_of(player), after.match_in_play
    if seat is not None and match is not None:
        after = replace(after, sitting=_with_player_back(match, seat, match.time_at(now)))
    return _show(after)


def restart(room: Room, now: float) -> RoomStep:
    """The server has restarted: everybody is away, and has RETURN_S to come back without losing time."""
    match = room.match_in_play
    if match is None or room.is_paused or not (_observed_players(room) or match.deadline is not None):
        return show_again(room)
    away = tuple([person(room, seat).player for seat in people(room, match)])
    clocks = tuple([seat_clock.with_credit(now, RETURN_S) for seat_clock in match.watches])
    after = replace(with_next_entry(room), away=away, credit_until=now + RETURN_S)
    return _show(replace(after, sitting=replace(match, watches=clocks, verdict=None)))


def await_absent(room: Room, now: float) -> Room:
    """The room where grace runs for exactly the absent players for whom somebody waits."""
    match = room.match_in_play
    if match is None:
        return room
    missing = _absent_seats(room, match)
    awaited = missing if set(players(room, match)) - set(missing) else ()
    since = max(now, room.credit_until)
    graces = [_update_grace(grace, now, since if seat in awaited else None) for seat, grace in enumerate(match.graces)]
    return replace(room, sitting=replace(match, graces=tuple(graces)))


def overdue_seats(room: Room, match: Match) -> tuple[Seat, ...]:
    """The seats of absent players whose grace is used up."""
    return tuple([seat for seat in _absent_seats(room, match) if not match.graces[seat].left_s])


def next_deadline(match: Match) -> float | None:
    """When the next grace is used up if nobody comes back."""
    return clock.earliest(*[grace.due for grace in match.graces])


def claim(room: Room, now: float, seat: Seat, event: Claim) -> RoomStep:
    """A player stops waiting for those whose grace is used up: these resign, or computers play for them."""
    match = room.match_in_play
    if match is None or seat in match.gave_up:
        return refuse_out(room)
    missing = overdue_seats(room, match)
    if not missing:
        return refuse(room, "not-now", _no_claim_text(room, match))
    if event.what == "win":
        return _claim_win(room, now, missing)
    bots = room.setting.game.bots
    level = event.level or (bots.names[len(bots.names) // 2] if bots.names else "")
    if bots.find(level) is None:
        return refuse(room, "bad-options", f"{room.setting.game.title} has no computer called {level!r}.")
    after = match
    for each in missing:
        after = _with_substitute(after, each, level, seat, now)
    room = with_game(room, replace(after, verdict=None))
    return show_game(room, tuple([think for think in thinkers(room) if think.seat in missing]))


def _claim_win(room: Room, now: float, missing: tuple[Seat, ...]) -> RoomStep:
    after = room
    for seat in missing:
        after = departures.give_up(after, now, seat, departures.write_reason(room, "stayed-away", seat)) or after
    after = replace(after, seq=room.seq + 1)
    return show_game(after, thinkers(after))


def _no_claim_text(room: Room, match: Match) -> str:
    missing = _absent_seats(room, match)
    names = " and ".join(occupant_name(room.chairs[seat]) for seat in missing)
    return f"{names} can still come back in time." if missing else "Nobody is away."


def _absent_seats(room: Room, match: Match) -> tuple[Seat, ...]:
    """The seats of absent players for whom no computer plays."""
    return tuple([seat for seat in players(room, match) if person(room, seat).player in room.away])


def _observed_players(room: Room) -> tuple[int, ...]:
    """The players in a game whose absence concerns somebody else in it."""
    match = room.match_in_play
    if match is None:
        return ()
    seats = people(room, match)
    return tuple([person(room, seat).player for seat in seats]) if len(seats) > 1 else ()


def _show(room: Room) -> RoomStep:
    return RoomStep(room, (ShowTable(),))


def _update_grace(grace: Countdown, now: float, since: float | None) -> Countdown:
    """The grace, running from `since` on if it does not run yet; stopped without a `since`, or once it is used up."""
    if since is None or not grace.left_s:
        return grace.stop(now)
    running = grace if grace.since is not None else grace.start(since)
    return Countdown(0.0) if clock.is_up(running.due, now) else running


def _with_substitute(match: Match, seat: Seat, level: str, by: Seat, now: float) -> Match:
    """The match where a computer plays for the person in a seat, whose time for the whole game is kept."""
    seat_clock = match.watches[seat]
    total = None if seat_clock.total is None else seat_clock.total.stop(now)
    return replace(
        match,
        stand_ins=(*match.stand_ins, Substitute(seat, level, by, total)),
        helped=(*match.helped, seat),
        watches=with_at(match.watches, seat, SeatClock(seat_clock.move)),
    )


def _with_player_back(match: Match, seat: Seat, now: float) -> Match:
    """The match where the person in a seat plays for themselves again, on their own time."""
    seat_clock, stand_in = match.watches[seat].with_credit(now, 0), match.stand_in(seat)
    if stand_in is not None and stand_in.total is not None:
        seat_clock = SeatClock(seat_clock.move, stand_in.total.start(now) if seat in match.turn else stand_in.total)
    return replace(
        match,
        stand_ins=tuple([each for each in match.stand_ins if each.seat != seat]),
        watches=with_at(match.watches, seat, seat_clock),
    )


# Pauses.


def awaited_player(room: Room) -> int | None:
    """The person for whom the game waits while they look elsewhere; None where it waits for nobody."""
    match = room.match_in_play
    if match is None or room.setting.serious or not is_alone(room):
        return None
    seats = people(room, match)
    return person(room, seats[0]).player if seats else None


def pause_inputs(room: Room, is_looking: Callable[[int], bool]) -> tuple[Pause | Resume, ...]:
    """The input, if any, that brings the room up to date on whether its only person looks at it."""
    player = awaited_player(room)
    if player is None or is_looking(player) != room.is_paused:
        return ()
    return (Resume(player) if room.is_paused else Pause(player),)


def pause(room: Room, now: float, player: int) -> RoomStep:
    """The only person of a game has gone, or looks elsewhere."""
    match = room.match_in_play
    if match is None or room.is_paused or player != awaited_player(room):
        return show_again(room)
    after = with_next_entry(replace(room, sitting=replace(match, paused_at=now)))
    return RoomStep(after, (ShowTable(),))


def resume(room: Room, now: float, player: int) -> RoomStep:
    """They look at it again: it goes on where it was."""
    if not room.is_paused or player != awaited_player(room):
        return show_again(room)
    return RoomStep(with_next_entry(_resumed(room, now)), (ShowTable(),))


def wake(room: Room, now: float, event: Input) -> Room:
    """The room as an input finds it: whoever does something in a paused game is there."""
    return _resumed(room, now) if room.is_paused and isinstance(event, FROM_PERSON) else room


def settle_wake(room: Room, result: RoomStep) -> RoomStep:
    """The step: a game that was woken in vain stays paused, and one that goes on asks every computer on turn."""
    if not room.is_paused:
        return result
    if not result.record:
        return replace(result, room=room)
    asked = [output.seat for output in result.outputs if isinstance(output, AskComputer)]
    return replace(result, outputs=(*result.outputs, *thinkers(result.room, busy=asked)))


def _resumed(room: Room, now: float) -> Room:
    match = room.match_in_play
    return room if match is None else replace(room, sitting=matches.resume(match, now))
