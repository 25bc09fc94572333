"""The client's part of Blocky. May import drawing, games and engines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from client.drawing.grammar import count
from client.games import generic
from client.games.blocky.actions import ACTIONS, PASS, keys_for
from client.games.blocky.drawing.draw import draw
from client.games.blocky.parse import parse
from client.games.blocky.selection import WAYS, aim, first_selection, hinted_selection
from client.games.blocky.show_command import SHOWS, show
from client.games.blocky.text import newest, say, sentences, standing, status
from client.games.keys import HINT_KEY, Key
from client.games.spec import Choice, Marking, MoveReading, Saying, TableDrawing, TableSetup
from engines.blocky.view import Options

DEPTH = Choice(
    "depth", "Depth", {4: "4, 16 x 16 cells", 2: "2, 4 x 4 cells", 3: "3, 8 x 8 cells", 5: "5, 32 x 32 cells"}
)
MOVES = Choice("moves", "Moves each", {20: "20", 30: "30", 50: "50", 5: "5", 10: "10"})
GOAL = Choice("goal", "Goal", {"random": "either", "blob": "the biggest blob", "perimeter": "most on the edge"})
GOALS = Choice("goals", "Goals are", {"open": "open to all", "secret": "secret"})
TIES = Choice("ties", "A tie", {"lowest_seat": "goes to the lowest seat", "shared": "is shared"})

ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
LABELS = {
    "turn left": "turn",
    "turn right": "turn",
    "swap left-right": "swap",
    "swap top-bottom": "swap",
}
"""What the key bar calls what has a longer name, once for both ways."""

KEYS = (
    HINT_KEY,
    Key(("w", "W"), "W", "level", "aim out", "Mark the bigger block around the marked one."),
    Key(("s", "S"), "S", "level", "aim in", "Mark the smaller block in the marked one."),
    *(
        Key(action.presses, action.key, LABELS.get(action.name, action.name), action.name, action.about)
        for action in ACTIONS
        if action is not PASS
    ),
    Key(PASS.presses, PASS.key, PASS.name, PASS.name, PASS.about, asks="Press Tab again to pass."),
    Key(("j",), "j", "", "aim next", "Preview the next action on the board."),
    Key(("k",), "k", "", "aim previous", "Preview the action before it."),
    Key(("enter",), "Enter", "", "pick", "Make the previewed move, or the hinted one."),
    *(Key((way,), ARROWS[way], "", f"aim {way}", "Mark the next block that way.") for way in WAYS),
    *(
        Key((f"s-{way}",), f"Shift-{ARROWS[way]}", "", f"aim {way} 1", "Move the mark by one cell that way.")
        for way in WAYS
    ),
    Key(("o",), "o", "", "next", "On a small screen, show the other pane."),
)
BLOCK = (
    "A quarter, such as upper left, or lower left of upper right; a cell by column and row, such as 5,3; the block of "
    "a level around a cell, such as 5,3 2; or board, which is all of it. Numbers work too: 0.2 is part 2 of part 0 "
    "(0 upper right, 1 upper left, 2 lower left, 3 lower right)."
)
TYPED = (
    *((f"{action.name} BLOCK", action.about) for action in ACTIONS if action is not PASS),
    (PASS.name, PASS.about),
    ("BLOCK", BLOCK),
)
"""For plain mode, where no block is marked."""


def describe(options: Options) -> str:
    usual = Options()
    words = (
        (options.depth != usual.depth, f"depth {options.depth}"),
        (options.moves != usual.moves, count(options.moves, "move")),
        (options.goal != usual.goal, {"blob": "blobs", "perimeter": "edges"}.get(options.goal, "")),
        (options.goals != usual.goals, "secret goals"),
        (options.ties != usual.ties, "shared ties"),
    )
    return ", ".join(word for is_unusual, word in words if is_unusual)


GENERIC = generic.client("blocky")
CLIENT = replace(
    GENERIC,
    legal=lru_cache(maxsize=4)(GENERIC.legal),
    keys=KEYS,
    setup=TableSetup((DEPTH, MOVES, GOAL, GOALS, TIES), describe),
    reading=MoveReading(parse, typed=TYPED),
    marking=Marking(aim, first_selection, hinted=hinted_selection, keys_for=keys_for),
    saying=Saying(sentences, say, newest, status, standing, show=show, shows=SHOWS),
    drawing=TableDrawing(draw, own_pane=0),
)
