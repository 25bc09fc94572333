"""Draws what every screen has: the first row, the rules, and the sentence row with what is typed there."""

from __future__ import annotations

import math
from collections.abc import Iterable

from client.commands.completion import complete
from client.commands.typed_words import with_colons
from client.commands.verb_table import CommandContext
from client.drawing.canvas import Canvas, clean, fit, width_of, wrap_words
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.hosting.invitation import PortalAddress
from client.net.address import host_and_port
from client.state.store import Link, Store
from protocol.text import clusters

TOP = 2
"""Rows above the body."""
BOTTOM = 3
"""Rows below it."""

SENTENCE_ROWS = 3
"""Rows that a sentence may take at most; only what other players write is longer."""
LONG_WORD = 12
"""Cells that the first of two rows may leave free, as words are not broken."""
PROMPTS = {"command": ":", "join": "Code: ", "filter": "/", "say": "Say: "}


def put_frame(canvas: Canvas, left: tuple[str, ...], right: str, store: Store) -> None:
    """Draw the first row, with as much of `left` as fits, and the rules above and below the body."""
    start = canvas.right(canvas.width - 1, 0, right, "bright" if store.link.state == "up" else "warn")
    x = canvas.put(1, 0, fit(left[0], start - 3), "title")
    for part in filter(None, left[1:]):
        if x + 3 + width_of(clean(part)) < start - 1:
            x = canvas.put(x + 3, 0, part, "bright")
    canvas.rule(1)
    canvas.rule(canvas.height - BOTTOM)


def place(store: Store, ui: UiState) -> str:
    """Where the player is: on which server, or through which portal."""
    return ui.machine.host if isinstance(ui.machine, PortalAddress) else server(store.link)


def said(store: Store) -> tuple[str, str]:
    """The sentence for the player, if any, and its style."""
    return with_colons(store.sentence), "bad" if store.refused else "news"


def server(link: Link) -> str:
    return host_and_port(link.server) or link.server


def link_mark(link: Link) -> str:
    """The state of one's own connection, in a few characters."""
    match link.state:
        case "up":
            return "●" if link.latency_ms is None else f"● {_latency(link.latency_ms)}"
        case "connecting":
            return "○ connecting"
        case "down":
            return "○ reconnecting"
        case "elsewhere" | "replaced" | "refused" | "unreachable":
            return "○ not connected"


def link_sentence(store: Store, now: float) -> str:
    """A sentence about a connection that is not up; empty while it is."""
    link = store.link
    match link.state:
        case "up":
            return ""
        case "connecting":
            return f"Connecting to {server(link) or 'the server'}."
        case "down":
            wait = retry_in_s(store, now)
            when = f"in {math.ceil(wait)} s" if wait else "now"
            return f"{link.reason or 'The connection was lost.'} Trying again {when}; you keep your seats."
        case "elsewhere":
            return f"{link.reason} Enter takes over here, g plays as a guest, Esc leaves."
        case "replaced":
            return f"{link.reason} Enter takes it back, Esc leaves."
        case "refused" | "unreachable":
            return f"{link.reason} Ctrl-Q leaves."


def retry_in_s(store: Store, now: float) -> float:
    """Seconds until the next attempt to connect."""
    return max(0.0, (store.link.retry_in_s or 0.0) - (now - store.link_at))


def put_sentence(canvas: Canvas, text: str, style: str) -> None:
    """Draw the sentence row in place of what was there; a long sentence takes the rows above it as well."""
    width, y = canvas.width - 2, canvas.height - 2
    lines = wrap_words(text, width)
    if len(lines) > SENTENCE_ROWS:
        lines[SENTENCE_ROWS - 1 :] = [fit(" ".join(lines[SENTENCE_ROWS - 1 :]), width)]
    canvas.blank(0, y - 1, canvas.width, 2)
    canvas.rule(y - 1)
    for row, line in enumerate(lines, y + 1 - len(lines)):
        if row < y:
            canvas.blank(0, row, canvas.width, 1)
        canvas.put(1, row, line, style)


def put_above(canvas: Canvas, text: str, style: str) -> None:
    """Draw a line over the rule, about a question that stands below it; nothing for an empty text."""
    if text:
        canvas.blank(0, canvas.height - BOTTOM, canvas.width, 1)
        canvas.put(1, canvas.height - BOTTOM, fit(text, canvas.width - 2), style)


def put_above_short(canvas: Canvas, texts: Iterable[str], sentence: str) -> None:
    """Draw over the rule as many texts as fit that the sentence below doesn't say, unless that takes two rows."""
    width = canvas.width - 2
    if width_of(clean(sentence)) <= width:
        said = ""
        for text in texts:
            longer = f"{said} {text}".strip()
            if text not in sentence and width_of(clean(longer)) <= width:
                said = longer
        put_above(canvas, said, "soft")


def max_sentence_length(width: int) -> int:
    """How many characters a sentence that must not be cut may have on a screen of this width."""
    return 2 * (width - 2) - LONG_WORD


def put_typing(canvas: Canvas, typing: TextInput, place: CommandContext) -> None:
    """Draw the line being typed in the sentence row, with the completions that Tab offers."""
    y = canvas.height - 2
    x = canvas.put(1, y, PROMPTS[typing.prompt], "key")
    end = put_line(canvas, x, y, canvas.width - 1, typing)
    if typing.prompt == "command" and typing.text:
        offers = "  ".join(complete(typing.text, place)[:6])
        canvas.put(end + 3, y, fit(offers, canvas.width - end - 4), "soft")


def put_line(canvas: Canvas, x: int, y: int, end: int, typing: TextInput) -> int:
    """Draw as much of a typed line, around its cursor, as fits before the column `end`; gives where it ends."""
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
