"""Blocky, for tests, benches and proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

from engines.blocky import moves
from engines.blocky.block import grid
from engines.blocky.rules import State
from engines.blocky.view import Options, View
from engines.chance import Chance
from engines.game import Seat
from tests.support.facts import Facts, Ladder, MoveOracle, Secrets, Soak, TourScript, WorldTables

DEPTHS = (*[2] * 70, *[3] * 24, *[4] * 5, 5)
"""How often a board is how deep in the soak: a deep one takes a hundred times as long."""


def cells(state: State) -> Hashable:
    """How many unit cells are of some colour, row by row."""
    return tuple(map(len, grid(state.board, state.depth)))


def tries(view: View) -> Iterator[moves.Move]:
    """Everything there is to do with every block that a board might have, and with one that is too deep for any."""
    yield moves.Pass()
    for level in range(view.depth + 1):
        for path in product(range(4), repeat=level):
            yield from moves.actions_at(path)
    yield from moves.actions_at((0,) * (view.depth + 1))


def allows(state: Any, seat: Seat, text: str) -> bool:
    """One move for each seat in turn, on a block that is there and is such that the move can be made on it."""
    playing = [s for s in range(len(state.made)) if s not in state.gone]
    on_turn = min(playing, key=lambda s: (state.made[s], s))
    if all(state.made[s] >= state.moves for s in playing) or seat != on_turn:
        return False
    if text == "pass":
        return True
    verb, place = text.split()[0], text.split()[-1]
    path = [] if place == "board" else [int(digit) for digit in place.split(".")]
    block = state.board
    for part in path:
        if isinstance(block, int) or part > 3:
            return False
        block = block[part]
    divided = not isinstance(block, int)
    match verb:
        case "rotate" | "swap":
            return divided
        case "smash":
            return not divided and len(path) < state.depth
        case "paint":
            return not divided and len(path) == state.depth and block != state.colours[seat]
        case "combine":
            return divided and len(path) == state.depth - 1 and _most_frequent(block) is not None
    return False


def _most_frequent(colours: tuple[int, ...]) -> int | None:
    """The colour that more of the four have than any other, or None in a tie."""
    (first, most), *others = Counter(colours).most_common()
    return None if others and others[0][1] == most else first


def texts(state: Any) -> Iterator[str]:
    """Every well-formed move on a board so deep, and on blocks one level too deep."""
    yield "pass"
    for level in range(state.depth + 2):
        for path in product("0123", repeat=level):
            place = ".".join(path) or "board"
            for verb in ("rotate clockwise", "rotate counter-clockwise", "swap horizontally", "swap vertically"):
                yield f"{verb} {place}"
            for verb in ("smash", "combine", "paint"):
                yield f"{verb} {place}"


def shows(state: Any, seat: Seat, text: str, observer: Seat | None) -> object:
    """Paint is of the painter's colour."""
    return state.colours[seat] if text.startswith("paint") and seat != observer else None


def draw_moves(chance: Chance) -> int:
    """How many moves each seat makes: mostly a few, sometimes as many as can be."""
    return 1 + chance.below(100 if chance.below(50) == 0 else 6)


FACTS = Facts(
    # The laws try every move on every block, so the boards are small and the games short.
    tables={
        "open": Options(depth=2, moves=3, goal="blob"),
        "secret": Options(depth=2, moves=2, goal="perimeter", goals="secret", ties="shared"),
        "deeper": Options(depth=3, moves=1, goals="secret"),
    },
    longest=12,
    moves=tries,
    kept=cells,
    count_depth=2,
    walks=4,
    tour=TourScript(
        options={"depth": 3, "moves": 6},
        deal=11,
        lines=(
            (
                "Your biggest blob of colour counts. Swap the board's two sides.",
                "swap horizontally board",
                "pass",
            ),
            (
                "Smaller blocks turn too: W marks a bigger one, S a smaller one.",
                "rotate counter-clockwise 2.0",
                "pass",
            ),
            (
                "The table shows what each move scores. Turn this one too.",
                "rotate counter-clockwise 3.3",
                "pass",
            ),
        ),
        end="That is 7 more. Smash, combine and paint cost points.",
    ),
    oracle=MoveOracle(allows, texts, states=60),
    secrets=Secrets(
        shows,
        tables=tuple(Options(depth=depth, moves=8, goals="secret") for depth in (2, 3)),
        options={"depth": 2, "moves": 3, "goals": "secret"},
    ),
    soak=Soak(
        {"depth": lambda chance: chance.choice(DEPTHS), "moves": draw_moves},
        remark=f"Boards of Blocky are {DEPTHS.count(2)} % of depth 2 and {DEPTHS.count(5)} % of depth 5, and most "
        "games there give each seat six moves or fewer, some up to a hundred.",
    ),
    aim_ms=200.0,
    ladder=Ladder(limit_ms=200.0),
    hosted={"depth": 2, "moves": 8},
    world=WorldTables(
        {"depth": (2,), "moves": (1, 2, 3), "goals": ("open", "secret"), "ties": ("lowest_seat", "shared")},
    ),
)
