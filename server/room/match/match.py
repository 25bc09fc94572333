"""One game at a table as a frozen value, and the pure functions that apply moves, time and resignations to it.

`server.room.step` knows who occupies the seats and who is shown what. The caller passes the time, in seconds of the
server's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.chance import Chance
from engines.game import Game, Outcome, Seat
from protocol import messages as m
from server.room.match import clock
from server.room.match.clock import NO_LIMITS, ClockLimits, Countdown, SeatClock
from server.room.match.dealing import Chain, extend_chain
from server.room.match.occupants import with_at

GRACE_S = 60.0
"""How many seconds in all a game waits for each absent player, where its journal does not say."""


class NotAllowedNowError(ValueError):
    """The game does not allow this now; the message is a sentence for the player who tried."""


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What never changes about a room.

    `sheet` holds the options as a plain map, and `seed` is what all randomness follows from. Where `serious`, nobody
    gets help; `watch` says who may watch. `grace_s` is how long a game waits for each absent player, and `move_s` how
    long a move may take by the game's rules and by `limits`. `chain` is the version of its games' chain.
    """

    code: str
    game: Game[Any, Any, Any]
    options: Any
    sheet: dict[str, Any]
    listed: bool
    serious: bool
    host: str
    seed: bytes = field(repr=False)
    watch: m.Watching = "anyone"
    limits: ClockLimits = NO_LIMITS
    grace_s: float = GRACE_S
    chain: int = 1
    move_s: float | None = field(init=False)

    def __post_init__(self) -> None:
        move_s = clock.earliest(self.game.timing.move_s(self.options), self.limits.move_s)
        object.__setattr__(self, "move_s", move_s)


class PendingOffer(msgspec.Struct, frozen=True):
    """A seat offers a draw or asks for a takeback, and the seats `agreed` accept; it expires at `until`."""

    kind: m.OfferKind
    seat: Seat
    agreed: tuple[Seat, ...]
    until: float


class Substitute(msgspec.Struct, frozen=True):
    """A computer that plays for an absent person because the player in seat `by` chose so.

    `total` keeps the person's time for the whole game until they return.
    """

    seat: Seat
    level: str
    by: Seat
    total: Countdown | None


class Match(msgspec.Struct, frozen=True):
    """One game at the table; its tuples are by seat.

    Attributes:
        number: counts the table's games, from 1.
        began: when it began.
        plies: each seat's moves plus the takebacks of all seats; a move that quotes fewer is about an earlier position.
        watches: the clock of each seat, which runs while the seat is on turn.
        graces: how long the others still wait for each seat's player; it runs while somebody waits.
        chain: the source of randomness, and the events so far.
        ends: when the whole game's time is up.
        gave_up: the seats that gave up, in that order; `reasons` has the reason of each.
        stand_ins: the computers that play for absent people.
        helped: the seats that a computer has played for, whether or not it still does.
        asked: the offers that seats have made; each may ask for one takeback in a position, and offer one draw between
            two of its own moves.
        request: the offer that waits for answers.
        verdict: the outcome of an offer that the last entry decided.
        drawn: whether it ended because everybody agreed to a draw.
        takebacks: how many moves were taken back.
        lasted_s: how long it lasted, once it is over.
        paused_at: since when the game waits for its only person; no time passes in it from then on.
    """

    number: int
    began: float
    state: Any
    plies: tuple[int, ...]
    turn: tuple[Seat, ...]
    watches: tuple[SeatClock, ...]
    graces: tuple[Countdown, ...]
    outcome: Outcome | None
    chain: Chain
    ends: float | None = None
    gave_up: tuple[Seat, ...] = ()
    reasons: tuple[str, ...] = ()
    stand_ins: tuple[Substitute, ...] = ()
    helped: tuple[Seat, ...] = ()
    asked: tuple[tuple[m.OfferKind, Seat], ...] = ()
    request: PendingOffer | None = None
    verdict: m.OfferOutcome | None = None
    drawn: bool = False
    takebacks: int = 0
    lasted_s: float | None = None
    paused_at: float | None = None

    def __repr__(self) -> str:
        """Leave out the state, which no log may hold."""
        return f"Match(number={self.number}, plies={self.plies}, turn={self.turn}, outcome={self.outcome})"

    @property
    def deadline(self) -> float | None:
        """When the first clock of a seat on turn runs out."""
        return clock.earliest(*[seat_clock.due for seat_clock in self.watches])

    def time_at(self, now: float) -> float:
        """The time that counts in the game at `now`: while it is paused, when that began."""
        return now if self.paused_at is None else self.paused_at

    def stand_in(self, seat: Seat) -> Substitute | None:
        """The computer that plays for the absent person in a seat, if one does."""
        for each in self.stand_ins:
            if each.seat == seat:
                return each
        return None

    def age_s(self, now: float) -> float:
        """How long the game has lasted at `now`, or did last once it is over, in seconds."""
        return self.time_at(now) - self.began if self.lasted_s is None else self.lasted_s


