"""Draws the race: a row for each of the others below the player's own cards, or the standings alone."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit, fit_name, pad, width_of
from client.drawing.cards import SUIT_TEXT_STYLES
from client.drawing.grammar import count
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import short
from client.games.streets_and_alleys.drawing.header import clock
from client.games.streets_and_alleys.scores import CARDS, standings
from engines.game import Seat
from engines.streets_and_alleys.view import View, places, scores

NAME, SCORE, TOPS, MOVES = 12, 7, 13, 11
"""Cells for a name, the number of cards up, the foundations' tops, and the number of moves."""
BAR = 26
"""Cells of a bar for all cards, two cards a cell."""


def put_rivals(canvas: Canvas, scene: Scene, seat: Seat, y: int, rows: int) -> None:
    """Draw the standings of the seats not shown: a row each, or in short all in one."""
    others = tuple(other for other in standings(scene.view) if other != seat)
    if len(others) <= rows:
        for row, other in enumerate(others, y):
            _put_row(canvas, scene, other, 1, row)
    elif rows:
        canvas.put(1, y, fit("   ".join(_short(scene, other) for other in others), canvas.width - 2), "theirs")


def put_race(canvas: Canvas, scene: Scene) -> None:
    """Draw the standings of all seats in a frame, leader first."""
    view: View = scene.view
    step = 2 if canvas.height >= 2 * len(scene.names) + 4 else 1
    canvas.frame(0, 0, canvas.width, min(canvas.height, step * len(scene.names) + 4), f"The race, deal {view.deal}")
    if scene.time_left_s is not None and view.over is None:
        canvas.put(2, 1, f"{clock(scene.time_left_s)} left", "bright")
    for at, seat in enumerate(standings(view)):
        y = 3 + at * step
        canvas.put(2, y, f"{places(view)[seat]}", "bright")
        _put_row(canvas, scene, seat, 4, y)


def _put_row(canvas: Canvas, scene: Scene, seat: Seat, x: int, y: int) -> None:
    """Draw a seat's progress, as much of it as fits."""
    view: View = scene.view
    style = "mine" if seat == scene.seat else "theirs"
    x = canvas.put(x, y, pad(fit_name(scene.names[seat], NAME), NAME), f"bright {style}") + 1
    x = canvas.put(x, y, f"{scores(view)[seat]:>2}/{CARDS}".ljust(SCORE), "bright")
    _put_tops(canvas, view, seat, x, y)
    x = canvas.put(x + TOPS, y, count(view.moves[seat], "move").ljust(MOVES))
    state = _state(scene, seat)
    if x + BAR + 2 + width_of(state) < canvas.width:
        up = BAR * scores(view)[seat] // CARDS
        canvas.put(canvas.put(x, y, "█" * up, style), y, "░" * (BAR - up), "slot")
        x += BAR + 2
    canvas.put(x, y, fit(state, max(0, canvas.width - 1 - x)), "warn")


def _put_tops(canvas: Canvas, view: View, seat: Seat, x: int, y: int) -> None:
    for top in view.foundations[seat]:
        text, style = ("- ", "slot") if top is None else (short(top), SUIT_TEXT_STYLES[top.suit])
        x = canvas.put(x, y, text, style) + 1


def _state(scene: Scene, seat: Seat) -> str:
    view: View = scene.view
    if seat in view.gone:
        return "gave up"
    if view.over and places(view)[seat] == 1:
        return "first" if seat != scene.seat else "you are first"
    return "" if scene.present[seat : seat + 1] != (False,) else "○ away"


def _short(scene: Scene, seat: Seat) -> str:
    view: View = scene.view
    state = f" {state}" if (state := _state(scene, seat)) else ""
    return f"{fit_name(scene.names[seat], NAME)} {scores(view)[seat]}/{CARDS} {count(view.moves[seat], 'move')}{state}"
