"""What each seat and the spectators may see of a room: the only place where a Table is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from engines.game import Outcome, Seat
from protocol import messages as m
from protocol import reasons
from protocol.dealing import HEAD_BYTES
from server.room.match import clock
from server.room.match.clock import ClockLimits
from server.room.match.dealing import transcript_player
from server.room.match.legal_moves import legal_texts
from server.room.match.match import Match, PendingOffer
from server.room.match.occupants import Occupant, OpenSeat
from server.room.model import Room, occupant_name, people, person, unseated
from server.room.outputs import Refuse


def table(room: Room, seat: Seat | None, now: float) -> m.Table:
    """The room as one seat, or a spectator (None), may see it at `now`."""
    setting, match = room.setting, room.sitting
    return m.Table(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        listed=setting.listed,
        serious=setting.serious,
        watch=setting.watch,
        host=room.host_name,
        host_seat=room.seat_of(room.host),
        clock=time_control(setting.limits),
        seq=room.seq,
        number=0 if match is None else match.number,
        phase=room.phase,
        chairs=_seats(room.chairs, room.won, room.cast or room.chairs),
        seat=seat,
        ply=0 if match is None or seat is None else match.plies[seat],
        turn=() if match is None else match.turn,
        time_left_s=None if match is None else time_left_s(match, seat, now),
        totals=() if match is None else totals(match, now),
        lasted_s=None if match is None else match.age_s(now),
        view=None if match is None else view(room, match, seat),
        ending=None if match is None or match.outcome is None else _ending(room, match.outcome),
        rematch=room.rematch,
        request=None if match is None else _pending_offer(match.request, now),
        verdict=None if match is None else match.verdict,
        gave_up=() if match is None else match.gave_up,
        reasons=() if match is None else _reasons(room, match),
        away=() if match is None else _away(room, match, now),
        paused=room.is_paused,
        events=0 if match is None else match.chain.events,
        head="" if match is None else head(match),
    )


def view(room: Room, match: Match, seat: Seat | None) -> object:
    """The game's own View for a seat or the spectators; when it is over, with all that was hidden."""
    rules = room.setting.game.rules
    return rules.view(match.state, seat) if match.outcome is None else rules.final(match.state, seat)


def legal_moves(room: Room, player: int, ref: int) -> m.LegalMoves | Refuse:
    """Every move that a player may make now, or why that cannot be said."""
    seat, match, game = room.seat_of(player), room.sitting, room.setting.game
    if seat is None:
        return unseated(room)
    if match is None:
        return Refuse("not-now", "The game hasn't started: a seat is still open.")
    if match.outcome is not None:
        return Refuse("not-now", "The game is over.")
    return m.LegalMoves(
        ref=ref,
        room=room.setting.code,
        number=match.number,
        ply=match.plies[seat],
        head=head(match),
        moves=legal_texts(game.rules, match.state, seat) if seat in match.turn else (),
    )


def deal(room: Room) -> m.Deal | None:
    """The newest dealing, if there has been one.

    Hashes stay hidden until all are in, and shares until the cards are dealt.
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
    """Bytes in hexadecimal, as messages carry them; None stays None."""
    return None if piece is None else piece.hex()


def time_control(limits: ClockLimits) -> m.TimeControl:
    """How long players may take, as a message carries it."""
    return m.TimeControl(move_s=limits.move_s, total_s=limits.total_s, increment_s=limits.increment_s)


def progress(room: Room) -> str:
    """The progress of the current game as spectators may know it; empty where none is played."""
    match, game = room.match_in_play, room.setting.game
    return "" if match is None else game.rules.progress(game.rules.view(match.state, None))


def head(match: Match) -> str:
    """The head of the chain of the game's events, as messages carry it."""
    return match.chain.head[:HEAD_BYTES].hex()


def time_left_s(match: Match, seat: Seat | None, now: float) -> float | None:
    """Seconds until the first limit: the seat's if it is on turn, else any seat's on turn, or the whole game's."""
    now = match.time_at(now)
    on_turn = match.turn if seat not in match.turn else (seat,)
    lefts = [match.watches[each].left_at(now) for each in on_turn]
    ends = None if match.ends is None else clock.seconds_until(match.ends, now)
    return clock.earliest(*lefts, ends)


def totals(match: Match, now: float) -> tuple[float | None, ...]:
    """Each seat's seconds left for the whole game; None where there is no limit."""
    clocks = [seat_clock.total for seat_clock in match.watches]
    return tuple([None if total is None else total.left_at(match.time_at(now)) for total in clocks])


def _away(room: Room, match: Match, now: float) -> tuple[m.Absence, ...]:
    if not room.is_playing or not room.away:
        return ()
    seats = [seat for seat in people(room, match) if person(room, seat).player in room.away]
    return tuple([_absence(match, seat, now) for seat in seats])


def _absence(match: Match, seat: Seat, now: float) -> m.Absence:
    grace, stand_in = match.graces[seat], match.stand_in(seat)
    return m.Absence(
        seat=seat,
        left_s=grace.left_s if grace.due is None else clock.seconds_until(grace.due, now),
        level=None if stand_in is None else stand_in.level,
        by=None if stand_in is None else stand_in.by,
    )


@lru_cache(maxsize=4096)
def _seats(occupants: tuple[Occupant, ...], won: tuple[int, ...], cast: tuple[Occupant, ...]) -> tuple[m.SeatInfo, ...]:
    """Every seat's occupant and wins; cached, as it stays the same from one Table to the next."""
    return tuple(map(_seat_info, occupants, won, cast))


def _seat_info(occupant: Occupant, won: int, player: Occupant) -> m.SeatInfo:
    """A seat in a message; `player` is whoever had it when the newest game began."""
    if isinstance(occupant, OpenSeat):
        return m.SeatInfo(kind="open", name="" if isinstance(player, OpenSeat) else occupant_name(player), won=0)
    seated = transcript_player(occupant)
    return m.SeatInfo(kind=seated.kind, name=seated.name, won=won)


def _ending(room: Room, outcome: Outcome) -> m.Ending:
    return with_sentence(ending(outcome), _names(room))


def with_sentence(ended: m.Ending, names: Sequence[str]) -> m.Ending:
    """How a game ended, its reason worded with everybody's name by seat."""
    return replace(ended, reason=reasons.sentence(ended.reason, names))


def _reasons(room: Room, match: Match) -> tuple[str, ...]:
    """Why each of those who gave up did so, in sentences."""
    names = _names(room) if match.reasons else ()
    return tuple([reasons.sentence(reason, names) for reason in match.reasons])


def _names(room: Room) -> list[str]:
    """What everybody in the newest game is called, also who has left since."""
    return [occupant_name(occupant) for occupant in room.cast]


def ending(outcome: Outcome) -> m.Ending:
    """How a game ended, with its reason as it is hashed."""
    return m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)


def _pending_offer(offer: PendingOffer | None, now: float) -> m.Offer | None:
    if offer is None:
        return None
    left_s = clock.seconds_until(offer.until, now)
    return m.Offer(kind=offer.kind, seat=offer.seat, agreed=offer.agreed, time_left_s=left_s)
