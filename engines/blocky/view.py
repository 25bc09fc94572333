"""What a player may know of a game of Blocky, and what may be done from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engines.blocky import block
from engines.blocky.block import Block, Colour
from engines.blocky.goals import Kind
from engines.blocky.moves import Move, Pass, Smash, actions_at, refusal_at
from engines.blocky.moves import read as read  # by custom a view offers the texts of moves
from engines.blocky.moves import text as text
from engines.game import Seat
from engines.options import check_options, option

DEPTHS = range(2, 6)
MAX_MOVES = 100
LOG_TURNS = 100
"""How many turns a log goes back: to the start where one plays alone."""

Goals = Literal["open", "secret"]
Ties = Literal["lowest_seat", "shared"]


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options."""

    depth: int = option(4, "How finely the board is divided: 4 makes 16 x 16 cells, 5 makes 32 x 32.", DEPTHS)
    moves: int = option(20, "How many moves each player makes.", range(1, MAX_MOVES + 1))
    goal: Literal["random", "blob", "perimeter"] = option(
        "random", "What scores: the biggest blob, cells on the edge, or one of them at random."
    )
    goals: Goals = option("open", "Whether all colours are open, or secret until the game is over.")
    ties: Ties = option("lowest_seat", "Whether a tie goes to the lowest seat or is shared.")

    def __post_init__(self) -> None:
        check_options(self)


class MoveMade(NamedTuple):
    """A move made.

    Attributes:
        number: counted from 1, all seats' turns together.
        move: the move's canonical text.
        cost: what it took off its seat's score.
        gain: by how much its seat's score changed, the cost included; None where that would tell a secret goal.
        was: the text of the block that was painted or combined; empty for other moves.
    """

    number: int
    seat: Seat
    move: str
    cost: int
    gain: int | None
    was: str


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, or a spectator.

    Attributes:
        seat: whose view it is; None for a spectator.
        depth: how many times the board is divided at most.
        moves: how many moves each seat makes.
        kind: what a colour is worth.
        goals, ties: as in the options.
        board: its canonical text; see `board_of`.
        made: how many moves each seat has made.
        costs: what each seat's moves have cost it.
        colours: each seat's target colour; None where it is secret, as nobody's is when the game is over.
        painted: the colour everyone has seen a seat paint with, which is its target colour; None where it never has.
        scores: each seat's score, costs taken off; None where its colour is secret.
        mover: the seat on turn; None when the game is over.
        gone: the seats that gave up, in that order.
        log: the newest turns, oldest first.
    """

    seat: Seat | None
    depth: int
    moves: int
    kind: Kind
    goals: Goals
    ties: Ties
    board: str
    made: tuple[int, ...]
    costs: tuple[int, ...]
    colours: tuple[Colour | None, ...]
    painted: tuple[Colour | None, ...]
    scores: tuple[int | None, ...]
    mover: Seat | None
    gone: tuple[Seat, ...]
    log: tuple[MoveMade, ...]


def board_of(view: View) -> Block:
    return _board(view.board)


@lru_cache(maxsize=64)
def _board(written: str) -> Block:
    return block.read(written)


def is_over(view: View) -> bool:
    """Whether the game is over, which is when nobody is on turn."""
    return view.mover is None


def legal(view: View) -> Iterator[Move]:
    """Every move of the seat on turn, found one by one: block by block from the whole board down, and to pass."""
    if view.seat is None or view.seat != view.mover:
        return
    board, colour = board_of(view), view.colours[view.seat]
    assert colour is not None
    for path, part in block.blocks(board):
        for action in actions_at(path):
            if refusal_at(part, view.depth, colour, action) is None:
                yield action
    yield Pass()


def progress(view: View) -> str:
    """How far the game is: the moves of the seat on turn, of those that each seat makes."""
    made = max(view.made) if view.mover is None else view.made[view.mover]
    return f"{made}/{view.moves}"


def takes_back(view: View) -> bool:
    """Whether the view's seat may take back its last move, if the others agree."""
    return lasting(view) is None


def takes_back_through(view: View) -> bool:
    """Whether the view's seat may take back its last move with the replies to it."""
    return lasting_through(view) is None


def lasting(view: View) -> str | None:
    """Why the view's seat may not take back its last move, in a sentence; None where it may."""
    has_moved = view.seat is not None and view.made[view.seat] > 0
    if has_moved and not is_over(view) and view.seat not in view.gone and view.log[-1].seat != view.seat:
        return "Too late: the next player has already moved."
    return lasting_through(view)


def lasting_through(view: View) -> str | None:
    """Why the view's seat may not take back its last move with the replies to it; None where it may."""
    if is_over(view):
        return "The game is over."
    if view.seat is None or not view.made[view.seat]:
        return "You have no move to take back."
    if view.seat in view.gone:
        return "You have resigned."
    if any(isinstance(read(each.move), Smash) for each in newest_turns(view.log, view.seat)):
        return "A smash can't be taken back: its colours have been seen."
    return None


def newest_turns(log: tuple[MoveMade, ...], seat: Seat) -> tuple[MoveMade, ...]:
    """A seat's last turn and all after it, the newest first; all there are where it has had none."""
    count = next((count for count, each in enumerate(reversed(log), 1) if each.seat == seat), len(log))
    return log[: -count - 1 : -1]
