"""A room as its followers may see it: the one place where a Table is made."""

from __future__ import annotations

from functools import lru_cache

from engines.game import Outcome, Seat
from protocol import messages as m
from protocol.dealing import HEAD_BYTES
from server.room.match import clock
from server.room.match.clock import ClockLimits
from server.room.match.match import Match, PendingOffer
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.model import Room, people, person


def table(room: Room, seat: Seat | None, now: float) -> m.Table:
    """The room as one seat, or a spectator (None), may see it at `now`."""
    setting, sitting = room.setting, room.sitting
    return m.Table(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        listed=setting.listed,
        serious=setting.serious,
        watch=setting.watch,
        host=room.host_name,
        host_seat=room.seat_of(room.host),
        clock=limits(setting.limits),
        seq=room.seq,
        number=0 if sitting is None else sitting.number,
        phase=room.phase,
        chairs=_chairs(room.chairs, room.won),
        seat=seat,
        ply=0 if sitting is None or seat is None else sitting.plies[seat],
        turn=() if sitting is None else sitting.turn,
        time_left_s=None if sitting is None else _left_s(sitting, seat, now),
        totals=() if sitting is None else _totals(sitting, now),
        lasted_s=None if sitting is None else sitting.age_s(now),
        view=None if sitting is None else _view(room, sitting, seat),
        ending=None if sitting is None or sitting.outcome is None else ending(sitting.outcome),
        rematch=room.rematch,
        request=None if sitting is None else _request(sitting.request, now),
        verdict=None if sitting is None else sitting.verdict,
        gave_up=() if sitting is None else sitting.gave_up,
        reasons=() if sitting is None else sitting.reasons,
        away=() if sitting is None else _away(room, sitting, now),
        events=0 if sitting is None else sitting.chain.events,
        head="" if sitting is None else sitting.chain.head[:HEAD_BYTES].hex(),
    )


def deal(room: Room) -> m.Deal | None:
    """How the newest dealing stands, if there has been one.

    Nobody sees a hash before all are there, nor a share before the cards are dealt.
    """
    deal = room.deal
    if deal is None:
        return None
    hashes = deal.hashes if deal.stage != "pledging" else (None,) * len(deal.hashes)
    shares = deal.shares if deal.stage not in ("pledging", "sharing") else (None,) * len(deal.shares)
    return m.Deal(
        room=room.setting.code,
        deal=deal.number,
        number=deal.game,
        stage=deal.stage,
        commitment=deal.commitment.hex(),
        parts=deal.parts,
        hashes=tuple(map(in_hexadecimal, hashes)),
        shares=tuple(map(in_hexadecimal, shares)),
        secret=in_hexadecimal(deal.secret),
    )


def in_hexadecimal(piece: bytes | None) -> str | None:
    """Bytes as messages have them, where there are any."""
    return None if piece is None else piece.hex()


def limits(limits: ClockLimits) -> m.TimeControl:
    """How long players may take, as everyone is told."""
    return m.TimeControl(move_s=limits.move_s, total_s=limits.total_s, increment_s=limits.increment_s)


def progress(room: Room) -> str:
    """How far the game is that is being played, as any spectator may know; nothing where none is."""
    sitting, game = room.sitting, room.setting.game
    return "" if sitting is None or not room.is_playing else game.progress(game.view(sitting.state, None))


def _left_s(sitting: Match, seat: Seat | None, now: float) -> float | None:
    """What the seat has left if it is on turn, or else whoever has least: of their time, or of the whole game's."""
    on_turn = sitting.turn if seat not in sitting.turn else (seat,)
    lefts = [sitting.watches[each].left(now) for each in on_turn]
    ends = None if sitting.ends is None else clock.left(sitting.ends, now)
    return clock.earliest(*lefts, ends)


def _totals(sitting: Match, now: float) -> tuple[float | None, ...]:
    totals = [watch.total for watch in sitting.watches]
    return tuple([None if total is None else total.left(now) for total in totals])


def _away(room: Room, sitting: Match, now: float) -> tuple[m.Absence, ...]:
    """Those who are away from the game that is played, for as long as somebody does."""
    if not room.is_playing or not room.away:
        return ()
    seats = [seat for seat in people(room, sitting) if person(room, seat).player in room.away]
    return tuple([_absence(sitting, seat, now) for seat in seats])


def _absence(sitting: Match, seat: Seat, now: float) -> m.Absence:
    grace, stand_in = sitting.graces[seat], sitting.stand_in(seat)
    return m.Absence(
        seat=seat,
        left_s=grace.left_s if grace.due is None else clock.left(grace.due, now),
        level=None if stand_in is None else stand_in.level,
        by=None if stand_in is None else stand_in.by,
    )


def _view(room: Room, sitting: Match, seat: Seat | None) -> object:
    game = room.setting.game
    see = game.view if sitting.outcome is None else game.final or game.view
    return see(sitting.state, seat)


@lru_cache(maxsize=4096)
def _chairs(holders: tuple[Occupant, ...], won: tuple[int, ...]) -> tuple[m.SeatInfo, ...]:
    """Who sits where, which stays the same for many tables."""
    return tuple(_chair(holder, count) for holder, count in zip(holders, won, strict=True))


def _chair(holder: Occupant, won: int) -> m.SeatInfo:
    match holder:
        case Person(name=name):
            return m.SeatInfo(kind="person", name=name, won=won)
        case Computer(level=level):
            return m.SeatInfo(kind="computer", name=level, won=won)
        case OpenSeat():
            return m.SeatInfo(kind="open", name="", won=0)


def ending(outcome: Outcome) -> m.Ending:
    """How a game ended, as everybody is told."""
    return m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)


def _request(request: PendingOffer | None, now: float) -> m.Offer | None:
    if request is None:
        return None
    left_s = clock.left(request.until, now)
    return m.Offer(kind=request.kind, seat=request.seat, agreed=request.agreed, time_left_s=left_s)
