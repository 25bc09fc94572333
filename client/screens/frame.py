"""What every screen has around it: the first row, the sentence row and the key bar."""

from __future__ import annotations

import math
from dataclasses import replace
from textwrap import wrap
from urllib.parse import urlsplit

from client.bindings import active, is_on
from client.commands import Place
from client.completion import complete
from client.desk import Desk
from client.keys import TYPING_KEYS, Key
from client.lines import Canvas, clean, fit, width_of
from client.store import Link, Store
from client.typed import Typing
from protocol.text import clusters

TOP = 2
"""Rows above the body."""
BOTTOM = 3
"""Rows below it."""

WHOLE = ("advice", "bad")
"""The styles of sentences that have to be read to their end: help, and why something cannot be."""
LONG_WORD = 12
"""Cells that the first of two rows may leave free, as a word is not broken."""
TALK = "talk"
"""The command of the key for talk, and what it is called as long as there is nothing new to read."""
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
    return urlsplit(link.server).netloc or link.server


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


def put_typing(canvas: Canvas, typing: Typing, place: Place) -> None:
    """Draw the line being typed in the sentence row, with what Tab would offer behind it."""
    y = canvas.height - 2
    x = canvas.put(1, y, PROMPTS[typing.prompt], "key")
    before, after = clusters(typing.text[: typing.cursor]), clusters(typing.text[typing.cursor :])
    under = after[0] if after else " "
    while width_of("".join((*before, under))) > canvas.width - x - 1:
        before = before[1:]
    at = canvas.put(x, y, "".join(before), "typing")
    end = canvas.put(at, y, "".join(after), "typing")
    canvas.put(at, y, under, "cursor")
    if typing.prompt == "command" and typing.text:
        offers = "  ".join(complete(typing.text, place)[:6])
        canvas.put(end + 3, y, fit(offers, canvas.width - end - 4), "soft")


def put_keys(canvas: Canvas, store: Store, desk: Desk, said: str = "") -> None:
    """Draw the key bar: the keys that work; those that do not stand greyed in brackets. Each can be clicked.

    `said` stands behind the key for talk, which then is there for certain: that there is something to read.
    """
    if desk.typing is not None:
        _put_entries(canvas, TYPING_KEYS, dict.fromkeys(TYPING_KEYS, True))
        return
    keys = tuple(_with(key, said) for key in active(store, desk) if key.label)
    _put_entries(canvas, keys, {key: is_on(key, store, desk) for key in keys})


def _with(key: Key, said: str) -> Key:
    return replace(key, label=f"{key.label}: {said}") if said and key.command == TALK else key


def _put_entries(canvas: Canvas, keys: tuple[Key, ...], on: dict[Key, bool]) -> None:
    x, y = 0, canvas.height - 1
    for key in _fitting([key for key in keys if key.label], canvas.width):
        entry = f"{key.shown} {key.label}"
        end = x + width_of(entry) + 2
        if on[key]:
            canvas.put(canvas.put(x + 1, y, key.shown, "key") + 1, y, key.label)
        else:
            canvas.put(x, y, f"({entry})", "key-off")
        canvas.click(x, y, end - x, 1, f"press {key.presses[0]}", key.about)
        x = end


def _fitting(keys: list[Key], width: int) -> list[Key]:
    """The keys there is room for; help stays longest, and talk while there is something to read."""
    kept = [key for key in keys if key.command == "help" or (key.command == TALK and key.label != TALK)]
    while len(keys) > 1 and sum(width_of(f"{key.shown} {key.label}") + 2 for key in keys) > width:
        droppable = [key for key in keys if key not in kept] or [key for key in keys if key.command != "help"]
        keys = [key for key in keys if key is not droppable[-1]]
    return keys


def _latency(latency_ms: float) -> str:
    return f"{latency_ms:.0f} ms" if latency_ms >= 1 else "<1 ms"
