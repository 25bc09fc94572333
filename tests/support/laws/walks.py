"""A walk: one whole game of legal moves chosen by chance, remembered move by move, ended by time where moves do not."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from engines.chance import Chance
from engines.game import Game, Seat
from tests.support.laws.games import Facts


@dataclass(frozen=True, slots=True)
class Ply:
    """A move made: the state it was made in, by which seat, and with which chance."""

    state: Any
    seat: Seat
    move: Any
    number: int


@dataclass(frozen=True, slots=True)
class Walk:
    """One game from its deal to its end, or to one move more than it may last.

    `timed` is the state in which the time was up; None where it never was.
    """

    game: Game[Any, Any, Any]
    facts: Facts
    options: Any
    seats: int
    seed: bytes
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


def walk(game: Game[Any, Any, Any], facts: Facts, options: Any, seats: int, seed: bytes) -> Walk:
    """Play a game from a seed, every seat moving by chance among its legal moves, until the time is up if it can be."""
    chooser = Chance.from_seed(seed, "walk")
    state = game.rules.setup(options, seats, Chance.from_seed(seed, "setup"))
    plies: list[Ply] = []
    most = facts.longest if game.timing.game else facts.longest + 1
    while len(plies) < most and (turn := game.rules.turn(state)):
        seat = chooser.choice(turn)
        move = chooser.choice(tuple(game.rules.legal(game.rules.view(state, seat))))
        plies.append(Ply(state, seat, move, len(plies)))
        # A copy is played on, so that what is remembered stays as it was even if a broken game changes its argument.
        state = game.rules.apply(deepcopy(state), seat, move, Chance.from_seed(seed, "apply", len(plies) - 1))
    if game.timing.game and game.rules.turn(state):
        return Walk(game, facts, options, seats, seed, tuple(plies), state, game.timing.game.finish(deepcopy(state)))
    return Walk(game, facts, options, seats, seed, tuple(plies), None, state)
