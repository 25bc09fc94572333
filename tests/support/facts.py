"""What tests, benches and proofs need to know of each game beyond its Game: one file a game.

`tests/games/NAME.py`, found as the catalog finds the game, has one value, FACTS. All of it but the tables and the
longest game has a default.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import MappingProxyType
from typing import Any

from engines import catalog
from engines.chance import Chance
from engines.game import Seat


@dataclass(frozen=True, slots=True)
class Position:
    """A position that chance hardly ever comes to; the laws are held to it, and to a walk from there to the end.

    Attributes:
        table: the name of the table in `Facts.tables`.
        moves: the texts of the moves that lead to it, each made by the first seat on turn.
        state: the State from which they lead; None for the deal.
        seats: how many play.
    """

    table: str
    moves: tuple[str, ...] = ()
    state: Any = None
    seats: int = 2


@dataclass(frozen=True, slots=True)
class TourScript:
    """The tour of a game: what is said, and the move that it asks for; the moves of others come behind one's own.

    Attributes:
        lines: a sentence and the text of the player's move, then those of the other seat's answers.
        end: the last sentence. The game must not be over by then, or its end is shown in place of it.
        options: the table's options where they are not the defaults.
        seats: how many play; the player has seat 0.
        deal: the number that the deal follows from; another one may let another seat begin.
    """

    lines: tuple[tuple[str, ...], ...]
    end: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 2
    deal: int = 1


@dataclass(frozen=True, slots=True)
class MoveOracle:
    """A second statement of what is legal, written from the rules alone, over the whole truth.

    It knows nothing of Views, which the engines' own `legal` goes by, and calls no function of the engines: what both
    get wrong must have been misunderstood twice.

    Attributes:
        allows: whether a seat's move, as its text, is legal in a state.
        texts: every well-formed move there is in a state, and some that are one too far.
        states: in how many states every move is tried by `make test`.
        back: moves that lead back. They are made rarely, so that a game gets somewhere.
    """

    allows: Callable[[Any, Seat, str], bool]
    texts: Callable[[Any], Iterable[str]]
    states: int = 300
    back: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a game hides from some who look on; a game where all see everything has none.

    Attributes:
        shows: what a seat's move in a state shows to an observer in a seat, or in none, as the rules say.
        tables: the options under which something is hidden; none for all the tables of the facts.
        exchange: another State near this one, which stays alike for longer than one dealt anew.
        options: the options of a table on a server whose secrets are looked for in all that it sends.
    """

    shows: Callable[[Any, Seat, str, Seat | None], object]
    tables: tuple[Any, ...] = ()
    exchange: Callable[[Any, Random], Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Soak:
    """How every level plays thousands of games of every kind.

    Attributes:
        numbers: draws the value of an option that is a number; such an option is its default otherwise.
        games: how many `make test` plays with each level.
        patient: the levels that think too long for `make test`.
        remark: what is varied, for docs/strength.md.
    """

    numbers: Mapping[str, Callable[[Chance], Any]] = field(default_factory=dict)
    games: int = 20
    patient: frozenset[str] = frozenset()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Ladder:
    """How the levels are measured, each against the one below, where `bench/strength/` has no module of the game.

    Attributes:
        options: the table's options where they are not the defaults.
        games: how many each two play.
        limit_ms: how long a decision should take at most.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 1000
    limit_ms: float = 1000.0


@dataclass(frozen=True, slots=True)
class WorldTables:
    """The tables of a game in simulated worlds.

    Attributes:
        options: the values that are tried of options that make games short and different.
        seats: how many may sit there; None for as many as the game allows.
        bold: what somebody tries who may not move.
    """

    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    seats: range | None = None
    bold: str = "pass"


@dataclass(frozen=True, slots=True)
class Facts:
    """A game's own part in tests, benches and proofs.

    Attributes:
        tables: the options to try the game with, by a name for each.
        longest: no game has more moves than this. In a game that time can end, the time is up after so many.
        moves: every move worth trying in a view, legal or not; None for all that are legal anywhere in a walk. The laws
            ask which of them are accepted.
        kept: something of a State that no move ever changes, such as the cards of the deck.
        count_depth: how many moves deep the golden counts go.
        helped: for how many positions help is asked in a walk of so many seats; some games think of it for seconds.
        quiet: whether what changed between two views of somebody is nothing that a client has to tell them.
        positions: by a name for each, positions that chance hardly ever comes to, such as a draw on a full board.
        walks: how many games chance plays at each table; None for as many as the game's size allows.
        tight: in how many of the positions with the fewest legal moves every computer player has to choose.
        tour: the game's tour.
        oracle: a second statement of what is legal.
        secrets: what is hidden, and when it shows; None where all see everything.
        soak: how every level plays thousands of games.
        aim_ms: how long a decision of a computer player should take at most.
        ladder: how the levels are measured against each other.
        hosted: the options of a table on a real server, which no clock ends.
        world: the tables in simulated worlds.
    """

    tables: Mapping[str, Any]
    longest: int
    moves: Callable[[Any], Iterable[Any]] | None = None
    kept: Callable[[Any], Hashable] = lambda _state: "nothing"
    count_depth: int = 3
    helped: Callable[[int], int] = lambda _seats: 6
    quiet: Callable[[Any, Any], bool] = lambda _before, _after: False
    positions: Mapping[str, Position] = field(default_factory=dict)
    walks: int | None = None
    tight: int = 20
    tour: TourScript | None = None
    oracle: MoveOracle | None = None
    secrets: Secrets | None = None
    soak: Soak = field(default_factory=Soak)
    aim_ms: float = 1000.0
    ladder: Ladder = field(default_factory=Ladder)
    hosted: Mapping[str, Any] = field(default_factory=dict)
    world: WorldTables = field(default_factory=WorldTables)


class MissingFactsError(LookupError):
    """A game has no file here, or not all that is needed in it; the message says what to write where."""


@cache
def games() -> Mapping[str, Facts]:
    """The facts of every game of the catalog that has its file here, by its name."""
    names = [name for name in catalog.games() if find_spec(f"tests.games.{name}")]
    return MappingProxyType({name: import_module(f"tests.games.{name}").FACTS for name in names})


def find(name: str) -> Facts:
    """The facts of a game. Raises MissingFactsError."""
    try:
        return games()[name]
    except KeyError:
        raise MissingFactsError(
            f"{name} has no tests/games/{name}.py: write one with FACTS = Facts(tables=..., longest=...), "
            f"as tests/games/war.py is"
        ) from None


def tour(name: str) -> TourScript:
    """The script of a game's tour. Raises MissingFactsError."""
    script = find(name).tour
    if script is None:
        raise MissingFactsError(
            f"{name} has no tour: give the FACTS of tests/games/{name}.py a tour=TourScript(...), as in "
            f"tests/games/war.py, then `make golden` writes client/tours/{name}.json"
        )
    return script


def back(name: str) -> frozenset[str]:
    """The moves of a game that lead back; none for a game without an oracle."""
    known = games().get(name)
    return frozenset() if known is None or known.oracle is None else known.oracle.back


def secrets(name: str) -> Secrets:
    """What a game hides. Raises MissingFactsError."""
    found = find(name).secrets
    if found is None:
        raise MissingFactsError(
            f"{name} hides something from those who look on: give the FACTS of tests/games/{name}.py "
            f"secrets=Secrets(...), as in tests/games/war.py, so that it is tried whether anything of it gets out"
        )
    return found


def oracle(name: str) -> MoveOracle:
    """A second statement of what is legal in a game. Raises MissingFactsError."""
    found = find(name).oracle
    if found is None:
        raise MissingFactsError(
            f"{name} has no second statement of what is legal: give the FACTS of tests/games/{name}.py an "
            f"oracle=MoveOracle(...), written from the rules alone, as in tests/games/war.py"
        )
    return found
