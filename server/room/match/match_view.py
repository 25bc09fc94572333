"""What messages say of a match to everybody: its times, the offer that stands, who is absent, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.game import Outcome, Seat
from protocol import messages as m
from protocol import reasons
from protocol.dealing import HEAD_BYTES
from server.room.match import clock
from server.room.match.clock import ClockLimits
from server.room.match.match import Match, PendingOffer


def time_control(limits: ClockLimits) -> m.TimeControl:
    """How long players may take, as a message carries it."""
    return m.TimeControl(move_s=limits.move_s, total_s=limits.total_s, increment_s=limits.increment_s)


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


def pending_offer(offer: PendingOffer | None, now: float) -> m.Offer | None:
    """The offer that stands, with the seconds left to answer it."""
    if offer is None:
        return None
    left_s = clock.seconds_until(offer.until, now)
    return m.Offer(kind=offer.kind, seat=offer.seat, agreed=offer.agreed, time_left_s=left_s)


def absence(match: Match, seat: Seat, now: float) -> m.Absence:
    """What is told of a seat whose player is disconnected: how long the grace lasts, and who plays for them."""
    grace, stand_in = match.graces[seat], match.stand_in(seat)
    return m.Absence(
        seat=seat,
        left_s=grace.left_s if grace.due is None else clock.seconds_until(grace.due, now),
        level=None if stand_in is None else stand_in.level,
        by=None if stand_in is None else stand_in.by,
    )


def head(match: Match) -> str:
    """The head of the chain of the game's events, as messages carry it."""
    return match.chain.head[:HEAD_BYTES].hex()


def ending(outcome: Outcome) -> m.Ending:
    """How a game ended, with its reason as it is hashed."""
    return m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)


def with_sentence(ended: m.Ending, names: Sequence[str]) -> m.Ending:
    """How a game ended, its reason worded with everybody's name by seat."""
    return replace(ended, reason=reasons.sentence(ended.reason, names))
