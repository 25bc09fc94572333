"""One game at a table, as a frozen value and pure functions: what becomes of it under the rules of its game.

Whose chair a seat is, and who is told of what, is `server.room`'s. "Now" is always passed in, in seconds of the
server's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.chance import Chance
from engines.game import Game, IllegalMove, Outcome, Seat
from protocol import messages as m
from server import clock
from server.dealing import Chain, extended

REQUEST_S = 30.0
"""How long what a seat asks of the others stands."""


class NotNow(ValueError):  # noqa: N818 - stands beside IllegalMove
    """The game does not allow it at this moment; the message is a sentence for whoever tried it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What never changes about a room.

    `sheet` is its options as a plain map, `seed` what all its randomness follows from; where `serious`, nobody is
    helped, and `watch` says who may watch.
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


class Request(msgspec.Struct, frozen=True):
    """A seat asks to take back its last move, and `agreed` have nothing against it; it ends by itself at `until`."""

    seat: Seat
    agreed: tuple[Seat, ...]
    until: float


class Sitting(msgspec.Struct, frozen=True):
    """One game at the table.

    Attributes:
        number: which of the table's games it is, from 1.
        began: when it began.
        plies: of each seat, how many moves it has made, and how often any seat has taken one back: a move that quotes
            fewer is about a position that has gone.
        deadline: when the turn's time is up.
        chain: what is random in it, and what has happened so far.
        ends: when the whole game's time is up.
        gave_up: the seats that gave up, in that order.
        asked: the seats that have asked to take a move back in this position, which each may do once.
        verdict: what became of that with the last entry.
        lasted_s: how long it lasted, once it is over.
    """

    number: int
    began: float
    state: Any
    plies: tuple[int, ...]
    turn: tuple[Seat, ...]
    deadline: float | None
    outcome: Outcome | None
    chain: Chain
    ends: float | None = None
    gave_up: tuple[Seat, ...] = ()
    asked: tuple[Seat, ...] = ()
    request: Request | None = None
    verdict: m.Verdict | None = None
    lasted_s: float | None = None

    def __repr__(self) -> str:
        """Without the state, which no log may hold."""
        return f"Sitting(number={self.number}, plies={self.plies}, turn={self.turn}, outcome={self.outcome})"

    def age_s(self, now: float) -> float:
        """How long the game has lasted at `now`; once it is over, how long it did."""
        return now - self.began if self.lasted_s is None else self.lasted_s


def begun(setting: Setting, number: int, seats: int, chain: Chain, now: float) -> Sitting:
    """A game dealt to so many seats. A deal can decide it: then nobody is on turn and it is over at once."""
    game = setting.game
    state = game.setup(setting.options, seats, Chance(chain.key))
    sitting = Sitting(number, now, state, (0,) * seats, game.turn(state), None, game.outcome(state), chain)
    if not sitting.turn:
        return replace(sitting, lasted_s=0.0)
    ends = None if game.time_up is None else clock.from_now(now, game.time_s(setting.options))
    return replace(sitting, deadline=clock.from_now(now, _move_time_s(setting)), ends=ends)


def played(setting: Setting, before: Sitting, seat: Seat, move: str, now: float) -> Sitting:
    """The game after a seat's move, given as its text. Raises UnreadableMove or IllegalMove."""
    after = _moved(setting, before, "move", seat, setting.game.read(move), now)
    return _judged(before, after, "moved", seat)


def defaulted(setting: Setting, before: Sitting, now: float) -> Sitting:
    """The game after every seat on turn has made the game's default move."""
    after = before
    for seat in before.turn:
        if seat in after.turn:
            after = late(setting, after, seat, now)
    return _judged(before, after, "late")


def late(setting: Setting, before: Sitting, seat: Seat, now: float) -> Sitting:
    """The game after one seat has made the game's default move."""
    move = setting.game.default(setting.game.view(before.state, seat))
    return _moved(setting, before, "default", seat, move, now)


def timed_up(setting: Setting, before: Sitting, now: float) -> Sitting:
    """The game over, because all its time has passed."""
    game = setting.game
    if game.time_up is None:
        raise ValueError(f"a game of {game.title} may last for ever")
    state = game.time_up(before.state)
    return _over(before, state, before.plies, game.outcome(state), extended(before.chain, "time", None), now)


def asked(setting: Setting, before: Sitting, seat: Seat, players: tuple[Seat, ...], now: float) -> Sitting:
    """The game after a seat asked to take back its last move, `players` being the people in the game.

    Raises IllegalMove where the rules do not allow it, and NotNow while another seat asks, or where it asked before.
    """
    if before.request is not None:
        if before.request.seat != seat:
            raise NotNow("Another player asks to take a move back already.")
        return before
    if seat in before.asked:
        raise NotNow("You have asked for that already: your last move stands.")
    before = replace(before, asked=(*before.asked, seat), verdict=None)
    return _agreed(setting, before, Request(seat, (), now + REQUEST_S), players, now)


