"""How fast Blocky's boards are scored, which is what its computer players do most of the time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from statistics import median
from time import perf_counter
from typing import get_args

from bench.figure import Figure
from bench.plan import Plan
from engines.blocky.block import COLOURS, Block, at, smash_block, square
from engines.blocky.goals import Kind, planes, repaint, score
from engines.blocky.moves import Pass, change_block
from engines.blocky.rules import setup, view
from engines.blocky.view import Options, legal
from engines.chance import Chance

SEED = bytes(32)
BOARDS = 200
DEPTH = 5
SCORE_US, LISTED_MS = 100.0, 150.0
"""What is aimed for: a board's eight scores in microseconds, and all of its moves in milliseconds."""


async def boards(plan: Plan) -> AsyncIterator[Figure]:  # noqa: ARG001 - every measurement is given the plan
    """Scores of a board for both goals and all colours, and all allowed moves of a board listed and scored."""
    random = [smash_block(0, DEPTH, Chance(SEED, number)) for number in range(BOARDS)]
    worst = [_of_units(0, Chance(SEED, number)) for number in range(BOARDS)]
    for kind, made in (("random", random), ("all units", worst)):
        took = [_score_s(board) * 1e6 for board in made]
        name = f"Blocky, depth {DEPTH}, {kind}: a board's scores, both goals"
        yield Figure(name, median(took), "us", SCORE_US, note=f"slowest of {len(took)}: {max(took):.3g} us")
    for goal in get_args(Kind):
        listed = [_list_s(number, goal) for number in range(BOARDS // 10)]
        name = f"Blocky, depth {DEPTH}: all moves listed and scored, {goal}"
        slowest = max(took for took, _ in listed)
        note = f"{median(moves for _, moves in listed):.0f} moves; slowest of {len(listed)}: {slowest * 1000:.3g} ms"
        yield Figure(name, median(took for took, _ in listed) * 1000, "ms", LISTED_MS, note=note)


def _of_units(level: int, chance: Chance) -> Block:
    if level == DEPTH:
        return chance.choice(COLOURS)
    first, second, third, fourth = (_of_units(level + 1, chance) for _ in range(4))
    return first, second, third, fourth


def _score_s(board: Block) -> float:
    began = perf_counter()
    painted = planes(board, DEPTH)
    for kind in get_args(Kind):
        for plane in painted:
            score(kind, plane, DEPTH)
    return perf_counter() - began


def _list_s(number: int, goal: Kind) -> tuple[float, int]:
    """Seconds for every allowed move of a new game's first seat and what each is worth to it, and how many they are."""
    chance = Chance(SEED, number)
    state = setup(Options(depth=DEPTH, goal=goal), 2, chance)
    seen, board, colour = view(state, 0), state.board, state.colours[0]
    began = perf_counter()
    before = planes(board, DEPTH)
    scored = []
    for move in legal(seen):
        if not isinstance(move, Pass):
            made = change_block(at(board, move.path), DEPTH, colour, move, chance)
            after = repaint(before, square(move.path, DEPTH), made, DEPTH)
            scored.append((score(goal, after[colour], DEPTH), move))
    return perf_counter() - began, len(scored)
