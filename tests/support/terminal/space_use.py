"""How a game's drawing uses its space: how much of it shows something, its largest empty part, and what is cut.

A test draws `some` positions of a game that was `played`, at the SIZES of terminals and as a player or a spectator sees
them, and claims that `shown_share` is no less than a bound, `largest_gap` no more, and nothing among the `cut_lines`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any

from prompt_toolkit.styles import Style

from client.drawing.canvas import Drawing
from client.drawing.theme import classes, style
from client.drawing.themes import THEMES, USUAL
from client.fullscreen.screens import frame
from client.games import find as find_client
from engines import catalog
from engines.chance import Chance
from engines.game import Seat
from tests.support.builders.scenes import lines, scene_of

SIZES = ((60, 20), (80, 24), (100, 32), (140, 45), (200, 60))
"""Columns and rows of terminals, from the smallest to a large one."""
NAMES = ("ana", "ben", "cleo", "dora")
CUT = "…"
"""What stands where a text was too wide for its place."""

KEY = b"what is drawn in all its space.."


@dataclass(frozen=True)
class PlayedGame:
    """A whole game, as computers of a level played it: the deal, and the state after each move."""

    name: str
    seats: int
    states: tuple[Any, ...]

    def some(self, most: int) -> PlayedGame:
        """The same with so many of its states at most, among them the first and the last, spread evenly."""
        last = len(self.states) - 1
        places = dict.fromkeys(round(last * at / (most - 1)) for at in range(most))
        return replace(self, states=tuple(self.states[place] for place in places))

    def drawings(self, seat: Seat | None, size: tuple[int, int]) -> Iterator[Drawing]:
        """What a seat or a spectator sees of its states on a terminal of a size, without the frame of the screen."""
        rules, client = catalog.find(self.name).rules, find_client(self.name)
        columns, rows = size
        for state in self.states:
            view, is_over = rules.view(state, seat), rules.outcome(state) is not None
            room = (columns, rows - frame.TOP - frame.BOTTOM)
            mark = client.marking.first(view)
            yield client.drawing.draw(scene_of(view, NAMES[: self.seats], room, is_over=is_over, mark=mark))


@cache
def played(name: str, seats: int, level: str, number: int = 0, **options: Any) -> PlayedGame:
    """A game that computers of a level play with each other; another for each number."""
    game, moves = catalog.find(name), count(1_000 * number)
    states = [game.rules.setup(game.rules.Options(**options), seats, Chance(KEY, next(moves)))]
    while game.rules.outcome(states[-1]) is None:
        seat, chance = game.rules.turn(states[-1])[0], Chance(KEY, next(moves))
        move = game.bots[level].choose(game.rules.view(states[-1], seat), chance)
        states.append(game.rules.apply(states[-1], seat, move, chance))
    return PlayedGame(name, seats, tuple(states))


def raced(line: Sequence[str], name: str, paces: Sequence[float], **options: Any) -> PlayedGame:
    """A game in which every seat makes the same line of moves, each at its pace: so much of the line in all."""
    game = catalog.find(name)
    states, made = [game.rules.setup(game.rules.Options(**options), len(paces), Chance(KEY))], [0] * len(paces)
    for at in range(1, len(line) + 1):
        for seat, pace in enumerate(paces):
            if made[seat] < int(at * pace) and game.rules.turn(states[-1]):
                move = game.rules.read(line[made[seat]])
                states.append(game.rules.apply(states[-1], seat, move, Chance(KEY)))
                made[seat] += 1
    return PlayedGame(name, len(paces), tuple(states))


def shown_share(drawing: Drawing) -> float:
    """The share of a drawing's cells that show something: a character, or a ground of their own."""
    cells = _cells(drawing)
    return sum(map(sum, cells)) / (len(cells) * len(cells[0]))


def largest_gap(drawing: Drawing) -> float:
    """The largest rectangle of a drawing in which nothing is shown, as a share of the whole."""
    cells = _cells(drawing)
    heights, largest = [0] * len(cells[0]), 0
    for row in cells:
        heights = [0 if shows else height + 1 for shows, height in zip(row, heights, strict=True)]
        largest = max(largest, _largest_below(heights))
    return largest / (len(cells) * len(cells[0]))


def cut_lines(drawing: Drawing) -> list[str]:
    """The lines of a drawing in which a text was cut."""
    return [line.strip() for line in lines(drawing) if CUT in line]


def _largest_below(heights: list[int]) -> int:
    """The largest rectangle under a skyline, whose columns are so high."""
    open_from: list[tuple[int, int]] = []  # Where the rectangles that may still grow begin, and how high they are.
    largest = 0
    for at, height in enumerate((*heights, 0)):
        start = at
        while open_from and open_from[-1][1] >= height:
            start, earlier = open_from.pop()
            largest = max(largest, earlier * (at - start))
        open_from.append((start, height))
    return largest


def _cells(drawing: Drawing) -> list[list[bool]]:
    """For every row, which of its cells show something."""
    return [[shows for name, text in line for shows in _shown(name, text)] for line in drawing.lines]


def _shown(name: str, text: str) -> list[bool]:
    has_ground = _has_ground(name)
    return [has_ground or char != " " for char in text]


@cache
def _has_ground(name: str) -> bool:
    """Whether a style fills its cells with a colour of its own."""
    looks = _looks()
    grounds = [looks.get_attrs_for_style_str(classes(f"ground {names}")).bgcolor for names in (name, "")]
    return grounds[0] != grounds[1]


@cache
def _looks() -> Style:
    return style(THEMES[USUAL], 24)