def answered(
    setting: Setting, before: Sitting, seat: Seat, players: tuple[Seat, ...], now: float, *, agree: bool
) -> Sitting:
    """The game after one of its `players` agreed to what is asked, or ended it; who asked may end it too.

    Raises NotNow where nothing is asked.
    """
    request = before.request
    if request is None:
        raise NotNow("Nobody asks to take a move back.")
    if not agree:
        return _judged(before, before, "declined", seat)
    if seat in (request.seat, *request.agreed):
        return before
    return _agreed(setting, before, replace(request, agreed=(*request.agreed, seat)), players, now)


def lapsed(before: Sitting) -> Sitting:
    """The game after not everybody has answered in time what is asked."""
    return _judged(before, before, "late")


def given_up(setting: Setting, before: Sitting, seat: Seat, reason: str, now: float, *, goes_on: bool) -> Sitting:
    """The game after a seat gave it up.

    It is over, won by who is left, unless its rules know better: they may end it with scores, or let the others play
    on. With `goes_on` false, nobody is left to play on for.
    """
    game, state = setting.game, before.state
    chain = extended(before.chain, "resign", seat, reason)
    before = replace(before, gave_up=(*before.gave_up, seat))
    left = tuple(s for s in range(len(before.plies)) if s not in before.gave_up)
    outcome = None
    if game.give_up is not None and left:
        state = game.give_up(state, seat)
        turn, outcome = game.turn(state), game.outcome(state)
        if turn and goes_on:
            due = clock.after_move(before.deadline, before.turn, seat, turn, now, _move_time_s(setting))
            return Sitting(
                before.number, before.began, state, before.plies, turn, due, None, chain, before.ends, before.gave_up
            )
    return _over(before, state, before.plies, outcome or Outcome((), left, reason), chain, now)


def _moved(setting: Setting, before: Sitting, kind: m.Kind, seat: Seat, move: Any, now: float) -> Sitting:  # noqa: ANN401 - a game's own Move
    """The game after the seat's move. Raises IllegalMove."""
    state = setting.game.apply(before.state, seat, move, before.chain.chance)
    chain = extended(before.chain, kind, seat, setting.game.text(move))
    plies = (*before.plies[:seat], before.plies[seat] + 1, *before.plies[seat + 1 :])
    turn = setting.game.turn(state)
    if not turn:
        return _over(before, state, plies, setting.game.outcome(state), chain, now)
    due = clock.after_move(before.deadline, before.turn, seat, turn, now, _move_time_s(setting))
    return Sitting(before.number, before.began, state, plies, turn, due, None, chain, before.ends, before.gave_up)


def _over(
    before: Sitting,
    state: Any,  # noqa: ANN401 - a game's own State
    plies: tuple[int, ...],
    outcome: Outcome | None,
    chain: Chain,
    now: float,
) -> Sitting:
    """The game, over in the given state."""
    lasted_s = now - before.began
    return Sitting(
        before.number, before.began, state, plies, (), None, outcome, chain, gave_up=before.gave_up, lasted_s=lasted_s
    )


def _judged(before: Sitting, after: Sitting, fate: m.Fate, by: Seat | None = None) -> Sitting:
    """The game after an entry that ended what was asked before it, if anything was; a game's end says enough."""
    if before.request is None or after.outcome is not None:
        return after
    return replace(after, request=None, verdict=_verdict(before.request.seat, fate, by))


def _agreed(setting: Setting, before: Sitting, request: Request, players: tuple[Seat, ...], now: float) -> Sitting:
    """The game without the move once every other player has agreed; until then the request stands."""
    without = _taken_back(setting, before, request.seat, now)
    return replace(before, request=request) if set(players) - {request.seat, *request.agreed} else without


def _taken_back(setting: Setting, before: Sitting, seat: Seat, now: float) -> Sitting:
    """The game without the seat's last move, with a turn that begins anew. Raises IllegalMove."""
    game = setting.game
    if game.takeback is None:
        raise IllegalMove(f"A move of {game.title} cannot be taken back.")
    state = game.takeback(before.state, seat)
    plies = tuple(ply + 1 for ply in before.plies)
    due = clock.from_now(now, _move_time_s(setting))
    turn, verdict = game.turn(state), _verdict(seat, "granted")
    chain = extended(before.chain, "takeback", seat)
    return Sitting(
        before.number, before.began, state, plies, turn, due, None, chain, before.ends, before.gave_up, verdict=verdict
    )


def _verdict(seat: Seat, fate: m.Fate, by: Seat | None = None) -> m.Verdict:
    return m.Verdict(kind="takeback", seat=seat, result=fate, by=by)


def _move_time_s(setting: Setting) -> float | None:
    return setting.game.move_time_s(setting.options)