def begin_match(
    setting: RoomSettings, number: int, seats: int, chain: Chain, now: float, computers: tuple[Seat, ...] = ()
) -> Match:
    """Deal a game to `seats` seats; those of `computers` have no time for the whole game that could run out.

    The deal alone can decide the game: then nobody is on turn and it is over at once.
    """
    game, limits = setting.game, setting.limits
    state = game.rules.setup(setting.options, seats, Chance(chain.key))
    total = None if limits.total_s is None else Countdown(limits.total_s)
    clocks = tuple([SeatClock(total=None if seat in computers else total) for seat in range(seats)])
    graces = (Countdown(setting.grace_s),) * seats
    match = Match(number, now, state, (0,) * seats, (), clocks, graces, game.rules.outcome(state), chain)
    turn = game.rules.turn(state)
    if not turn:
        return replace(match, lasted_s=0.0)
    time_s = game.timing.game_s(setting.options)
    ends = None if time_s is None else now + time_s
    return replace(match, turn=turn, watches=pass_turn(setting, match, turn, now), ends=ends)


def play_move(setting: RoomSettings, before: Match, seat: Seat, move: str, now: float) -> Match:
    """The game after a seat's move, passed as text. Raises UnreadableMoveError or IllegalMoveError."""
    after = _apply_move(setting, before, "move", seat, setting.game.rules.read(move), now)
    return _settle_overtaken_offer(before, after, "moved", seat)


def play_defaults(setting: RoomSettings, before: Match, now: float) -> Match:
    """The game after each seat on turn whose time for the move is up has made the game's default move."""
    after = before
    for seat in late_seats(before, now):
        if seat in after.turn:
            after = play_default(setting, after, seat, now)
    return _settle_overtaken_offer(before, after, "late")


def play_default(setting: RoomSettings, before: Match, seat: Seat, now: float) -> Match:
    """The game after one seat has made the game's default move."""
    move = setting.game.timing.default(setting.game.rules.view(before.state, seat))
    return _apply_move(setting, before, "default", seat, move, now)


def late_seats(match: Match, now: float) -> tuple[Seat, ...]:
    """The seats on turn whose time for the move is up."""
    moves = [(seat, match.watches[seat].move) for seat in match.turn]
    return tuple([seat for seat, move in moves if move is not None and clock.is_up(move.due, now)])


def flagged_seat(match: Match, now: float) -> Seat | None:
    """The seat whose time for the whole game ran out first, if any did."""
    totals = [(seat_clock.total, seat) for seat, seat_clock in enumerate(match.watches)]
    dues = [(total.due, seat) for total, seat in totals if total is not None]
    return min([(due, seat) for due, seat in dues if due is not None and due <= now], default=(0.0, None))[1]


def end_on_time(setting: RoomSettings, before: Match, now: float) -> Match:
    """The game, over because its total time is up."""
    game = setting.game
    if game.timing.game is None:
        raise ValueError(f"a game of {game.title} may last for ever")
    state = game.timing.game.finish(before.state)
    chain = extend_chain(before.chain, "time", None)
    return end_match(before, now, game.rules.outcome(state), state=state, chain=chain)


def resume(before: Match, now: float) -> Match:
    """The paused game, going on: everything in it is as if it had happened so much later."""
    by_s = now - before.time_at(now)
    return replace(
        before,
        began=before.began + by_s,
        watches=tuple([seat_clock.delay(by_s, now) for seat_clock in before.watches]),
        ends=None if before.ends is None else before.ends + by_s,
        paused_at=None,
    )


