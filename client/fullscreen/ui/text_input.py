"""A line being typed, as a value, and its edits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from client.commands.actions import Prompt
from client.drawing.canvas import clean
from protocol.text import LINE_MAX, clusters, graphemes

MAX_TYPED = 200
"""The most characters in a line, a letter with its marks counting as one: as many as a chat line may have."""


@dataclass(frozen=True, slots=True)
class TextInput:
    """What is typed, at which prompt, and how many characters stand before the cursor.

    `past` has the commands typed before, oldest first, and `back` says how many of them one has gone back.
    """

    prompt: Prompt
    text: str = ""
    cursor: int = 0
    past: tuple[str, ...] = ()
    back: int = 0


def insert(typing: TextInput, text: str) -> TextInput:
    """Insert text at the cursor, without what would harm a screen or is too long.

    The text before the cursor is cleaned with it, as a mark may come by a key of its own.
    """
    head, tail = clean(typing.text[: typing.cursor] + text)[:LINE_MAX], typing.text[typing.cursor :]
    while head and not _has_room(head + tail):
        head = head[:-1]
    return _with(typing, head + tail, len(head))


def _has_room(text: str) -> bool:
    return graphemes(text) <= MAX_TYPED and len(text) <= LINE_MAX


def edit(typing: TextInput, name: str) -> TextInput:
    """The line after an edit, which TYPING_KEYS name. Raises ValueError if there is none of that name."""
    before, after = typing.text[: typing.cursor], typing.text[typing.cursor :]
    match name:
        case "erase":
            return _with(typing, before[:-1] + after, len(before[:-1]))
        case "erase-word":
            kept = "".join(before.rstrip().rpartition(" ")[:2])
            return _with(typing, kept + after, len(kept))
        case "erase-all":
            return with_text(typing, "")
        case "left":  # over a letter and all of its marks
            return replace(typing, cursor=len("".join(clusters(before)[:-1])))
        case "right":
            return replace(typing, cursor=len(before + "".join(clusters(after)[:1])))
        case "home":
            return replace(typing, cursor=0)
        case "end":
            return replace(typing, cursor=len(typing.text))
        case "older" | "newer":
            back = min(len(typing.past), max(0, typing.back + (1 if name == "older" else -1)))
            return replace(with_text(typing, typing.past[-back] if back else ""), back=back)
        case _:
            raise ValueError(f"There's no edit {name!r}.")


def with_text(typing: TextInput, text: str) -> TextInput:
    return _with(typing, text, len(text))


def _with(typing: TextInput, text: str, cursor: int) -> TextInput:
    return replace(typing, text=text, cursor=cursor)
