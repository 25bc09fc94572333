"""Tables of Tower Blaster for tests: all sixty bricks, those that matter where a test wants them."""

from __future__ import annotations

from typing import Any

from engines.chance import Chance
from engines.tower_blaster import rules
from engines.tower_blaster.rules import State
from engines.tower_blaster.view import BRICKS, Brick, Sighting, read

STABLE = "2 7 13 20 26 31 38 44 50 57"
UPSIDE_DOWN = "60 54 48 42 36 30 24 18 12 6"
TOPSY = "59 53 47 41 35 29 23 17 11 5"
"""Two towers with runs of one, and nothing in common with the stable one."""


def bricks(written: str) -> tuple[Brick, ...]:
    return tuple(map(int, written.split()))


def table(
    first: str = UPSIDE_DOWN,
    second: str = TOPSY,
    *,
    discard: str = "1",
    pile: str | None = None,
    turns: int = 0,
    **changes: Any,
) -> State:
    """A table at the start of a turn. The main pile has its first bricks on top, the discard pile its last.

    Unless a test says what is in the main pile, all that is nowhere else is there in ascending order.
    """
    towers, thrown = (bricks(first), bricks(second)), bricks(discard)
    placed = {*towers[0], *towers[1], *thrown}
    rest = tuple(brick for brick in BRICKS if brick not in placed) if pile is None else bricks(pile)
    fields: dict[str, Any] = {
        "turn_limit": 0,
        "turns": turns,
        "towers": towers,
        "pile": rest,
        "discard": thrown,
        "source": None,
        "hand": None,
        "dealt": None,
        "taken": (),
        "thrown": tuple(Sighting(brick, 0, None) for brick in thrown),
        "refilled": 0,
        "log": (),
    }
    return State(**{**fields, **changes})


def play(state: State, *moves: str, chance: Chance | None = None) -> State:
    for move in moves:
        state = rules.apply(state, state.mover, read(move), chance or Chance(bytes(32)))
    return state


def all_bricks(state: State) -> list[Brick]:
    hand = [] if state.hand is None else [state.hand]
    return [*state.towers[0], *state.towers[1], *state.pile, *state.discard, *hand]
