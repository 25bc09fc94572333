"""How soon the solver wins deals of Streets and Alleys and in how many moves, and how long hints take.

Seconds are the processor's own (`time.process_time`), so that what a machine does besides does not count. Every line is
tried by the rules, move by move.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from time import process_time

from bench.computers.known_wins import is_win
from engines.chance import Chance
from engines.game import Hint
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Again, Redo, Undo
from engines.streets_and_alleys.solver.hints import hint
from engines.streets_and_alleys.solver.solver import BUDGET, solve
from engines.streets_and_alleys.view import Options, View, legal

SOON_S, LATE_S = 1.0, 10.0
WALK = 60
"""How many moves chance makes before a hint is asked for, at most."""
SEED = b"parlour hints, number 1"


@dataclass(frozen=True, slots=True)
class Solved:
    """What became of a deal: "won", "lost" or "unknown", in how many moves, positions and seconds."""

    deal: int
    verdict: str
    moves: int
    positions: int
    seconds: float


def solve_deal(number: int, positions: int) -> Solved:
    """Solve one deal. Raises AssertionError where its line does not win."""
    layout, began = deal(number), process_time()
    verdict = solve(layout, positions)
    seconds = process_time() - began
    assert is_win(layout, verdict.line) == (verdict.found == "won")
    return Solved(number, verdict.found, len(verdict.line), verdict.positions, seconds)


def ask_hint(number: int) -> tuple[float, bool]:
    """Ask for a hint in the middle of a deal; how many seconds it took, and whether a win was known."""
    view, began = somewhere(number), process_time()
    given = hint(view, Chance(bytes(32)))
    return process_time() - began, _knows_a_win(given)


def somewhere(number: int) -> View:
    """A position in the middle of a deal: after random moves, or after moves of the solver and then random ones."""
    chance = Chance.from_seed(SEED, "walk", number)
    state = rules.setup(Options(deal=number), 1, chance)
    line = solve(deal(number), BUDGET // 20).line if number % 2 else ()
    for move in islice(line, chance.below(len(line) or 1)):
        state = rules.apply(state, 0, move, chance)
    for _ in range(chance.below(WALK) // (3 if line else 1)):
        moves = [move for move in legal(rules.view(state, 0)) if not isinstance(move, Undo | Redo | Again)]
        if moves and rules.turn(state):
            state = rules.apply(state, 0, chance.choice(moves), chance)
    return rules.view(state, 0)


def _knows_a_win(given: Hint) -> bool:
    return "can be won" in given.reason or given.reason.endswith("that wins.")
