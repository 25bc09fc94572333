"""Draws the name of the house, where nobody waits, plays or talks: for a newcomer alone on their own server."""

from __future__ import annotations

from client.drawing import cards
from client.drawing.canvas import Canvas, width_of
from client.fullscreen.screens.frame import TOP

SIGN = (
    ("clubs-text", "♣  "),
    ("spades-text", "♠  "),
    ("title", "P A R L O U R"),
    ("diamonds-text", "  ♦"),
    ("hearts-text", "  ♥"),
)
SIGN_ROWS = 3
"""Rows that are free above the panes where the sign hangs over them."""
CARDS = (cards.SMALL, cards.LARGE)
"""The sizes of the aces over the sign."""


def put_sign(canvas: Canvas, y: int) -> None:
    """Draw the name of the house over the panes that begin in a row, if there is room, and over that the aces."""
    if y < TOP + SIGN_ROWS:
        return
    x = (canvas.width - sum(width_of(text) for _, text in SIGN)) // 2
    for style, text in SIGN:
        x = canvas.put(x, y - SIGN_ROWS + 1, text, style)
    size = max((each for each in CARDS if y - SIGN_ROWS - each.height >= TOP), default=None)
    if size is not None:
        cards.put_aces(canvas, (canvas.width - cards.width_of_aces(size)) // 2, y - SIGN_ROWS - size.height, size)
