"""What runs over the edge of a drawing, where it is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client.drawing.canvas import Canvas, clean, width_of

LONG_NAMES = ("wwwwwwwwwwwwwww{}", "漢字漢字漢字漢{}")
"""As many columns as names can have, in narrow characters and in wide ones."""


@contextmanager
def edges() -> Iterator[list[str]]:
    """What was written over an edge of any canvas meanwhile."""
    cut: list[str] = []
    put = Canvas.put

    def noting(canvas: Canvas, x: int, y: int, text: str, style: str = "", height: int = 1) -> int:
        if (
            max(y, 0) < min(y + height, canvas.height)
            and not 0 <= x <= x + width_of(clean(text).rstrip()) <= canvas.width
        ):
            cut.append(text)
        return put(canvas, x, y, text, style, height)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "put", noting)
        yield cut
