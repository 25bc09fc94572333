"""Draws seeks and challenges: a box in the lobby, a strip above a table's sentence."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Fragment, width_of, wrap_words
from client.fullscreen.screens.frame import BOTTOM
from client.fullscreen.screens.table.side_panel import put_beside
from client.fullscreen.ui.keys import CHALLENGE_KEYS, WITHDRAW_KEYS
from client.fullscreen.ui.state import UiState
from client.state.phrases import seeks
from client.state.phrases.offers import open_question
from client.state.store import Store

TICK_S = 1.0
GAP = 3


def put_box(canvas: Canvas, store: Store, ui: UiState, now: float) -> int:
    """Draw the oldest challenge with the keys that answer it, or else one's own seek or challenge, if there is any.

    Gives the row where that begins, or else the end of the screen's body: the lobby ends above it.
    """
    seeking, width = store.matching.seeking, canvas.width
    for challenge in seeks.visible_challenges(store, ui.habits.muted)[:1]:
        seconds = seeks.seconds_left(store, challenge.left_s, now)
        lines = [*_wrapped(seeks.question(store, challenge), width), ("on", f"{seconds} s to answer")]
        canvas.again(TICK_S)
        return put_beside(canvas, "A challenge", lines, CHALLENGE_KEYS, width=width, columns=len(CHALLENGE_KEYS))
    if seeking is not None:
        title = "Quick match" if seeking.whom is None else "Your challenge"
        canvas.again(TICK_S)
        lines = _wrapped(seeks.describe_wait(store, seeking, now), width)
        return put_beside(canvas, title, lines, WITHDRAW_KEYS, width=width)
    return canvas.height - BOTTOM


def put_strip(canvas: Canvas, store: Store, ui: UiState, now: float) -> None:
    """Draw the oldest challenge over the rule, with keys to click that answer it unless something else is open."""
    for challenge in seeks.visible_challenges(store, ui.habits.muted)[:1]:
        seconds = seeks.seconds_left(store, challenge.left_s, now)
        is_open = bool(ui.panel) or ui.replay is not None
        answers = open_question(store, ui.habits.muted) == "challenge" and not is_open
        answering = CHALLENGE_KEYS if answers else ()
        keys = [f"{key.shown} {key.label}" for key in answering]
        room = canvas.width - 2 - sum(width_of(text) + GAP for text in keys)
        lines = wrap_words(f"{seconds} s: {seeks.question(store, challenge)}", room)
        y = canvas.height - BOTTOM
        canvas.blank(0, y + 1 - len(lines), canvas.width, len(lines))
        for row, line in enumerate(lines, y + 1 - len(lines)):
            x = canvas.put(1, row, line, "on") + GAP
        for key, text in zip(answering, keys, strict=True):
            canvas.click(x, y, width_of(text), 1, key.command, key.about)
            x = canvas.put(x, y, text, "key") + GAP
        canvas.again(TICK_S)


def _wrapped(text: str, width: int) -> list[Fragment]:
    return [("title", line) for line in wrap_words(text, width - 4)]
