"""War as it is drawn."""

from __future__ import annotations

from client.games import Scene
from client.lines import Canvas, Drawing


def draw(scene: Scene) -> Drawing:
    """Draw the table."""
    return Canvas(scene.width, scene.height).done()
