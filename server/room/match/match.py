"""One game at a table, as a frozen value and pure functions: what becomes of it under the rules of its game.

Whose chair a seat is, and who is told of what, is `server.room.step`'s. "Now" is always passed in, in seconds of the
server's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engines.chance import Chance
from engines.game import Game, Outcome, Seat
from protocol import messages as m
from server.room.match import clock
from server.room.match.clock import NO_LIMITS, ClockLimits, Countdown, SeatClock
from server.room.match.dealing import Chain, extend_chain

T = TypeVar("T")

GRACE_S = 60.0
"""How many seconds in all a game waits for each absent player, where its journal does not say."""


class NotAllowedNowError(ValueError):
    """The game does not allow it at this moment; the message is a sentence for whoever tried it."""


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What never changes about a room.

    `sheet` is its options as a plain map, `seed` what all its randomness follows from; where `serious`, nobody is
    helped, and `watch` says who may watch.
    `grace_s` is how long others wait in a game for whoever has gone away.
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


class PendingOffer(msgspec.Struct, frozen=True):
    """A seat asks for something, and `agreed` have nothing against it; it ends by itself at `until`."""

    kind: m.OfferKind
    seat: Seat
    agreed: tuple[Seat, ...]
    until: float


class Substitute(msgspec.Struct, frozen=True):
    """A computer that plays on in the seat of a person who has gone away, as the seat `by` wished.

    `total` is the time for the whole game that waits for the person.
    """

    seat: Seat
    level: str
    by: Seat
    total: Countdown | None


class Match(msgspec.Struct, frozen=True):
    """One game at the table.

    Attributes:
        number: which of the table's games it is, from 1.
        began: when it began.
        plies: of each seat, how many moves it has made, and how often any seat has taken one back: a move that quotes
            fewer is about a position that has gone.
        watches: the time of each seat, which runs while it is on turn.
        graces: how long the others still wait for each seat's player, which runs while somebody does.
        chain: what is random in it, and what has happened so far.
        ends: when the whole game's time is up.
        gave_up: the seats that gave up, in that order, and `reasons` why, each in a sentence.
        stand_ins: the computers that play for people who have gone away.
        asked: what the seats have asked for, which each may do once: for a move back in a position, for a draw between
            two moves of its own.
        verdict: what became of that with the last entry.
        drawn: whether it is over because everybody agreed to a draw.
        takebacks: how many moves were taken back.
        lasted_s: how long it lasted, once it is over.
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
    asked: tuple[tuple[m.OfferKind, Seat], ...] = ()
    request: PendingOffer | None = None
    verdict: m.OfferOutcome | None = None
    drawn: bool = False
    takebacks: int = 0
    lasted_s: float | None = None

    def __repr__(self) -> str:
        """Without the state, which no log may hold."""
        return f"Sitting(number={self.number}, plies={self.plies}, turn={self.turn}, outcome={self.outcome})"

    @property
    def deadline(self) -> float | None:
        """When the time of somebody on turn is up."""
        return clock.earliest(*[watch.due for watch in self.watches])

    def stand_in(self, seat: Seat) -> Substitute | None:
        """The computer that plays for the person in a seat, if one does."""
        return next((each for each in self.stand_ins if each.seat == seat), None)

    def age_s(self, now: float) -> float:
        """How long the game has lasted at `now`; once it is over, how long it did."""
        return now - self.began if self.lasted_s is None else self.lasted_s


def begin_match(
    setting: RoomSettings, number: int, seats: int, chain: Chain, now: float, machines: tuple[Seat, ...] = ()
) -> Match:
    """A game dealt to so many seats; those of computers have no time of their own to use up.

    A deal can decide it: then nobody is on turn and it is over at once.
    """
    game, limits = setting.game, setting.limits
    state = game.setup(setting.options, seats, Chance(chain.key))
    total = None if limits.total_s is None else Countdown(limits.total_s)
    watches = tuple([SeatClock(total=None if seat in machines else total) for seat in range(seats)])
    graces = (Countdown(setting.grace_s),) * seats
    sitting = Match(number, now, state, (0,) * seats, (), watches, graces, game.outcome(state), chain)
    turn = game.turn(state)
    if not turn:
        return replace(sitting, lasted_s=0.0)
    ends = None if game.time_up is None else clock.from_now(now, game.time_s(setting.options))
    return replace(sitting, turn=turn, watches=pass_turn(setting, sitting, turn, now), ends=ends)


def play_move(setting: RoomSettings, before: Match, seat: Seat, move: str, now: float) -> Match:
    """The game after a seat's move, given as its text. Raises UnreadableMove or IllegalMove."""
    after = _moved(setting, before, "move", seat, setting.game.read(move), now)
    return _overtaken(before, after, "moved", seat)


def play_defaults(setting: RoomSettings, before: Match, now: float) -> Match:
    """The game after every seat on turn whose time for a move is up has made the game's default move."""
    after = before
    for seat in late_seats(before, now):
        if seat in after.turn:
            after = play_default(setting, after, seat, now)
    return _overtaken(before, after, "late")


def play_default(setting: RoomSettings, before: Match, seat: Seat, now: float) -> Match:
    """The game after one seat has made the game's default move."""
    move = setting.game.default(setting.game.view(before.state, seat))
    return _moved(setting, before, "default", seat, move, now)


