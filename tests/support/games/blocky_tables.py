"""Sample tables of Blocky for the client's tests, made by its rules."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from client.drawing.canvas import Drawing
from client.games.blocky.selection import BlockSelection, aim
from client.games.spec import Scene
from engines.blocky.rules import State, apply, begin, give_up, turn, view
from engines.blocky.view import Options, View, is_over, legal
from engines.chance import Chance
from engines.game import Seat
from protocol import messages as m
from tests.support.builders.scenes import lines as lines
from tests.support.builders.scenes import scene_of
from tests.support.builders.sheets import hosted
from tests.support.builders.tables import person, table_of
from tests.support.games.boards import B, random_board, table

LEVELS = ("random", "smart-2", "wise-4", "wise-20", "planner")
SHEET = hosted("blocky", *LEVELS)
NAMES = ("ana", "ben", "cleo", "dora")
PALETTES = ("safe", "original", "texture")
SIZES = ((100, 27), (80, 19), (60, 15), (140, 45), (100, 19), (79, 40))
"""Bodies of screens: wide, normal and small, very large, and between."""
LARGE = tuple(size for size in SIZES if size[0] >= 80 and size[1] >= 19)
"""Those that show everything at once."""
COLOURS = (1, 0, 3, 2)
"""What the seats are after: red, blue, yellow, olive."""


def state(board: str = B, seats: int = 2, **changes: Any) -> State:
    """A table where ana (seat 0) is on turn; by default with the board B of the rules, of depth 3, for blobs."""
    return table(board, colours=COLOURS[:seats], **{"depth": 3, **changes})


def seen(state: State, seat: Seat | None = 0) -> View:
    return view(state, seat)


def played(number: int, depth: int, seats: int, turns: int, **options: Any) -> State:
    """A table with a random board, after some random moves: the number's own."""
    chosen = Options(depth=depth, **{"goal": "blob", **options})
    board = random_board(number, depth)
    state, chance = begin(chosen, chosen.goal, COLOURS[:seats], board), Chance(bytes(32), number)  # type: ignore[arg-type]
    for _ in range(turns):
        for seat in turn(state):
            state = apply(state, seat, chance.choice(tuple(legal(view(state, seat)))), chance)
    return state


STAGES = {
    "fresh": state(seats=2),
    "alone": state(seats=1),
    "crowd": played(3, 4, 4, 11),
    "secret": played(4, 5, 3, 7, goals="secret"),
    "left": give_up(played(5, 2, 3, 4), 1),
    "over": played(6, 4, 4, 8, moves=2),
    "given up": give_up(state(), 1),
}
"""Tables to look at."""

TABLES = st.builds(
    played,
    st.integers(0, 500),
    st.integers(2, 5),
    st.integers(1, 4),
    st.integers(0, 12),
    goal=st.sampled_from(("blob", "perimeter")),
    goals=st.sampled_from(("open", "secret")),
    moves=st.just(3),
)
"""Tables of all kinds, some of them at the end of the game."""


def aimed(view: View, *words: str) -> BlockSelection:
    mark: BlockSelection | None = None
    for word in words:
        mark = aim(view, mark, word)
    assert mark is not None
    return mark


def scene(view: View, width: int = 100, height: int = 27, **changes: Any) -> Scene:
    """What the game draws from: textures, and nothing moving, unless said otherwise."""
    changes = {"palette": "texture", "is_over": is_over(view), **changes}
    return scene_of(view, NAMES[: len(view.made)], (width, height), **changes)


def blocky_table(view: View) -> m.Table:
    """The table of a view, between as many people as it has seats."""
    return table_of(
        "blocky",
        msgspec.to_builtins(Options()),
        view,
        phase="over" if is_over(view) else "playing",
        chairs=tuple(map(person, NAMES[: len(view.made)])),
        seat=view.seat,
        turn=() if view.mover is None else (view.mover,),
    )


def cells(drawing: Drawing) -> list[list[tuple[str, str]]]:
    """What is drawn, cell by cell: each with its style."""
    return [[(style, char) for style, text in line for char in text] for line in drawing.lines]


def shown(drawing: Drawing) -> str:
    return "\n".join(lines(drawing))
