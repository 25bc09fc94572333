"""What stands on a terminal, drawn as SVG: one screen as a picture, or several after each other as a film.

Every run of cells of one style is a rectangle and a text; block elements are rectangles too, as fonts leave gaps around
them. A film moves by CSS alone, in a loop. It stays small, as what several of its frames share is drawn once; and for
readers who want no motion it shows one frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, groupby
from typing import NamedTuple

import pyte.screens

from client.drawing.themes import THEMES
from tests.support.terminal.terminal import Terminal

CELL_WIDTH, CELL_HEIGHT, BASELINE = 9.0, 20, 15
INK, PAPER = THEMES["night"]["text"], THEMES["night"]["ground"]
NAMED = {
    "black": "#3a3d45", "red": "#e06c75", "green": "#8ec07c", "brown": "#e5c07b", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8d8d8", "brightblack": "#7d828c",
}  # fmt: skip
FONT = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
WHOLE = (0, 0, 8, 8)
QUARTERS = ((0, 0, 4, 4), (4, 0, 8, 4), (0, 4, 4, 8), (4, 4, 8, 8))
BLOCKS: dict[str, tuple[tuple[int, int, int, int], ...]] = {
    "▀": ((0, 0, 8, 4),), "▐": ((4, 0, 8, 8),), "▔": ((0, 0, 8, 1),), "▕": ((7, 0, 8, 8),), "█": (WHOLE,),
    **{sign: ((0, 8 - eighths, 8, 8),) for eighths, sign in enumerate("▁▂▃▄▅▆▇", start=1)},
    **{sign: ((0, 0, eighths, 8),) for eighths, sign in enumerate("▏▎▍▌▋▊▉", start=1)},
    **{
        sign: tuple(QUARTERS[place] for place in places)
        for sign, places in {
            "▘": (0,), "▝": (1,), "▖": (2,), "▗": (3,), "▚": (0, 3), "▞": (1, 2),
            "▙": (0, 2, 3), "▛": (0, 1, 2), "▜": (0, 1, 3), "▟": (1, 2, 3),
        }.items()
    },
}  # fmt: skip
"""The parts of a cell that a block element fills: left, top, right and bottom, in eighths."""


class Drawing(NamedTuple):
    """A screen as SVG elements, in layers from the bottom up: grounds, block elements and texts."""

    columns: int
    rows: int
    grounds: tuple[str, ...]
    blocks: tuple[str, ...]
    texts: tuple[str, ...]


LAYERS = ("grounds", "blocks", "texts")


class Frame(NamedTuple):
    """A drawing that a film shows for some seconds."""

    drawing: Drawing
    seconds: float


def draw(terminal: Terminal) -> Drawing:
    rows = range(len(terminal.lines))
    drawn = [element for row in rows for element in _runs(terminal, row)]
    layers = [tuple(element for layer, element in drawn if layer == name) for name in LAYERS]
    return Drawing(len(terminal.lines[0]), len(rows), *layers)


def picture(drawing: Drawing) -> str:
    return _document(drawing, [*drawing.grounds, *drawing.blocks, *drawing.texts])


def film(frames: Sequence[Frame], still: int) -> str:
    """The frames after each other for ever; where nothing moves, the one numbered `still`."""
    shows: dict[str, frozenset[int]] = {}
    for layer in LAYERS:
        for number, frame in enumerate(frames):
            for element in getattr(frame.drawing, layer):
                shows[element] = shows.get(element, frozenset()) | {number}
    always = frozenset(range(len(frames)))
    moving = [numbers for numbers in dict.fromkeys(shows.values()) if numbers != always]
    classes = {numbers: f"f{place}" for place, numbers in enumerate(moving)}
    groups = groupby(shows.items(), lambda shown: shown[1])
    lines = [line for numbers, group in groups for line in _group(classes.get(numbers), [each for each, _ in group])]
    return _document(frames[0].drawing, [_style(frames, still, classes), *lines])


def _group(name: str | None, elements: list[str]) -> list[str]:
    return elements if name is None else [f'<g class="f {name}">', *elements, "</g>"]


def _style(frames: Sequence[Frame], still: int, classes: dict[frozenset[int], str]) -> str:
    """Shows each group in its frames alone: without animation those of the still, and otherwise each in its time."""
    ends = list(accumulate(frame.seconds for frame in frames))
    starts = [100 * start / ends[-1] for start in (0.0, *ends[:-1])]
    rules = [".f{visibility:hidden}"]
    for numbers, name in classes.items():
        steps = "".join(f"{start:.4g}%{{visibility:{_seen(place in numbers)}}}" for place, start in enumerate(starts))
        rules.append(f"@keyframes {name}{{{steps}}}")
        shown = ";visibility:visible" if still in numbers else ""
        rules.append(f".{name}{{animation:{name} {ends[-1]:g}s step-end infinite{shown}}}")
    rules.append("@media(prefers-reduced-motion:reduce){.f{animation:none}}")
    return "<style>\n" + "\n".join(rules) + "\n</style>"


def _seen(is_shown: bool) -> str:
    return "visible" if is_shown else "hidden"


def _document(drawing: Drawing, elements: Sequence[str]) -> str:
    width, height = drawing.columns * CELL_WIDTH, drawing.rows * CELL_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}">',
        f'<g font-family="{FONT}" font-size="15" shape-rendering="crispEdges">',
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
        *elements,
        "</g></svg>",
    ]
    return "\n".join(lines) + "\n"


def _runs(terminal: Terminal, row: int) -> Iterator[tuple[str, str]]:
    """The elements of a row, each with its layer."""
    cells = [(column, terminal.style(column, row)) for column in range(len(terminal.lines[row]))]
    for (ink, paper, bold), group in groupby(cells, lambda cell: _look(cell[1])):
        run = list(group)
        text = "".join(cell.data for _, cell in run)
        x, y, width = run[0][0] * CELL_WIDTH, row * CELL_HEIGHT, len(text) * CELL_WIDTH
        if paper != PAPER:
            yield "grounds", _rectangle(x, y, width, CELL_HEIGHT, paper)
        yield from (("blocks", block) for block in _blocks(text, x, y, ink))
        letters = "".join(" " if sign in BLOCKS else sign for sign in text)
        if letters.strip():
            weight = ' font-weight="bold"' if bold else ""
            shown = (
                f'<text x="{x:g}" y="{y + BASELINE}" fill="{ink}"{weight} textLength="{width:g}" '
                f'xml:space="preserve">{escape(letters)}</text>'
            )
            yield "texts", shown


def _blocks(text: str, x: float, y: int, ink: str) -> Iterator[str]:
    """The block elements in a text; equal ones that fill their cells' width are one rectangle."""
    for sign, group in groupby(enumerate(text), lambda place: place[1]):
        places = [place for place, _ in group]
        for left, top, right, bottom in BLOCKS.get(sign, ()):
            spans = [(places[0], len(places))] if (left, right) == (0, 8) else [(place, 1) for place in places]
            for first, cells in spans:
                width = (cells - 1) * CELL_WIDTH + (right - left) * CELL_WIDTH / 8
                height = (bottom - top) * CELL_HEIGHT / 8
                yield _rectangle(x + (first + left / 8) * CELL_WIDTH, y + top * CELL_HEIGHT / 8, width, height, ink)


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _look(cell: pyte.screens.Char) -> tuple[str, str, bool]:
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
    return (paper, ink, cell.bold) if cell.reverse else (ink, paper, cell.bold)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name) or f"#{name}"
