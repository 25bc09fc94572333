"""The eight kinds of move, with their keys, names, typed words and sentences."""

from __future__ import annotations

from typing import NamedTuple

from engines.blocky.block import Path
from engines.blocky.moves import Move, Pass, actions_at, read
from engines.blocky.view import View


class ActionKind(NamedTuple):
    """A kind of move.

    Attributes:
        canonical: the beginning of the move's canonical text; for a pass all of it.
        key: the name of its key on the screen.
        name: its name, which can be typed.
        short_name: its name in seven characters.
        about: what it does with the block, in a sentence.
        past: what somebody did, for the middle of a sentence; `{block}` is the block.
        words: what else can be typed for it.
    """

    canonical: str
    key: str
    name: str
    short_name: str
    about: str
    past: str
    words: tuple[str, ...] = ()

    @property
    def short_key(self) -> str:
        """The name of its key in three characters."""
        return "Spc" if self.key == "Space" else self.key

    @property
    def presses(self) -> tuple[str, ...]:
        """The toolkit's names of its key: a letter works in both cases."""
        return (self.key.lower(), self.key) if len(self.key) == 1 else (self.key.lower(),)


TURN_LEFT = ActionKind(
    *("rotate counter-clockwise", "A", "turn left", "left", "Turn the block to the left."),
    "turned {block} to the left",
    ("rotate left", "left", "counter-clockwise", "ccw"),
)
TURN_RIGHT = ActionKind(
    *("rotate clockwise", "D", "turn right", "right", "Turn the block to the right."),
    "turned {block} to the right",
    ("rotate right", "right", "clockwise", "cw"),
)
SWAP_ACROSS = ActionKind(
    *("swap horizontally", "Q", "swap left-right", "swap ↔", "Swap its left and right halves."),
    "swapped the left and right of {block}",
    ("swap left right", "swap lr", "lr", "horizontally"),
)
SWAP_DOWN = ActionKind(
    *("swap vertically", "E", "swap top-bottom", "swap ↕", "Swap its top and bottom halves."),
    "swapped the top and bottom of {block}",
    ("swap top bottom", "swap tb", "tb", "vertically"),
)
SMASH = ActionKind("smash", "Space", "smash", "smash-3", "Divide it into four random blocks, for 3.", "smashed {block}")
COMBINE = ActionKind(
    "combine", "C", "combine", "combine", "Merge its four cells into one colour, for 1.", "combined {block}"
)
PAINT = ActionKind("paint", "R", "paint", "paint", "Paint the cell in your colour, for 1.", "painted {block}")
PASS = ActionKind("pass", "Tab", "pass", "pass", "Leave the board as it is.", "passed")

SWAPS = (SWAP_ACROSS, SWAP_DOWN)
ACTIONS = (TURN_LEFT, TURN_RIGHT, SWAP_ACROSS, SWAP_DOWN, SMASH, COMBINE, PAINT, PASS)
"""In the order of `engines.blocky.moves.actions_at`, and to pass."""


def moves_at(path: Path) -> tuple[Move, ...]:
    """The move of each of the ACTIONS on a block."""
    return (*actions_at(path), Pass())


def keys_for(view: View, written: str) -> str:  # noqa: ARG001 - every game's `keys_for` takes both
    """The key that makes a move, once its block is marked; to pass it is pressed twice."""
    action = action_of(read(written))
    return f"{action.key} {action.key}" if action is PASS else action.key


def action_of(move: Move) -> ActionKind:
    return PASS if isinstance(move, Pass) else ACTIONS[actions_at(move.path).index(move)]
