"""Draws what else can be done, where nobody waits, plays or talks: for a newcomer alone on a server of their own."""

from __future__ import annotations

from client.drawing import cards
from client.drawing.canvas import Canvas, fit, width_of
from client.fullscreen.screens.frame import TOP

TITLE = "More to do"
WAYS = (
    ("l", "learn a game in a minute"),
    ("i", "invite a friend"),
    ("n", "choose rules and seats"),
    ("h", "see your finished games"),
    ("?", "see every key"),
)
"""Keys of the lobby and what they do."""
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


def wanted_rows(day: str) -> int:
    """The rows that it takes, with its frame and maybe the score of the day."""
    return len(WAYS) + 2 + (2 if day else 0)


def put_welcome(canvas: Canvas, day: str, box: tuple[int, int, int, int]) -> None:
    """Draw the ways in a frame, each of which can be clicked, and below them how the day goes."""
    x, y, width, height = box
    canvas.frame(x, y, width, height, TITLE)
    for row, (key, about) in enumerate(WAYS[: height - 2], y + 1):
        canvas.put(x + 2, row, key, "key")
        canvas.put(x + 5, row, fit(about, width - 7))
        canvas.click(x + 1, row, width - 2, 1, f"press {key}", f"A click is the same as the key {key}.")
    if height > len(WAYS) + 3:
        canvas.put(x + 2, y + height - 2, fit(day, width - 4), "soft")


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
