"""A walk: one whole game of legal moves chosen by chance, remembered move by move, ended by time where moves do not.

Laws that rare positions break are held to many walks, as many as the game's size allows, and to the positions that the
game's facts name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from engines.chance import Chance, derive_key
from engines.game import Game, Seat
from tests.support.facts import Facts, Position

WORK = 100_000
"""How much work the walks at one table may be, so that a game of few moves has hundreds of them."""
MAX_WALKS = 300


@dataclass(frozen=True, slots=True)
class Ply:
    """A move made: the state it was made in, by which seat, and with which chance."""

    state: Any
    seat: Seat
    move: Any
    number: int


@dataclass(frozen=True, slots=True)
class Walk:
    """One game from its deal, or from a named position, to its end, or to one move more than it may last.

    Attributes:
        begin: the state it begins with; None where that is the deal.
        timed: the state in which the time was up; None where it never was.
    """

    game: Game[Any, Any, Any]
    facts: Facts
    options: Any
    seats: int
    seed: bytes
    begin: Any | None
    plies: tuple[Ply, ...]
    timed: Any | None
    end: Any

    @property
    def states(self) -> tuple[Any, ...]:
        """Every state of the game, the first and the last among them."""
        timed = () if self.timed is None else (self.timed,)
        return (*(ply.state for ply in self.plies), *timed, self.end)

    def chance(self, use: str, number: int = 0) -> Chance:
        """Fresh randomness of this walk for one use."""
        return Chance.from_seed(self.seed, use, number)

    def tries(self) -> Callable[[Any], Iterable[Any]]:
        """What gives the moves that are worth trying in a view, beside the legal ones."""
        if self.facts.moves is not None:
            return self.facts.moves
        every = dict.fromkeys(move for _, _, moves in self.choices() for move in moves)
        return lambda _view: every

    def choices(self) -> Iterator[tuple[Any, Seat, tuple[Any, ...]]]:
        """Every seat on turn in every state, and its legal moves."""
        for state in self.states:
            for seat in self.game.rules.turn(state):
                yield state, seat, tuple(self.game.rules.legal(self.game.rules.view(state, seat)))


def walk(game: Game[Any, Any, Any], facts: Facts, options: Any, seats: int, seed: bytes) -> Walk:
    """Play a game from a seed, every seat moving by chance among its legal moves, until the time is up if it can be.

    Copies are played on, so that what is remembered stays as it was even if a broken game changes its argument.
    """
    return _walk(game, facts, options, seats, seed, None)


def walks(game: Game[Any, Any, Any], facts: Facts, table: str, most: int = MAX_WALKS) -> Iterator[Walk]:
    """Walks at one table, for one number of seats after the other: as many as the facts say, or as are little work."""
    work, options = 0, facts.tables[table]
    for number in range(most if facts.walks is None else min(most, facts.walks)):
        if facts.walks is None and work > WORK:
            return
        seats = game.seats[number % len(game.seats)]
        seed = derive_key(bytes(32), f"walk {table} {number}")
        walked = _walk(game, facts, options, seats, seed, None, is_copied=False)
        yield walked
        work += _work(walked)


def walk_from(game: Game[Any, Any, Any], facts: Facts, position: Position, seed: bytes) -> Walk:
    """A walk to a named position and from there to the end."""
    options, moves = facts.tables[position.table], tuple(map(game.rules.read, position.moves))
    return _walk(game, facts, options, position.seats, seed, position.state, first=moves)


def tightest(walks: Iterable[Walk], number: int) -> Iterator[Walk]:
    """The positions with the fewest legal moves, so many of them, no two with the same ones, as walks of no move."""
    ranked: dict[tuple[Any, ...], tuple[Walk, Any]] = {}
    for walked in walks:
        for state, _, legal in walked.choices():
            ranked.setdefault(legal, (walked, state))
    for _, (walked, state) in sorted(ranked.items(), key=lambda each: len(each[0]))[:number]:
        yield replace(walked, begin=state, plies=(), timed=None, end=state)


def _work(walked: Walk) -> int:
    """How much work a walk is to the laws: the moves they try, and more for each position."""
    tries, seats = walked.tries(), range(walked.seats)
    views = (walked.game.rules.view(state, seat) for state in walked.states for seat in seats)
    return sum(4 + len(tuple(tries(view))) for view in views)


def _walk(
    game: Game[Any, Any, Any],
    facts: Facts,
    options: Any,
    seats: int,
    seed: bytes,
    begin: Any | None,
    *,
    first: tuple[Any, ...] = (),
    is_copied: bool = True,
) -> Walk:
    """A walk from the deal, or where it begins elsewhere, with its first moves if there are any; then by chance."""
    chooser, plies = Chance.from_seed(seed, "walk"), list[Ply]()
    state = game.rules.setup(options, seats, Chance.from_seed(seed, "setup")) if begin is None else begin
    most = facts.longest if game.timing.game else facts.longest + 1
    while len(plies) < most and (turn := game.rules.turn(state)):
        if len(plies) < len(first):
            seat, move = turn[0], first[len(plies)]
        else:
            seat = chooser.choice(turn)
            move = chooser.choice(tuple(game.rules.legal(game.rules.view(state, seat))))
        plies.append(Ply(state, seat, move, len(plies)))
        played = deepcopy(state) if is_copied else state
        state = game.rules.apply(played, seat, move, Chance.from_seed(seed, "apply", len(plies) - 1))
    if game.timing.game and game.rules.turn(state):
        return Walk(
            game, facts, options, seats, seed, begin, tuple(plies), state, game.timing.game.finish(deepcopy(state))
        )
    return Walk(game, facts, options, seats, seed, begin, tuple(plies), None, state)
