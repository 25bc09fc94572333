"""What a player may know of a game of Tower Blaster, and what may be done from there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engines.game import Seat, UnreadableMoveError
from engines.options import check_options, option

Brick = int
"""A brick by its number, which is its width: 1 to 60."""

Tower = tuple[Brick, ...]
"""The bricks of a tower from the top down."""

Source = Literal["discard", "pile"]

BRICKS = range(1, 61)
HEIGHT = 10
MAX_TURNS = 1000
LOG_TURNS = 60
"""How many turns a log goes back: to the start in nearly every game, and under a thousand bytes in any."""


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options."""

    open_first_tower: bool = option(
        False,  # noqa: FBT003 - the default
        "Whether everyone sees the first player's tower for two turns.",
    )
    turn_limit: int = option(
        0,
        "After how many turns in all the longer run from the top wins; 0 for no limit.",
        range(MAX_TURNS + 1),
    )

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top brick of a pile in hand."""

    source: Source


@dataclass(frozen=True, slots=True)
class Place:
    """Put the brick in hand into a slot, counted from 1 at the top, and throw away the brick that was there."""

    slot: int


@dataclass(frozen=True, slots=True)
class Reject:
    """Throw away the brick in hand, which came from the main pile."""


Move = Take | Place | Reject

TAKES = (Take("discard"), Take("pile"))
PLACES = tuple(Place(slot) for slot in range(1, HEIGHT + 1))


class FinishedTurn(NamedTuple):
    """A turn that ended.

    Attributes:
        number: counted from 1, both seats' turns together.
        source: the pile the brick was taken from.
        brick: the brick that was taken; None where it went from the main pile into a tower unseen.
        thrown: the brick that went onto the discard pile; the taken one if it was rejected.
        turned: the brick turned over to begin a new discard pile, where the main pile was filled after this turn.
    """

    number: int
    seat: Seat
    source: Source
    brick: Brick | None
    thrown: Brick
    turned: Brick | None

    @property
    def rejected(self) -> bool:
        return self.brick == self.thrown


class Sighting(NamedTuple):
    """The last that everyone saw of a brick: in which turn, and whose; no seat's where it was turned over."""

    brick: Brick
    turn: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, or a spectator.

    Attributes:
        seat: whose view it is; None for a spectator.
        turn_limit: the turn after which the longer run wins; 0 for none.
        turns: how many turns have ended; seat 0's are the first, the third and so on.
        towers: each seat's tower; None where it is hidden, as nobody's is when the game is over.
        opened: the tower seat 0 was dealt, in the first two turns where the options show it; None otherwise.
        pile: how many bricks lie in the main pile.
        discard: how many lie in the discard pile.
        top: the top of the discard pile; None while its only brick is in hand.
        source: where the brick in hand is from; None before one is taken.
        hand: the brick in hand; None where there is none or where it is hidden.
        taken: bricks taken from the discard pile and not thrown away again, oldest first.
        thrown: bricks last seen going onto the discard pile, oldest first. Up to `refilled` they were shuffled into the
            main pile, all but the one turned over then, and nothing was seen of them since.
        refilled: the turn after which the main pile was last filled; 0 for the deal.
        log: the newest turns, oldest first.
    """

    seat: Seat | None
    turn_limit: int
    turns: int
    towers: tuple[Tower | None, Tower | None]
    opened: Tower | None
    pile: int
    discard: int
    top: Brick | None
    source: Source | None
    hand: Brick | None
    taken: tuple[Sighting, ...]
    thrown: tuple[Sighting, ...]
    refilled: int
    log: tuple[FinishedTurn, ...]

    @property
    def mover(self) -> Seat:
        return self.turns % 2

    @property
    def own_tower(self) -> Tower:
        """The tower of the view's seat, which a spectator has none of."""
        tower = None if self.seat is None else self.towers[self.seat]
        assert tower is not None, "only a seat is asked what it does"
        return tower

    @property
    def brick_in_question(self) -> Brick:
        """The brick in hand, or else the one that could be taken from the discard pile."""
        brick = self.top if self.hand is None else self.hand
        assert brick is not None, "the discard pile is never empty before a brick is taken"
        return brick


def legal(view: View) -> tuple[Move, ...]:
    """Either pile's top for the seat on turn; with a brick in hand any slot, and none if it is from the main pile."""
    if view.seat != view.mover or is_over(view):
        return ()
    match view.source:
        case None:
            return TAKES
        case "discard":
            return PLACES
        case "pile":
            return (*PLACES, Reject())


def is_over(view: View) -> bool:
    """Whether the game is over, which is when all towers are shown."""
    return None not in view.towers


def progress(view: View) -> str:
    return f"turn {view.turns + 1}"


def is_stable(tower: Tower) -> bool:
    return run(tower) == len(tower)


def run(tower: Tower) -> int:
    """How many bricks are in ascending order, counted from the top down to the first that breaks it."""
    for slot in range(1, len(tower)):
        if tower[slot] < tower[slot - 1]:
            return slot
    return len(tower)


def discard_pile(view: View) -> tuple[Brick, ...]:
    """The bricks of the discard pile, its top last, as anybody who watched knows them."""
    turned = (view.refilled, None)
    return tuple(seen.brick for seen in view.thrown if seen.turn > view.refilled or (seen.turn, seen.seat) == turned)


def text(move: Move) -> str:
    match move:
        case Take(source):
            return f"take {source}"
        case Place(slot):
            return f"place {slot}"
        case Reject():
            return "reject"


def read(written: str) -> Move:
    """The move of a canonical text. Raises UnreadableMove; a slot that no tower has can be read."""
    for move in (*TAKES, Reject()):
        if written == text(move):
            return move
    if re.fullmatch("place (0|[1-9][0-9]?)", written):
        return Place(int(written.removeprefix("place ")))
    raise UnreadableMoveError(
        f"{written[:40]!r} is not a move of Tower Blaster; "
        "a move is 'take discard', 'take pile', 'reject' or 'place' with a slot, such as 'place 4'"
    )
