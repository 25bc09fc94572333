"""Blocky as it is drawn: everything at once where there is room for it, or else in panes."""

from __future__ import annotations

from client.games import Scene
from client.games.blocky import panes, whole
from client.lines import Canvas, Drawing


def draw(scene: Scene) -> Drawing:
    """Draw the table as large as the scene asks, on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    is_large = scene.width >= whole.WIDTH and scene.height >= whole.HEIGHT
    (whole if is_large else panes).draw(canvas, scene)
    return canvas.done()
