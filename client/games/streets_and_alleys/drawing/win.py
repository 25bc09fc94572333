"""Draws a deal that is won: each suit laid out from its ace to its king, card by card."""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import FOUNDATIONS, PileName
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, put_pile
from client.games.streets_and_alleys.drawing.layout import TableLayout
from client.games.streets_and_alleys.scores import CARDS
from client.games.widgets.rectangles import Rectangle
from engines.cards import RANKS
from engines.streets_and_alleys.layout import Layout, run

DEAL_S = 1.5
"""How long it takes until the last card lies there."""
FRAME_S = 0.05


def put_win(canvas: Canvas, scene: Scene, layout: Layout, plan: TableLayout, width: int) -> None:
    """Lay out as many cards of each suit as the time since the win has brought; all of them without motion."""
    shown = CARDS if scene.age_s >= DEAL_S else int(CARDS * scene.age_s / DEAL_S)
    if shown < CARDS:
        canvas.again(FRAME_S)
    rows = len(FOUNDATIONS)
    step = max(plan.step, (width - 1 - plan.card) // (len(RANKS) - 1))
    for at in FOUNDATIONS:
        cards = run(layout.foundations[at])[: (shown + rows - 1 - at) // rows]
        if cards:
            row = plan.box(PileName("foundation", at))
            put_pile(canvas, Rectangle(1, row.y, width - 1, row.height), cards, plan.card, CardStyle(), step)