def late_seats(sitting: Match, now: float) -> tuple[Seat, ...]:
    """The seats on turn whose time for this move is up."""
    moves = [(seat, sitting.watches[seat].move) for seat in sitting.turn]
    return tuple([seat for seat, move in moves if move is not None and clock.is_up(move.due, now)])


def flagged_seat(sitting: Match, now: float) -> Seat | None:
    """The seat whose time for the whole game is up, and of several the first that it was for."""
    dues = [(total.due, seat) for seat, watch in enumerate(sitting.watches) if (total := watch.total) is not None]
    return min([(due, seat) for due, seat in dues if due is not None and due <= now], default=(0.0, None))[1]


def end_on_time(setting: RoomSettings, before: Match, now: float) -> Match:
    """The game over, because all its time has passed."""
    game = setting.game
    if game.time_up is None:
        raise ValueError(f"a game of {game.title} may last for ever")
    state = game.time_up(before.state)
    before = replace(before, chain=extend_chain(before.chain, "time", None))
    return end_match(before, state, before.plies, game.outcome(state), now)


def give_up(setting: RoomSettings, before: Match, seat: Seat, reason: str, now: float, *, goes_on: bool) -> Match:
    """The game after a seat gave it up.

    It is over, won by who is left, unless its rules know better: they may end it with scores, or let the others play
    on. With `goes_on` false, nobody is left to play on for.
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
    if game.give_up is not None and left:
        state = game.give_up(state, seat)
        turn, outcome = game.turn(state), game.outcome(state)
        if turn and goes_on:
            watches = pass_turn(setting, before, turn, now)
            return with_position(before, state=state, turn=turn, watches=watches, asked=())
    return end_match(before, state, before.plies, outcome or Outcome((), left, reason), now)


def _moved(setting: RoomSettings, before: Match, kind: m.Kind, seat: Seat, move: Any, now: float) -> Match:  # noqa: ANN401 - a game's own Move
    """The game after the seat's move. Raises IllegalMove."""
    state = setting.game.apply(before.state, seat, move, before.chain.chance)
    before = replace(before, chain=extend_chain(before.chain, kind, seat, setting.game.text(move)))
    plies = with_at(before.plies, seat, before.plies[seat] + 1)
    turn = setting.game.turn(state)
    if not turn:
        return end_match(before, state, plies, setting.game.outcome(state), now)
    asked = tuple([each for each in before.asked if each[0] == "draw" and each[1] != seat])
    watches = pass_turn(setting, before, turn, now, mover=seat)
    return with_position(before, state=state, plies=plies, turn=turn, watches=watches, asked=asked)


def with_position(before: Match, **changes: Any) -> Match:  # noqa: ANN401 - the fields of a Sitting
    """The game as it goes on in another position: what was asked about the one before is settled."""
    return replace(before, request=None, verdict=None, **changes)


def end_match(before: Match, state: Any, plies: tuple[int, ...], outcome: Outcome | None, now: float) -> Match:  # noqa: ANN401 - a game's own State
    """The game, over in the given state, with all that ran standing still."""
    return with_position(
        before,
        state=state,
        plies=plies,
        turn=(),
        watches=tuple([watch.stopped(now) for watch in before.watches]),
        graces=tuple([grace.stopped(now) for grace in before.graces]),
        outcome=outcome,
        ends=None,
        asked=(),
        lasted_s=now - before.began,
    )


def pass_turn(
    setting: RoomSettings, before: Match, turn: tuple[Seat, ...], now: float, mover: Seat | None = None
) -> tuple[SeatClock, ...]:
    """Everybody's time once the turn is with these seats.

    Who was on turn already keeps the time they had: where several move at once, one who is quick does not give the
    slow ones more. Who has moved and is on turn again has time anew.
    """
    move_s = clock.earliest(setting.game.move_time_s(setting.options), setting.limits.move_s)
    watches = list(before.watches)
    for seat, watch in enumerate(before.watches):
        if seat == mover or (seat in turn) != (seat in before.turn):
            stopped = watch.stopped(now, setting.limits.increment_s if seat == mover else 0)
            watches[seat] = stopped.started(now, move_s) if seat in turn else stopped
    return tuple(watches)


def _overtaken(before: Match, after: Match, fate: m.OfferFate, by: Seat | None = None) -> Match:
    """The game after moves were made: what is asked about the position before has come to nothing, a draw has not.

    The end of a game says enough.
    """
    request = before.request
    if request is None or after.outcome is not None:
        return after
    return replace(after, request=request) if request.kind == "draw" else settle_offer(after, request, fate, by)


def settle_offer(after: Match, request: PendingOffer, fate: m.OfferFate, by: Seat | None = None) -> Match:
    """The game in which a request has come to its end."""
    return replace(
        after, request=None, verdict=m.OfferOutcome(kind=request.kind, seat=request.seat, result=fate, by=by)
    )


def remaining_seats(sitting: Match) -> tuple[Seat, ...]:
    """The seats that have not given up."""
    return tuple([seat for seat in range(len(sitting.plies)) if seat not in sitting.gave_up])


def with_at(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