def give_up(setting: RoomSettings, before: Match, seat: Seat, reason: str, now: float, *, goes_on: bool) -> Match:
    """The game after a seat gave it up.

    The seats that are left win, unless the rules end the game with scores or let the others play on. Where `goes_on` is
    false, no person is left to play on.
    """
    game, state = setting.game, before.state
    before = replace(
        before,
        gave_up=(*before.gave_up, seat),
        reasons=(*before.reasons, reason),
        chain=extend_chain(before.chain, "resign", seat, reason),
    )
    left = remaining_seats(before)
    outcome = None
    if game.resign is not None and left:
        state = game.resign(state, seat)
        turn, outcome = game.rules.turn(state), game.rules.outcome(state)
        if turn and goes_on:
            clocks = pass_turn(setting, before, turn, now)
            return with_position(before, state=state, turn=turn, watches=clocks, asked=())
    return end_match(before, now, outcome or Outcome((), left, reason), state=state)


def _apply_move(setting: RoomSettings, before: Match, kind: m.Kind, seat: Seat, move: Any, now: float) -> Match:  # noqa: ANN401 - a game's own Move
    """The game after the seat's move. Raises IllegalMoveError."""
    rules = setting.game.rules
    state = rules.apply(before.state, seat, move, before.chain.chance)
    chain = extend_chain(before.chain, kind, seat, rules.text(move))
    plies = with_at(before.plies, seat, before.plies[seat] + 1)
    turn = rules.turn(state)
    if not turn:
        return end_match(before, now, rules.outcome(state), state=state, plies=plies, chain=chain)
    asked = tuple([each for each in before.asked if each[0] == "draw" and each[1] != seat])
    clocks = pass_turn(setting, before, turn, now, mover=seat)
    return with_position(before, state=state, plies=plies, turn=turn, watches=clocks, asked=asked, chain=chain)


def with_position(before: Match, **changes: Any) -> Match:  # noqa: ANN401 - the fields of a Match
    """The game in a new position, where offers about the old one have ended."""
    return replace(before, request=None, verdict=None, **changes)


def end_match(before: Match, now: float, outcome: Outcome | None, **changes: Any) -> Match:  # noqa: ANN401 - the fields of a Match
    """The game, over with these changes, and every clock stopped."""
    return with_position(
        before,
        turn=(),
        watches=tuple([seat_clock.stop(now) for seat_clock in before.watches]),
        graces=tuple([grace.stop(now) for grace in before.graces]),
        outcome=outcome,
        ends=None,
        asked=(),
        lasted_s=now - before.began,
        **changes,
    )


def pass_turn(
    setting: RoomSettings, before: Match, turn: tuple[Seat, ...], now: float, mover: Seat | None = None
) -> tuple[SeatClock, ...]:
    """The seats' clocks once these seats are on turn.

    A seat that was on turn before keeps its remaining time: where several move at once, a quick player does not give
    the slow ones more. A seat that has moved and is on turn again starts with new time.
    """
    if setting.move_s is None and setting.limits.total_s is None:
        return before.watches
    clocks = list(before.watches)
    for seat, seat_clock in enumerate(before.watches):
        if seat == mover or (seat in turn) != (seat in before.turn):
            stopped = seat_clock.stop(now, setting.limits.increment_s if seat == mover else 0)
            clocks[seat] = stopped.start(now, setting.move_s) if seat in turn else stopped
    return tuple(clocks)


def _settle_overtaken_offer(before: Match, after: Match, fate: m.OfferFate, by: Seat | None = None) -> Match:
    """The game after moves, which end a takeback request but not a draw offer.

    Where the game is over, the outcome of an offer no longer matters.
    """
    offer = before.request
    if offer is None or after.outcome is not None:
        return after
    return replace(after, request=offer) if offer.kind == "draw" else settle_offer(after, offer, fate, by)


def settle_offer(after: Match, offer: PendingOffer, fate: m.OfferFate, by: Seat | None = None) -> Match:
    """The game in which an offer has ended."""
    return replace(after, request=None, verdict=m.OfferOutcome(kind=offer.kind, seat=offer.seat, result=fate, by=by))


def remaining_seats(match: Match) -> tuple[Seat, ...]:
    return tuple([seat for seat in range(len(match.plies)) if seat not in match.gave_up])
