"""Rectangles of a canvas that parts of the table are drawn in."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def framed(self, canvas: Canvas, title: str) -> Box:
        """Draw a frame along its edges; gives what is left inside."""
        canvas.frame(self.x, self.y, self.width, self.height, title)
        return Box(self.x + 2, self.y + 1, self.width - 4, self.height - 2)

    def below(self, rows: int) -> Box:
        """What is left below so many rows."""
        return Box(self.x, self.y + rows, self.width, self.height - rows)
