"""The computer players of Streets and Alleys: one that solves the deal before its first move, at five paces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from engines.chance import Chance
from engines.game import BotLevel
from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.moves import Again, CardMove, Move, Raise, apply_move
from engines.streets_and_alleys.solver.next_move import best_looking, new_moves
from engines.streets_and_alleys.solver.solver import solve
from engines.streets_and_alleys.solver.winning_lines import Trail, own_table, trail, way
from engines.streets_and_alleys.view import View

DEAL_BUDGET = 250_000
"""How many positions are looked at to solve the deal: a second's worth, and as many as winnable deals are listed by."""
WAY_BUDGET = 20_000
"""How many to find a way on from where the deal's solution does not lead."""
GIVE_UP = 100
"""After how many moves without a way to win in sight the game is given up."""
WAY_LINE_MAX = 500
"""Nobody follows ways that are newly found for longer than this."""


def race(view: View, chance: Chance) -> Move | None:  # noqa: ARG001 - every computer player is given both
    """Make the next move to a win, or what looks best for a while, and then give up."""
    return _next(view.deal, *own_table(view))


@lru_cache(maxsize=1024)
def _next(number: int, layout: Layout, line: str) -> Move | None:
    """The next move of a deal. A game ends, as a way to win gets shorter, and whatever else is done has a limit."""
    found, solution = _solve_deal(number)
    if layout in solution:
        return solution[layout]
    behind, moved = trail(layout, line), len(line) // 2
    if found != "lost" and moved < WAY_LINE_MAX and (ahead := way(behind, WAY_BUDGET)):
        return ahead[0]
    if found == "won" and moved:
        return Again()
    return _best_looking(behind) if moved < GIVE_UP else None


@lru_cache(maxsize=64)
def _solve_deal(number: int) -> tuple[Literal["won", "lost", "unknown"], Mapping[Layout, CardMove]]:
    """Solve a deal; the verdict, and the move to make in each layout of the line that wins."""
    layout, moves = deal(number), {}
    verdict = solve(layout, DEAL_BUDGET)
    for move in verdict.line:
        moves[layout] = move
        layout = apply_move(layout, move)
    return verdict.found, moves


def _best_looking(behind: Trail) -> CardMove | None:
    """A raise if there is one, as cards on the foundations decide a race that nobody wins; and nothing comes back."""
    moves = new_moves(behind)
    return best_looking(behind[-1], [move for move in moves if isinstance(move, Raise)] or moves)


LEVELS: tuple[BotLevel[View, Move], ...] = (
    BotLevel("strolling", "Moves about every twelve seconds, which leaves you time to think.", race, 12.0),
    BotLevel("walking", "Moves about every eight seconds, like somebody who knows the game.", race, 8.0),
    BotLevel("striding", "Moves about every five seconds, and hardly ever looks back.", race, 5.0),
    BotLevel("running", "Moves about every three seconds, so you have to see the way at a glance.", race, 3.0),
    BotLevel("flying", "Moves about every second and a half, as fast as most people can type.", race, 1.5),
)
"""The levels, slowest first: all play the same, and differ in how fast."""
