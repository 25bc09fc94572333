"""Draws Blocky: everything at once on a large screen, else in panes."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing
from client.games.blocky.drawing import layout_small, layout_wide
from client.games.spec import Scene


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    is_large = scene.width >= layout_wide.WIDTH and scene.height >= layout_wide.HEIGHT
    (layout_wide if is_large else layout_small).draw(canvas, scene)
    return canvas.done()
