"""The types that every game is described with.

A game is one `Game`: a value made of pure functions over three types of its own, a State (the whole truth, which never
leaves the server), a View (what one seat may know of it) and a Move (what a seat does). Nothing here is subclassed and
nothing registers itself; `engines.catalog` finds a game by its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any, Generic, TypeVar

from engines.chance import Chance

Seat = int
"""A place at the table, counted from 0."""

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")


class IllegalMoveError(ValueError):
    """The move breaks a rule; the message is a sentence for the player who tried it."""


class UnreadableMoveError(ValueError):
    """The text is not a move of this game at all; the message is a sentence for the person who wrote it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one score a seat (none when a seat gave up), the seats that won (all in a tie), the reason."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat did in a game that is over, for its player's statistics.

    Attributes:
        deal: a text that names what was dealt: results of the same deal can be compared.
        moves: how many moves the seat made, as the rules count them.
        won: whether the seat did what the game is about; a game alone is won by this.
        line: all its moves as one compact text, from which the game can be played again.
    """

    deal: str
    moves: int
    won: bool
    line: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What a person might do: a move's canonical text, or None where nothing can be done; a sentence says why."""

    move: str | None
    reason: str


def unsaid(view: Any) -> str:  # noqa: ANN401, ARG001 - every game's `progress` is given a view
    """The default of `progress`: a game that does not say how far it is."""
    return ""


def unlimited(options: Any) -> None:  # noqa: ANN401 - every game's limits are asked of its options
    """The default of time limits: there is none."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, V, M]):
    """The rules of one game.

    `Options` and `View` are frozen dataclasses of plain values, so that they survive the wire by their types alone;
    `Options` refuses what it cannot play with a ValueError whose message is a sentence. Moves have one canonical text
    each, and travel, are stored and are typed as that text.

    Attributes:
        name: the folder's name, which is the game's name on the wire.
        title: the name people read.
        version: grows whenever an old journal would replay differently.
        seats: how many may play.
        setup: (options, number of seats, chance) to the first State.
        turn: the seats that may move now, several at once where the rules allow it; () when the game is over.
        apply: the State after a seat's move. Raises IllegalMove; the argument is untouched.
        view: what a seat may know, or for None what a spectator may.
        outcome: the end, or None while the game goes on.
        legal: every move the view's seat may make now, from the View alone.
        redeal: some whole truth that would look exactly like this view.
        text: a move's canonical text.
        read: the move of a canonical text. Raises UnreadableMove; whether it is legal is not asked.
        bots: computer players by level, weakest first. Each is a pure function of its View and its Chance; one that
            answers None gives the game up.
        move_time_s: seconds a turn may last under these options, or None for no limit.
        default: what a seat does when that time is up.
        final: what a seat, or for None a spectator, may know of a game that was given up; None where that is no more.
        computers_begin: whether computers sit before people at a table's first game.
        takeback: the State before a seat's last move. Raises IllegalMove where that cannot be taken back; None where
            nothing ever is.
        time_s: seconds a whole game may last under these options, or None for no limit.
        time_up: the State, over, once that time has passed; None where a game may last for ever.
        give_up: the State once a seat has given up, where the others then play on; None where that ends the game.
        feat: a seat's result in a game that is over, given up or not; None where the Outcome says it all.
        levels: a sentence about each of the computer players, by level.
        paces: seconds in which a computer makes a move, by level; none where computers take as long as people see them
            take in any game.
        has_clock: whether a table may limit players' time; not where the rules do, or no move can be made for a player.
        hint: what the view's seat, which is on turn, might do, and why; None where there is nothing to choose.
        prospect: whether the view's seat can still win, in a sentence; None where the game cannot say.
        is_rated: whether a better player wins more often, so that a rating means something.
        progress: how far a game is that goes on, in a few characters, from a spectator's view.
    """

    name: str
    title: str
    version: int
    seats: range
    Options: type[Any]
    View: type[V]
    setup: Callable[[Any, int, Chance], S]
    turn: Callable[[S], tuple[Seat, ...]]
    apply: Callable[[S, Seat, M, Chance], S]
    view: Callable[[S, Seat | None], V]
    outcome: Callable[[S], Outcome | None]
    legal: Callable[[V], Iterable[M]]
    redeal: Callable[[V, Chance], S]
    text: Callable[[M], str]
    read: Callable[[str], M]
    bots: Mapping[str, Callable[[V, Chance], M | None]]
    move_time_s: Callable[[Any], float | None]
    default: Callable[[V], M]
    final: Callable[[S, Seat | None], V] | None = None
    computers_begin: bool = False
    takeback: Callable[[S, Seat], S] | None = None
    time_s: Callable[[Any], float | None] = unlimited
    time_up: Callable[[S], S] | None = None
    give_up: Callable[[S, Seat], S] | None = None
    feat: Callable[[S, Seat], SeatResult] | None = None
    levels: Mapping[str, str] = field(default_factory=dict)
    paces: Mapping[str, float] = field(default_factory=dict)
    has_clock: bool = True
    hint: Callable[[V, Chance], Hint] | None = None
    prospect: Callable[[V, Chance], str] | None = None
    is_rated: bool = False
    progress: Callable[[V], str] = unsaid


def assemble(*modules: ModuleType, **others: Any) -> Game[Any, Any, Any]:  # noqa: ANN401 - fields of any type
    """Make a Game: each function or class that a module defines under the name of a field, and the other fields."""
    names = {each.name for each in fields(Game)}
    found = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name in names and getattr(value, "__module__", "") == module.__name__
    }
    return Game(**{"move_time_s": unlimited} | found | others)
