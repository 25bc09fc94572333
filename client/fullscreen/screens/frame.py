"""What every screen has around it: the first row, and the sentence row with what is typed there."""

from __future__ import annotations

import math
from textwrap import wrap

from client.commands.completion import complete
from client.commands.table import CommandContext
from client.drawing.canvas import Canvas, clean, fit, width_of
from client.fullscreen.ui.text_input import TextInput
from client.net.address import place
from client.state.store import Link, Store
from protocol.text import clusters

TOP = 2
"""Rows above the body."""
BOTTOM = 3
"""Rows below it."""

WHOLE = ("advice", "bad", "warn")
"""The styles of sentences that have to be read to their end: help, why something cannot be, and what has broken."""
LONG_WORD = 12
"""Cells that the first of two rows may leave free, as a word is not broken."""
PROMPTS = {"command": ":", "join": "Code: ", "filter": "/", "say": "Say: "}


def put_frame(canvas: Canvas, left: tuple[str, ...], right: str, store: Store) -> None:
    """Draw the first row, as much of `left` as there is room for, and the rules between which the body lies."""
    start = canvas.right(canvas.width - 1, 0, right, "bright" if store.link.state == "up" else "warn")
    x = canvas.put(1, 0, fit(left[0], start - 3), "title")
    for part in filter(None, left[1:]):
        if x + 3 + width_of(clean(part)) < start - 1:
            x = canvas.put(x + 3, 0, part, "bright")
    canvas.rule(1)
    canvas.rule(canvas.height - BOTTOM)


def server(link: Link) -> str:
    """The server's host and port."""
    return place(link.server) or link.server


def link_mark(link: Link) -> str:
    """How one's own connection stands, in a few characters."""
    match link.state:
        case "up":
            return "●" if link.latency_ms is None else f"● {_latency(link.latency_ms)}"
        case "connecting":
            return "○ connecting"
        case "down":
            return "○ reconnecting"
        case "replaced" | "refused":
            return "○ not connected"


def link_sentence(store: Store, now: float) -> str:
    """What to know of a connection that is not up; nothing while it is."""
    link = store.link
    match link.state:
        case "up":
            return ""
        case "connecting":
            return f"Connecting to {server(link) or 'the server'}."
        case "down":
            wait = retry_in_s(store, now)
            when = f"in {math.ceil(wait)} s" if wait else "now"
            return f"{link.reason or 'The connection is lost.'} Trying again {when}; what is yours is kept."
        case "replaced" | "refused":
            return f"{link.reason} Ctrl-Q leaves."


def retry_in_s(store: Store, now: float) -> float:
    """How long until the next try to connect."""
    return max(0.0, (store.link.retry_in_s or 0.0) - (now - store.link_at))


def put_sentence(canvas: Canvas, text: str, style: str) -> None:
    """Draw the sentence row; of what has to be read to its end as much as there is room for when the rule gives way."""
    width, y = canvas.width - 2, canvas.height - 2
    if style in WHOLE and width_of(clean(text)) > width:
        first, text = _broken(clean(text), width)
        canvas.blank(0, y - 1, canvas.width, 1)
        canvas.put(1, y - 1, first, style)
    canvas.put(1, y, fit(text, width), style)


def put_above(canvas: Canvas, text: str, style: str) -> None:
    """Draw what a question above the keys is about, over the rule; nothing where there is nothing to say."""
    if text:
        canvas.blank(0, canvas.height - BOTTOM, canvas.width, 1)
        canvas.put(1, canvas.height - BOTTOM, fit(text, canvas.width - 2), style)


def most(width: int) -> int:
    """How many characters of a sentence that is read to its end have room on a screen so wide."""
    return 2 * (width - 2) - LONG_WORD


def _broken(text: str, width: int) -> tuple[str, str]:
    """As many words as there is room for, and the rest."""
    first, *others = wrap(text, width)
    return first, text[len(first) :].strip() if others else ""


def put_typing(canvas: Canvas, typing: TextInput, place: CommandContext) -> None:
    """Draw the line being typed in the sentence row, with what Tab would offer behind it."""
    y = canvas.height - 2
    x = canvas.put(1, y, PROMPTS[typing.prompt], "key")
    end = put_line(canvas, x, y, canvas.width - 1, typing)
    if typing.prompt == "command" and typing.text:
        offers = "  ".join(complete(typing.text, place)[:6])
        canvas.put(end + 3, y, fit(offers, canvas.width - end - 4), "soft")


def put_line(canvas: Canvas, x: int, y: int, end: int, typing: TextInput) -> int:
    """Draw as much of what is typed, around its cursor, as has room before the column `end`; gives where it ends."""
    before, after = clusters(typing.text[: typing.cursor]), clusters(typing.text[typing.cursor :])
    under, after = after[0] if after else " ", after[1:]
    while width_of("".join((*before, under))) > end - x:
        before = before[1:]
    while after and width_of("".join((*before, under, *after))) > end - x:
        after = after[:-1]
    x = canvas.put(x, y, "".join(before), "typing")
    x = canvas.put(x, y, under, "cursor")
    return canvas.put(x, y, "".join(after), "typing")


def _latency(latency_ms: float) -> str:
    return f"{latency_ms:.0f} ms" if latency_ms >= 1 else "<1 ms"
