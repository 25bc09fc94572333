"""Rectangles of a canvas in which parts of the table are drawn."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas


class Rectangle(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def with_frame(self, canvas: Canvas, title: str) -> Rectangle:
        """Draw a frame along its edges; returns the rectangle inside."""
        canvas.frame(self.x, self.y, self.width, self.height, title)
        return Rectangle(self.x + 2, self.y + 1, self.width - 4, self.height - 2)

    def below(self, rows: int) -> Rectangle:
        return Rectangle(self.x, self.y + rows, self.width, self.height - rows)
