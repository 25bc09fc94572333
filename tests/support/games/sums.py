"""Sums, a tiny game for one to four that only tests know: in turn add 1 or 2, three times each; the highest sum wins.

The client knows it by its views alone, as it does every game without a file there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engines.chance import Chance
from engines.game import (
    BotLevel,
    Bots,
    Game,
    IllegalMoveError,
    Outcome,
    Rules,
    Seat,
    Takeback,
    Timing,
    UnreadableMoveError,
)
from protocol import messages as m
from tests.support.builders.sheets import sheet
from tests.support.builders.tables import person, table_of
from tests.support.facts import Facts

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Options:
    """Nothing can be chosen."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything, seen from `seat`: the sums, and what was added, in turn."""

    seat: Seat | None
    sums: tuple[int, ...]
    added: tuple[int, ...]


State = View
"""Nothing is hidden: the truth is what a spectator sees."""


def legal(view: View) -> Iterable[int]:
    return (1, 2) if view.seat in turn(view) else ()


def text(move: int) -> str:
    return f"add {move}"


def takes_back(view: View) -> bool:
    return bool(view.added) and view.seat == (len(view.added) - 1) % len(view.sums)


def setup(options: Options, seats: int, chance: Chance) -> State:
    return View(None, (0,) * seats, ())


def turn(state: State) -> tuple[Seat, ...]:
    seats = len(state.sums)
    return () if len(state.added) == ROUNDS * seats else (len(state.added) % seats,)


def apply(state: State, seat: Seat, move: int, chance: Chance) -> State:
    if seat not in turn(state):
        raise IllegalMoveError("It's not your turn.")
    return View(None, _with(state.sums, seat, move), (*state.added, move))


def view(state: State, seat: Seat | None) -> View:
    return replace(state, seat=seat)


def outcome(state: State) -> Outcome | None:
    if turn(state):
        return None
    winners = tuple(seat for seat, total in enumerate(state.sums) if total == max(state.sums))
    return Outcome(state.sums, winners, "Everybody has added three times.")


def takeback(state: State, seat: Seat) -> State:
    if not takes_back(view(state, seat)):
        raise IllegalMoveError("Your last move stands.")
    return View(None, _with(state.sums, seat, -state.added[-1]), state.added[:-1])


def redeal(view: View, chance: Chance) -> State:
    return replace(view, seat=None)


def read(written: str) -> int:
    if written not in ("add 1", "add 2"):
        raise UnreadableMoveError(f"{written!r} adds nothing.")
    return int(written[-1])


def _with(sums: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*sums[:seat], sums[seat] + more, *sums[seat + 1 :])


GAME: Game[State, View, int] = Game(
    name="sums",
    title="Sums",
    version=1,
    seats=range(1, 5),
    rules=Rules.of(sys.modules[__name__]),
    bots=Bots(
        (BotLevel("one", "Adds one.", lambda view, chance: 1), BotLevel("two", "Adds two.", lambda view, chance: 2))
    ),
    timing=Timing(lambda view: 1),
    takeback=Takeback(takeback, takes_back),
)
SHEET = sheet("sums", "Sums", 1, 4, "one", "two")
FACTS = Facts(
    tables={"usual": Options()},
    longest=ROUNDS * 4,
)
NAMES = ("ana", "ben", "cleo", "dora")

# Where the client looks for the views of a game that it has no file for.
sys.modules["engines.sums.view"] = sys.modules[__name__]


def after(seats: int, *added: int) -> State:
    """The game of so many seats once that was added, in turn."""
    state = setup(Options(), seats, Chance(bytes(32)))
    for move in added:
        state = apply(state, turn(state)[0], move, Chance(bytes(32)))
    return state


def sums_table(state: State, seat: Seat | None = 0, **changes: Any) -> m.Table:
    """A table of Sums between as many people as the state has seats, ana first, but for the changes."""
    seats = len(state.sums)
    ended = outcome(state)
    those: dict[str, Any] = {
        "phase": "over" if ended else "playing",
        "chairs": tuple(map(person, NAMES[:seats])),
        "seat": seat,
        "ply": 0 if seat is None else len(state.added[seat::seats]),
        "turn": turn(state),
        "ending": ended and m.Ending(scores=ended.scores, winners=ended.winners, reason=ended.reason),
    }
    return table_of("sums", {}, view(state, seat), **{**those, **changes})
