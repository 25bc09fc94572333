"""Boards of Blocky for tests, tables to play on, and the slow and plain way to count a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from engines.blocky import rules
from engines.blocky.block import Block, Colour, grid, read, smash_block
from engines.blocky.goals import Kind
from engines.blocky.rules import State
from engines.blocky.view import Options
from engines.blocky.view import read as move_of
from engines.chance import Chance
from engines.game import Seat

DEEPEST = 5

A = "((0113)213)"
B = "((0(2102)13)213)"
"""The boards of the rules' examples, of depths 2 and 3."""


def table(
    board: str = A, *, colours: tuple[Colour, ...] = (0, 1), kind: Kind = "blob", depth: int = 2, **options: Any
) -> State:
    return rules.begin(Options(depth=depth, **options), kind, colours, read(board))


def play(state: State, *moves: str, chance: Chance | None = None) -> State:
    for move in moves:
        (seat,) = rules.turn(state)
        state = rules.apply(state, seat, move_of(move), chance or Chance(bytes(32)))
    return state


def random_board(number: int, depth: int = DEEPEST) -> Block:
    """The board of that number as a game may begin with it."""
    return smash_block(0, depth, Chance.from_seed(bytes(32), "board", number))


def board_of_cells(depth: int, colour_of: Callable[[int, int], Colour], x: int = 0, y: int = 0) -> Block:
    """The board that is divided down to its cells, with the colour that each of them is given."""
    if depth == 0:
        return colour_of(x, y)
    half = 1 << depth - 1
    return (
        board_of_cells(depth - 1, colour_of, x + half, y),
        board_of_cells(depth - 1, colour_of, x, y),
        board_of_cells(depth - 1, colour_of, x, y + half),
        board_of_cells(depth - 1, colour_of, x + half, y + half),
    )


def board_of_chance(number: int, colours: Sequence[Colour] = (0, 1, 2, 3), depth: int = DEEPEST) -> Block:
    """A board divided down to its cells, each of any of these colours."""
    chance = Chance.from_seed(bytes(32), "cells", number)
    return board_of_cells(depth, lambda _x, _y: chance.choice(colours))


def blocks_to(depth: int) -> st.SearchStrategy[Block]:
    """Any block that is divided at most so many times."""
    colours: st.SearchStrategy[Block] = st.integers(0, 3)
    if depth == 0:
        return colours
    part = blocks_to(depth - 1)
    return colours | st.tuples(part, part, part, part)


BOARDS: st.SearchStrategy[tuple[int, Block]] = st.integers(1, DEEPEST).flatmap(
    lambda depth: st.tuples(st.just(depth), blocks_to(depth))
)
"""Any depth, and any board of that depth."""


def plain_score(kind: Kind, board: Block, depth: int, colour: Colour) -> int:
    """What a board is worth to a colour, cell by cell. Knows nothing of how the game counts."""
    rows = grid(board, depth)
    cells = {(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == colour}
    if kind == "perimeter":
        last = len(rows) - 1
        return sum((x == 0) + (y == 0) + (x == last) + (y == last) for x, y in cells)
    largest = 0
    while cells:
        largest = max(largest, _flooded(cells))
    return largest


def _flooded(cells: set[tuple[int, int]]) -> int:
    """Remove one group of cells that are connected side to side, and count them."""
    reached, count = [cells.pop()], 0
    while reached:
        x, y = reached.pop()
        count += 1
        for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if neighbour in cells:
                cells.remove(neighbour)
                reached.append(neighbour)
    return count


def passed(state: State, times: int) -> State:
    return play(state, *["pass"] * times)


def seats_of(state: State) -> tuple[Seat | None, ...]:
    """Everyone who looks at the table: its seats, and a spectator."""
    return (*range(len(state.colours)), None)
