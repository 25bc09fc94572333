"""What stands on a terminal, drawn as SVG: one screen as a picture, or several after each other as a film.

Every run of cells of one style is a rectangle and a text. A film moves by CSS alone, in a loop. It stays small, as what
several of its frames share is drawn once; and for readers who want no motion it shows one frame.
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


class Drawing(NamedTuple):
    """A screen as SVG elements; the rectangles lie under the texts."""

    columns: int
    rows: int
    rectangles: tuple[str, ...]
    texts: tuple[str, ...]


class Frame(NamedTuple):
    """A drawing that a film shows for some seconds."""

    drawing: Drawing
    seconds: float


def draw(terminal: Terminal) -> Drawing:
    rows = range(len(terminal.lines))
    drawn = [element for row in rows for element in _runs(terminal, row)]
    rectangles = tuple(element for element in drawn if element.startswith("<rect"))
    texts = tuple(element for element in drawn if element.startswith("<text"))
    return Drawing(len(terminal.lines[0]), len(rows), rectangles, texts)


def picture(drawing: Drawing) -> str:
    return _document(drawing, [*drawing.rectangles, *drawing.texts])


def film(frames: Sequence[Frame], still: int) -> str:
    """The frames after each other for ever; where nothing moves, the one numbered `still`."""
    shows: dict[str, frozenset[int]] = {}
    for layer in ("rectangles", "texts"):
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
        f'<g font-family="{FONT}" font-size="15">',
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
        *elements,
        "</g></svg>",
    ]
    return "\n".join(lines) + "\n"


def _runs(terminal: Terminal, row: int) -> Iterator[str]:
    cells = [(column, terminal.style(column, row)) for column in range(len(terminal.lines[row]))]
    for (ink, paper, bold), group in groupby(cells, lambda cell: _look(cell[1])):
        run = list(group)
        text = "".join(cell.data for _, cell in run)
        x, y, width = run[0][0] * CELL_WIDTH, row * CELL_HEIGHT, len(text) * CELL_WIDTH
        if paper != PAPER:
            yield f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{CELL_HEIGHT}" fill="{paper}"/>'
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            yield (
                f'<text x="{x:g}" y="{y + BASELINE}" fill="{ink}"{weight} textLength="{width:g}" '
                f'xml:space="preserve">{escape(text)}</text>'
            )


def _look(cell: pyte.screens.Char) -> tuple[str, str, bool]:
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
    return (paper, ink, cell.bold) if cell.reverse else (ink, paper, cell.bold)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name) or f"#{name}"
