"""What a player may know of a game of Streets and Alleys, and what may be done from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engines.cards import DECK
from engines.game import Seat
from engines.options import check_options, option
from engines.streets_and_alleys.layout import DEALS, Foundations, Layout, Piles, count_founded
from engines.streets_and_alleys.moves import Again, CardMove, Move, Redo, Undo, moves, read_line
from engines.streets_and_alleys.moves import read as read
from engines.streets_and_alleys.moves import text as text

Ending = Literal["won", "time", "given up"]
"""Why a game is over: a seat has all its cards on the foundations, the time is up, or too few are left to play on."""

MAX_TIME_S = 7200
MAX_LINE = 5000
"""How many moves lead from the deal to a layout at most: far more than anyone needs, and few enough for a frame."""


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options."""

    deal: int = option(0, "Which deal to play: a number always gives the same cards, 0 random ones.", range(DEALS.stop))
    time_limit_s: int = option(
        0,
        "After how many seconds whoever has the most cards up wins; 0 for no limit.",
        range(MAX_TIME_S + 1),
    )
    tables: Literal["hidden", "shown"] = option("hidden", "Whether players see each other's tables during a race.")
    winnable: bool = option(
        True,  # noqa: FBT003 - the default
        "Whether a random deal is one that can be won.",
    )

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class View:
    """The race as one seat sees it, or a spectator. Every seat has a table of its own, dealt the same cards.

    Attributes:
        seat: whose view it is; None for a spectator.
        deal: the number of the deal.
        piles: each seat's piles; None where they are hidden, as nobody's are when the game is over.
        foundations: each seat's foundations.
        moves: how many moves each seat has made from the deal to where it is; what was taken back does not count.
        lines: those moves, oldest first, for each seat whose piles are shown; None for the others. A line has two
            characters a move, see `engines.streets_and_alleys.moves`.
        undone: the moves that the view's seat took back and can make again, the one taken back last at the end.
        gone: the seats that gave up.
        over: why the game is over; None while it goes on.
    """

    seat: Seat | None
    deal: int
    piles: tuple[Piles | None, ...]
    foundations: tuple[Foundations, ...]
    moves: tuple[int, ...]
    lines: tuple[str | None, ...]
    undone: str
    gone: tuple[Seat, ...]
    over: Ending | None


def legal(view: View) -> Iterator[Move]:
    """What the view's seat may do: move a card, undo, redo, begin again. One after another, each found when needed."""
    seat = view.seat
    if seat is None or seat in view.gone or view.over:
        return
    layout = table(view, seat)
    assert layout is not None
    if view.moves[seat] < MAX_LINE:
        yield from moves(layout)
    if view.moves[seat]:
        yield Undo()
    if view.undone:
        yield Redo()
    if view.moves[seat] or view.undone:
        yield Again()


def table(view: View, seat: Seat) -> Layout | None:
    """The layout of a seat's table; None where it is hidden."""
    piles = view.piles[seat]
    return None if piles is None else Layout(piles, view.foundations[seat])


def newest(view: View, seat: Seat) -> CardMove | None:
    """The newest move of a seat, which an undo would take back; None where there is none or its table is hidden."""
    line = view.lines[seat]
    return read_line(line[-2:])[0] if line else None


def scores(view: View) -> tuple[int, ...]:
    return tuple(map(count_founded, view.foundations))


def progress(view: View) -> str:
    """How far the race is: the cards that each seat has on its foundations, of all."""
    return f"{'-'.join(map(str, scores(view)))}/{len(DECK)}"


def places(view: View) -> tuple[int, ...]:
    """Each seat's place in the race, from 1: by cards on the foundations, then by fewer moves; last who gave up."""
    seats = range(len(view.foundations))
    standing = [(seat in view.gone, -score, view.moves[seat]) for seat, score in zip(seats, scores(view), strict=True)]
    return tuple(1 + sum(other < mine for other in standing) for mine in standing)
