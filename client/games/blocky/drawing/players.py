"""Draws the players with their goals and scores, and the list of moves: newest first, with what each gained."""

from __future__ import annotations

from collections.abc import Iterable

from client.drawing.canvas import Canvas, Fragment, fit, fit_any, fit_name, pad, width_of
from client.drawing.grammar import YOU, names_in_list
from client.drawing.palettes import Palette
from client.games.blocky.actions import PASS, SWAPS, action_of
from client.games.blocky.colours import NAMES, fill_cells
from client.games.blocky.scores import GOALS, WORTH, in_order, signed, state
from client.games.spec import Scene
from client.games.widgets.rectangles import Rectangle
from engines.blocky.moves import Pass, read
from engines.blocky.places import short_name, shortest_name
from engines.blocky.view import MoveMade, View
from engines.game import Seat

MOVER, GAIN = 8, 5
"""Columns for who moved, and for the gain."""
NAMED, LISTED = 11, 44
"""Columns for a mark and a name; and the columns that a player with everything in one line needs."""


def rows_needed(view: View, *, is_large: bool) -> int:
    """The rows for the players: two each, or one each if there are many of them and little space."""
    players = len(view.made)
    return 2 * players if is_large or players <= 2 else players


def put_players(canvas: Canvas, scene: Scene, box: Rectangle) -> None:
    """Draw the players, the player's own seat first, in the rows available."""
    seats = in_order(scene.view)
    for place, seat in enumerate(seats):
        if box.width < LISTED:
            _put_short(canvas, scene, box.below(place), seat)
        elif box.height < 2 * len(seats):
            _put_line(canvas, scene, box.below(place), seat)
        else:
            _put_pair(canvas, scene, box.below(2 * place), seat)


def put_legend(canvas: Canvas, palette: Palette, box: Rectangle) -> None:
    wide = 2 if box.width >= 40 else 1
    total = sum(len(name) + wide + 2 for name in NAMES) - 1
    x = box.x + max(0, (box.width - total) // 2)
    for colour, name in enumerate(NAMES):
        x = _put_parts(canvas, x, box.y, (fill_cells(palette, colour, wide), ("soft", f" {name} ")))


def _put_pair(canvas: Canvas, scene: Scene, box: Rectangle, seat: Seat) -> None:
    _put_name_line(canvas, scene, box, seat, NAMED)
    _put_parts(canvas, box.x + NAMED, box.y, _goal(scene, seat))
    canvas.put(box.x + NAMED, box.y + 1, _score(scene.view, seat))


def _put_line(canvas: Canvas, scene: Scene, box: Rectangle, seat: Seat) -> None:
    view: View = scene.view
    _put_name_line(canvas, scene, box, seat, NAMED)
    x = _put_parts(canvas, box.x + NAMED, box.y, _colour(view, seat, scene.palette))
    score = view.scores[seat]
    detail = "" if score is None else f" = {score + view.costs[seat]}-{view.costs[seat]}"
    x = canvas.put(max(x, box.x + NAMED + 10), box.y, f"{'?' if score is None else score:>4}", "bright")
    canvas.put(x, box.y, detail, "soft")


def _put_short(canvas: Canvas, scene: Scene, box: Rectangle, seat: Seat) -> None:
    view: View = scene.view
    _put_name_line(canvas, scene, box, seat, NAMED)
    _put_parts(canvas, box.x + NAMED, box.y, _colour(view, seat, scene.palette)[:1])
    score = view.scores[seat]
    canvas.put(box.x + NAMED + 2, box.y, f"{'?' if score is None else score:>5}", "bright")


def _put_name_line(canvas: Canvas, scene: Scene, box: Rectangle, seat: Seat, width: int) -> None:
    if seat == scene.view.mover and not scene.is_over:
        canvas.put(box.x, box.y, "▸", "on")
    style = "mine" if seat == scene.seat else "theirs"
    name = YOU if seat == scene.seat else scene.names[seat]
    canvas.put(box.x + 2, box.y, fit_name(name, width - 3), f"bright {style}")
    look, words = state(scene, seat)
    canvas.right(box.x + box.width, box.y, words, look)


def _goal(scene: Scene, seat: Seat) -> tuple[Fragment, ...]:
    return ("", f"{GOALS[scene.view.kind]} "), *_colour(scene.view, seat, scene.palette)


def _colour(view: View, seat: Seat, palette: Palette) -> tuple[Fragment, ...]:
    """A seat's colour and its name, or that it is secret; a colour the seat has painted with gives it away."""
    colour, painted = view.colours[seat], view.painted[seat]
    if colour is not None:
        return fill_cells(palette, colour, 2), ("", f" {NAMES[colour]}")
    if painted is not None:
        return fill_cells(palette, painted, 2), ("soft", f" {NAMES[painted]}?")
    return ("soft", "??"), ("soft", " secret")


def _score(view: View, seat: Seat) -> str:
    score, cost = view.scores[seat], view.costs[seat]
    if score is None:
        return f"score ?   penalty {cost}"
    return f"score {score} = {WORTH[view.kind]} {score + cost} - penalty {cost}"


def _put_parts(canvas: Canvas, x: int, y: int, parts: Iterable[Fragment]) -> int:
    for style, text in parts:
        x = canvas.put(x, y, text, style)
    return x


def put_turns(canvas: Canvas, scene: Scene, box: Rectangle) -> None:
    """Draw as many moves as fit, scrolled by the scene's `scroll`."""
    log: tuple[MoveMade, ...] = scene.view.log
    first = max(0, min(scene.scroll, len(log) - box.height))
    if not log and box.height > 0:
        canvas.put(box.x, box.y, fit("None yet.", box.width), "soft")
    for row, turn in enumerate(log[::-1][first : first + max(0, box.height)]):
        _put_turn(canvas, scene, box.below(row), turn)


def _put_turn(canvas: Canvas, scene: Scene, line: Rectangle, turn: MoveMade) -> None:
    look = "mine" if turn.seat == scene.seat else "theirs"
    names = names_in_list(scene.names, scene.seat)
    mover = MOVER if line.width >= LISTED else min(MOVER, max(map(width_of, names)))
    who = pad(fit_name(names[turn.seat], mover), mover)
    begin = f"{turn.number:>3} {who} "
    words = fit_any(_actions(turn, scene.view.depth), line.width - GAIN - len(begin))
    canvas.put(line.x, line.y, begin + words, look)
    gain = turn.gain
    canvas.right(line.x + line.width, line.y, signed(gain), "soft" if not gain else "good" if gain > 0 else "bad")


def _actions(turn: MoveMade, depth: int) -> tuple[str, ...]:
    """What was done and where, and the same in fewer columns, in the end without the place."""
    move = read(turn.move)
    if isinstance(move, Pass):
        return (PASS.name,)
    action, place = action_of(move), short_name(move.path, depth)
    brief = action.short_name if action in SWAPS else action.name
    near = shortest_name(move.path, depth)
    return f"{action.name}, {place}", f"{brief}, {place}", f"{brief}, {near}", brief, action.short_name
