"""The list of actions on the marked block, with how each would change the scores."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas, Fragment, fit, fit_name, pad, width_of
from client.drawing.grammar import names_in_list
from client.games.blocky.actions import ACTIONS, PASS, ActionKind
from client.games.blocky.colours import NAMES, fill_cells
from client.games.blocky.score_preview import NO_COLOUR, ScorePreview, actor, best, preview_scores
from client.games.blocky.scores import in_order, signed
from client.games.blocky.selection import hinted_move, selected_block, tried_move
from client.games.spec import Scene
from client.games.widgets.rectangles import Rectangle
from engines.blocky.block import Colour, at
from engines.blocky.moves import cost, refusal, text
from engines.blocky.view import View, board_of
from engines.game import Seat

FULL = 44
"""The width of a list with whole words."""
KEY, NAME, COST = 5, 16, 2
SHORT_KEY, SHORT_NAME = 3, 7
MOST_CHANGE, SHORT_CHANGE = 8, 7
"""Columns for the change of a score, at most."""
ROWS = len(ACTIONS) + 1
"""The rows of the list with its header."""


class Columns(NamedTuple):
    """The columns of the list: its box, whether words are whole, and the seats with a column."""

    box: Rectangle
    is_full: bool
    seats: tuple[Seat, ...]

    @property
    def outcome(self) -> int:
        return self.box.x + (KEY + 1 + NAME + COST if self.is_full else SHORT_KEY + 1 + SHORT_NAME)

    def end(self, place: int) -> int:
        """The column after the change of a seat, by its place in the list."""
        room = self.box.x + self.box.width - self.outcome
        most = MOST_CHANGE if self.is_full else SHORT_CHANGE
        return self.outcome + (place + 1) * min(most, room // len(self.seats))


def title(scene: Scene, width: int) -> str:
    view: View = scene.view
    path = selected_block(view, scene.mark)
    level, size, block = len(path), 1 << view.depth - len(path), at(board_of(view), path)
    is_pinned = scene.mark is not None and scene.mark.is_pinned
    why = "Hinted" if hinted_move(view, scene.mark) else "Pinned" if is_pinned else ""
    colour = NAMES[block] if isinstance(block, Colour) else ""
    if width < FULL:
        return f"{why or f'Level {level}'}: {size}x{size} {colour}".rstrip()
    what = f"{why or 'Marked'}: level {level} of {view.depth}, {size} x {size} cells"
    return f"{what}, {colour}" if colour else what


def hints(scene: Scene, width: int) -> tuple[str, str]:
    """How to mark another block, and how to take a move back if that is possible."""
    is_pinned = scene.mark is not None and scene.mark.is_pinned
    click = "a click lets it go" if is_pinned else "a click pins it"
    if width < FULL:
        return "W bigger  S smaller" if scene.seat is not None else "wheel: bigger, smaller", ""
    if scene.seat is None:
        return "The wheel marks bigger and smaller blocks", f"the pointer marks, {click}"
    levels = "W bigger  S smaller, or the wheel"
    if scene.can_take_back:
        levels = "W bigger  S smaller  z takes your move back"
    return levels, f"arrows or pointer mark, {click}"


def put_menu(canvas: Canvas, scene: Scene, box: Rectangle) -> None:
    """Draw the list: a header, and a row for each action, which can be clicked."""
    view: View = scene.view
    found = preview_scores(view, selected_block(view, scene.mark))
    hint, tried = hinted_move(view, scene.mark), tried_move(view, scene.mark)
    best_preview = best(view, found) if hint is None else next(each for each in found if each.move == hint)
    columns = _columns(view, box)
    _put_header(canvas, scene, columns)
    for row, (action, preview) in enumerate(zip(ACTIONS, found, strict=True), 1):
        mark = "…" if scene.pending == text(preview.move) else "▸" if preview is best_preview else " "
        _put_action(canvas, scene, columns, row, action, preview, mark)
        _put_outcome(canvas, columns, row, preview)
        if preview.move == tried:
            canvas.restyle(box.x, box.y + row, box.width, "marked")
        command = "" if view.seat is None else "press tab" if action is PASS else text(preview.move)
        canvas.click(
            *(box.x, box.y + row, box.width, 1, command, _hint(scene, action, preview)),
            over=f"aim try {text(preview.move)}",
            away="aim back",
        )


def _columns(view: View, box: Rectangle) -> Columns:
    playing = tuple(seat for seat in in_order(view) if seat not in view.gone or seat == view.seat)
    return Columns(box, box.width >= FULL, playing)


def _put_header(canvas: Canvas, scene: Scene, columns: Columns) -> None:
    who, y = names_in_list(scene.names, scene.seat), columns.box.y
    if columns.is_full:
        canvas.put(columns.box.x, y, "key", "soft")
        canvas.put(columns.box.x + KEY + 1, y, "action", "soft")
        canvas.right(columns.outcome, y, "cost", "soft")
    for place, seat in enumerate(columns.seats):
        style, name = _heading(scene, seat, who[seat], columns.end(1) - columns.end(0) - 1)
        canvas.right(columns.end(place), y, name, style)


def _heading(scene: Scene, seat: Seat, name: str, width: int) -> Fragment:
    """What is above a seat's changes: its name; its colour where the name is too long and the colour is known."""
    view: View = scene.view
    colour = view.colours[seat]
    if width_of(name) > width and colour is not None:
        return fill_cells(scene.palette, colour, 2)
    return "mine" if seat == scene.seat else "theirs", fit_name(name, width)


def _put_action(
    canvas: Canvas, scene: Scene, columns: Columns, row: int, action: ActionKind, preview: ScorePreview, mark: str
) -> None:
    view: View = scene.view
    x, y = columns.box.x, columns.box.y + row
    is_open = not preview.obstacle and view.seat == view.mover and scene.pending is None
    look = "off" if preview.obstacle else "bright" if mark == "▸" else ""
    key, name = (
        (pad(action.key, KEY), action.name)
        if columns.is_full
        else (pad(action.short_key, SHORT_KEY), action.short_name)
    )
    x = canvas.put(x, y, key, "key" if is_open else "key-off")
    x = canvas.put(x, y, mark, "warn" if mark == "…" else "on")
    canvas.put(x, y, name, look)
    if columns.is_full:
        canvas.right(columns.outcome, y, str(cost(preview.move)), look)


def _put_outcome(canvas: Canvas, columns: Columns, row: int, preview: ScorePreview) -> None:
    y = columns.box.y + row
    if preview.obstacle:
        room = columns.box.x + columns.box.width - columns.outcome - 2
        canvas.put(columns.outcome + 2, y, fit(preview.obstacle, room), "off")
        return
    for place, seat in enumerate(columns.seats):
        change = preview.changes[seat]
        look = "soft" if not change else "good" if change > 0 else "bad"
        canvas.right(columns.end(place), y, signed(change), look)


def _hint(scene: Scene, action: ActionKind, preview: ScorePreview) -> str:
    view: View = scene.view
    if preview.obstacle:
        colour = view.colours[actor(view)]
        return refusal(board_of(view), view.depth, NO_COLOUR if colour is None else colour, preview.move) or ""
    who = names_in_list(scene.names, scene.seat)
    changes = ", ".join(f"{who[seat]} {signed(preview.changes[seat])}" for seat in in_order(view))
    return f"{action.key} or a click: {action.name}. {changes}."
