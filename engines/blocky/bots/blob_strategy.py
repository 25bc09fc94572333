"""The move of a seat that plays alone for a blob: the one that lets its group grow most by the end.

A move is worth its score, something for cells that later moves may connect, and what the best next move would add.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from math import exp
from operator import attrgetter
from typing import NamedTuple

from engines.blocky.block import COLOURS
from engines.blocky.bots.evaluation import BoardEvaluation, Candidate
from engines.blocky.bots.move_effects import Seen, mask, whatifs
from engines.blocky.goals import Plane, nearly_connected
from engines.blocky.moves import Move, Pass, Smash, cost
from engines.chance import Chance

LIKELY = 12
"""How many of the moves that promise most are looked at twice."""
LIKELY_SMASHES = 16
"""How many outcomes are imagined then of a smash."""
PURSUED = 5
"""For how many of them the best next move is looked for."""
PURSUED_SMASHES = 2
"""After how many of the imagined outcomes."""
NEARNESS = 0.5
"""What a cell is worth that is all but connected, while there is all the time to connect it."""
LOOSENESS = 0.4
"""What a cell is worth wherever it is, while there is all the time to bring cells together."""
HURRY_MOVES = 10.0
"""When so many moves are left, both are worth about two thirds of that."""


class Promise(NamedTuple):
    """What a move promises by itself: its worth, and something for cells that later moves may connect."""

    worth: float
    candidate: Candidate


_worth = attrgetter("worth")


def best_growing(footing: BoardEvaluation, moves_left: int, chance: Chance) -> Move:
    """The move that promises most together with the best move after it."""
    patience = _patience(moves_left)
    still, *others = [_promise(footing, candidate, patience) for candidate in footing.candidates(chance)]
    likely = nlargest(LIKELY, (still, *others), key=_worth)
    # Of many smashes the one that seems best has mostly been lucky in what was imagined.
    surer = [_promise(footing, _with_more_outcomes(footing, promise.candidate, chance), patience) for promise in likely]
    if moves_left == 1:
        return max(surer, key=_worth).candidate.move
    smashes = {candidate.move: worth - still.worth for worth, candidate in surer if isinstance(candidate.move, Smash)}

    def in_all(promise: Promise) -> float:
        return promise.worth + _next_gain(footing, promise.candidate, smashes, _patience(moves_left - 1), chance)

    return max(nlargest(PURSUED, surer, key=_worth), key=in_all).candidate.move


def _patience(moves_left: int) -> float:
    """How much it counts what later moves may connect: nearly 1 while many are left, 0 where it is the last."""
    return 1 - exp((1 - moves_left) / HURRY_MOVES)


def _promise(footing: BoardEvaluation, candidate: Candidate, patience: float) -> Promise:
    colour, cells = footing.stakes.colour, _cells_after(footing, candidate)
    hopes = [_hope(future.seen[colour], cells, footing.stakes.depth, patience) for future in candidate.futures]
    return Promise(candidate.worth + sum(hopes) / len(hopes), candidate)


def _hope(plane: Plane, cells: float, depth: int, patience: float) -> float:
    """What it is worth that cells are nearly connected, and that there are so many."""
    return patience * (NEARNESS * nearly_connected(plane, depth) + LOOSENESS * cells)


def _cells_after(footing: BoardEvaluation, candidate: Candidate) -> float:
    """How many cells have the own colour after a move: of those of a block that is smashed, as many as of any other."""
    colour = footing.stakes.colour
    if not isinstance(candidate.move, Smash):
        return candidate.futures[0].seen[colour].bit_count()
    place = mask(candidate.move.path, footing.stakes.depth)
    return (footing.seen[colour] & ~place).bit_count() + place.bit_count() / len(COLOURS)


def _with_more_outcomes(footing: BoardEvaluation, candidate: Candidate, chance: Chance) -> Candidate:
    return (
        footing.smash(candidate.move.path, LIKELY_SMASHES, chance) if isinstance(candidate.move, Smash) else candidate
    )


def _next_gain(
    footing: BoardEvaluation, candidate: Candidate, smashes: Mapping[Smash, float], patience: float, chance: Chance
) -> float:
    """What the best move after it adds, be it one of the smashes that promise so much now and then still do."""
    apart = max((gain for smash, gain in smashes.items() if _are_apart(smash, candidate.move)), default=0.0)
    futures = candidate.futures[:PURSUED_SMASHES]
    gains = [_best_gain(footing.after(candidate.move, future, chance), patience) for future in futures]
    return sum(max(gain, apart) for gain in gains) / len(gains)


def _best_gain(footing: BoardEvaluation, patience: float) -> float:
    """What the best move but a smash adds to what the board promises as it is; nothing where that is to pass."""
    colour, depth = footing.stakes.colour, footing.stakes.depth

    def promised(seen: Seen) -> float:
        return footing.worth(seen) + _hope(seen[colour], seen[colour].bit_count(), depth, patience)

    moves = whatifs(footing.board, depth, colour, footing.seen)
    stands = promised(footing.seen)
    return max((0.0, *(promised(after) - cost(move) - stands for move, after in moves)))


def _are_apart(smash: Smash, move: Move) -> bool:
    """Whether the move leaves alone the block that would be smashed."""
    if isinstance(move, Pass):
        return True
    first, second = sorted((smash.path, move.path), key=len)
    return second[: len(first)] != first
