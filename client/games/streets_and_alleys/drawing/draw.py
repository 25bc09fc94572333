"""Draws Streets and Alleys: the facts above, the piles and foundations, and the race below."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing
from client.games.spec import Scene
from client.games.streets_and_alleys.drawing.board import put_board
from client.games.streets_and_alleys.drawing.header import put_header, put_note
from client.games.streets_and_alleys.drawing.layout import plan_layout
from client.games.streets_and_alleys.drawing.race import put_race, put_rivals
from engines.game import Seat
from engines.streets_and_alleys.view import View, table


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; in a race, other panes show the others' tables and the standings."""
    canvas = Canvas(scene.width, scene.height)
    panes = _panes(scene.view)
    seat = panes[scene.pane % len(panes)]
    if seat is None:
        put_race(canvas, scene)
    else:
        _put_table(canvas, scene, seat, more=len(panes) > 1)
    return canvas.done()


def _panes(view: View) -> tuple[Seat | None, ...]:
    """The seats whose tables can be shown, the player's own first, and None for the standings of a race."""
    seats = sorted(range(len(view.piles)), key=lambda seat: seat != view.seat)
    shown = tuple(seat for seat in seats if view.piles[seat] is not None)
    return (*shown, None) if len(seats) > 1 else shown


def _put_table(canvas: Canvas, scene: Scene, seat: Seat, *, more: bool) -> None:
    layout = table(scene.view, seat)
    assert layout is not None, "only tables that are shown have a pane"
    plan = plan_layout(scene.width, scene.height, len(scene.names) - 1)
    put_header(canvas, scene, seat, layout)
    put_board(canvas, scene, seat, layout, plan)
    put_note(canvas, scene, seat, layout, plan.note, more=more)
    put_rivals(canvas, scene, seat, plan.note + 1, plan.rivals)
