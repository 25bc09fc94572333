"""Climb, a game for the tests of rooms: one to four climb a stair, and whoever is first at the top wins.

It has all that a game may have and War has not: moves are taken back, who gives up leaves the others climbing, and a
whole game can have a limit of time.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from engines.chance import Chance
from engines.game import (
    BotLevel,
    Bots,
    Game,
    GameTime,
    Help,
    Hint,
    IllegalMoveError,
    Outcome,
    Rules,
    Seat,
    SeatResult,
    Takeback,
    Timing,
    UnreadableMoveError,
)
from engines.options import check_options, option


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options."""

    steps: int = option(6, "How many steps there are.", range(1, 100_000))
    together: bool = option(False, "Whether all climb at once.")  # noqa: FBT003 - the default
    alone: bool = option(False, "Whether the last one left climbs on.")  # noqa: FBT003 - the default
    move_s: int = option(0, "How many seconds a move may take; 0 for no limit.", range(100_000))
    game_s: int = option(0, "How many seconds a game may take; 0 for no limit.", range(100_000))

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Climb:
    """Go one step up, or two."""

    steps: int


@dataclass(frozen=True, slots=True)
class State:
    """How high everyone is, who is on turn where they take turns, who gave up, and the last move."""

    options: Options
    heights: tuple[int, ...]
    mover: Seat = 0
    out: tuple[Seat, ...] = ()
    is_up: bool = False
    last: Seat | None = None
    before: State | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All of it that counts: nothing is hidden."""

    seat: Seat | None
    options: Options
    heights: tuple[int, ...]
    mover: Seat
    out: tuple[Seat, ...]
    is_up: bool


MOVES = (Climb(1), Climb(2))


def setup(options: Options, seats: int, chance: Chance) -> State:
    return State(options, (0,) * seats)


def climbing(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.heights)) if seat not in state.out)


def turn(state: State) -> tuple[Seat, ...]:
    climbers = climbing(state)
    is_lonely = len(climbers) < min(2, len(state.heights)) and not state.options.alone
    if state.is_up or not climbers or is_lonely or max(state.heights) == state.options.steps:
        return ()
    return climbers if state.options.together else (state.mover,)


def apply(state: State, seat: Seat, move: Climb, chance: Chance) -> State:
    if seat not in turn(state):
        raise IllegalMoveError("It is not your turn to climb.")
    height = state.heights[seat] + move.steps
    if height > state.options.steps:
        raise IllegalMoveError("That is over the top.")
    heights = (*state.heights[:seat], height, *state.heights[seat + 1 :])
    return replace(state, heights=heights, mover=_next(state, seat), last=seat, before=state)


def takeback(state: State, seat: Seat) -> State:
    """The state before the seat's move, if that was the last; who has given up since stays out."""
    if state.before is None or state.last != seat:
        raise IllegalMoveError("The last move was not yours.")
    return replace(state.before, out=state.out)


def takes_back(view: View) -> bool:
    """Whether the seat has climbed at all; the view does not tell whose the last move was."""
    return view.seat is not None and view.heights[view.seat] > 0


def give_up(state: State, seat: Seat) -> State:
    state = replace(state, out=(*state.out, seat))
    return replace(state, mover=_next(state, seat)) if state.mover == seat else state


def time_up(state: State) -> State:
    return replace(state, is_up=True)


def view(state: State, seat: Seat | None) -> View:
    return View(seat, state.options, state.heights, state.mover, state.out, state.is_up)


def outcome(state: State) -> Outcome | None:
    """The end; whoever is highest of those who have not given up has won."""
    if turn(state):
        return None
    best = max(state.heights[seat] for seat in climbing(state))
    winners = tuple(seat for seat in climbing(state) if state.heights[seat] == best)
    return Outcome(state.heights, winners, "Time is up." if state.is_up else "The climb is over.")


def legal(view: View) -> tuple[Climb, ...]:
    if view.seat is None or view.seat not in turn(redeal(view, Chance(bytes(32)))):
        return ()
    return tuple(move for move in MOVES if view.heights[view.seat] + move.steps <= view.options.steps)


def redeal(view: View, chance: Chance) -> State:
    return State(view.options, view.heights, view.mover, view.out, view.is_up)


def text(move: Climb) -> str:
    return str(move.steps)


def read(written: str) -> Climb:
    for move in MOVES:
        if written == text(move):
            return move
    raise UnreadableMoveError(f"{written[:40]!r} is not a move of Climb; a move is '1' or '2'")


def plod(view: View, chance: Chance) -> Climb:
    return Climb(1)


def hint(view: View, chance: Chance) -> Hint:
    most = legal(view)[-1]
    height = 0 if view.seat is None else view.heights[view.seat]
    return Hint(text(most), f"From step {height} nobody climbs further than {most.steps} at a time.")


def prospect(view: View, chance: Chance) -> Hint:
    return Hint(None, "You can still win: nobody is at the top.")


def steps_taken(state: State, seat: Seat) -> SeatResult:
    """The steps that a climber took, which lead up every stair of that many steps."""
    line = ""
    now: State | None = state
    while now is not None and now.before is not None:
        if now.last == seat:
            line = f"{now.heights[seat] - now.before.heights[seat]}{line}"
        now = now.before
    steps = state.options.steps
    return SeatResult(str(steps), len(line), state.heights[seat] == steps, line)


def _next(state: State, seat: Seat) -> Seat:
    seats = len(state.heights)
    return next(s % seats for s in range(seat + 1, seat + seats + 1) if s % seats not in state.out)


GAME: Game[State, View, Climb] = Game(
    name="climb",
    title="Climb",
    version=1,
    seats=range(1, 5),
    rules=Rules.of(sys.modules[__name__]),
    bots=Bots((BotLevel("plodder", "Climbs one step, and then another.", plod, rating=1400.0),)),
    timing=Timing(
        lambda _view: Climb(1),
        move_s=lambda options: options.move_s or None,
        game=GameTime(lambda options: options.game_s or None, time_up),
    ),
    takeback=Takeback(takeback, takes_back),
    resign=give_up,
    help=Help(hint, prospect),
    is_rated=True,
)
STIFF = replace(
    GAME,
    name="stiff",
    title="Stiff",
    timing=replace(GAME.timing, game=None),
    takeback=None,
    resign=None,
    help=Help(),
)
"""Climb without all that: for up to four as well."""
PEAK = replace(GAME, name="peak", title="Peak", result=steps_taken)
"""Climb where it is kept how often somebody was at the top, and by which steps; every stair is a deal."""
