"""What a player may know of a game of War, and what may be done from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from engines.cards import Card
from engines.game import Seat, UnreadableMoveError
from engines.options import check_options, option

Variant = Literal["normal", "suits", "scouts"]

AUTO_FLIP_MAX_S = 600


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options."""

    variant: Variant = option(
        "normal", "What wins: the higher card, the better suit, or the higher card with its scout."
    )
    auto_flip_s: int = option(10, "Seconds until a card flips by itself; 0 for never.", range(AUTO_FLIP_MAX_S + 1))

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn over the top card of one's hand: the only move there is."""


class Draw(NamedTuple):
    """One turning-over on both sides: each seat's cards (two after a scout) and the value it plays.

    Values are 2-14 by rank, sums of two after a scout, and suits' numbers 0-3 in the suits variant.
    """

    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    values: tuple[int, int]


class Round(NamedTuple):
    """A finished round: its draws (several after a war), its winner (None: the war could not go on) and the points."""

    draws: tuple[Draw, ...]
    winner: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """The table as everyone sees it; nobody sees a hand, so seats differ by `seat` alone.

    Attributes:
        seat: whose view it is; None for a spectator.
        variant: the rule set.
        left: cards left in each hand.
        scores: points of each seat.
        flipped: who has flipped for the coming draw.
        war: the draws of the round under way, which are all equal: a WAR. Empty between rounds.
        rounds: every finished round, oldest first.
    """

    seat: Seat | None
    variant: Variant
    left: tuple[int, int]
    scores: tuple[int, int]
    flipped: tuple[bool, bool]
    war: tuple[Draw, ...]
    rounds: tuple[Round, ...]


class VisibleTable(Protocol):
    """What decides who may flip: a View has it, and so has the State that it is of."""

    @property
    def left(self) -> tuple[int, int]: ...
    @property
    def flipped(self) -> tuple[bool, bool]: ...
    @property
    def war(self) -> tuple[Draw, ...]: ...


def legal(view: View) -> tuple[Flip, ...]:
    """The moves open to the view's seat: a flip, unless it has flipped already or the game is over."""
    if view.seat is None or not may_flip(view, view.seat):
        return ()
    return (Flip(),)


def may_flip(table: VisibleTable, seat: Seat) -> bool:
    return not table.flipped[seat] and not is_over(table)


def is_over(table: VisibleTable) -> bool:
    return not table.war and 0 in table.left


def progress(view: View) -> str:
    return "-".join(map(str, view.scores))


def text(move: Flip) -> str:  # noqa: ARG001 - every game's `text` takes the move
    return "flip"


def read(written: str) -> Flip:
    """The move of a canonical text. Raises UnreadableMove."""
    if written != "flip":
        raise UnreadableMoveError(f"{written[:40]!r} is not a move of War; the only one is 'flip'")
    return Flip()
