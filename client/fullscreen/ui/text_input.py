"""A line being typed, as a value, and its edits."""

from __future__ import annotations

from collections.abc import Callable
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
    """The line after an edit, by its name in EDITS."""
    return EDITS[name](typing)


def with_text(typing: TextInput, text: str) -> TextInput:
    """The line with another text, and the cursor at its end."""
    return _with(typing, text, len(text))


def _erase(typing: TextInput) -> TextInput:
    start = max(0, typing.cursor - 1)
    return _with(typing, typing.text[:start] + typing.text[typing.cursor :], start)


def _erase_word(typing: TextInput) -> TextInput:
    kept = typing.text[: typing.cursor].rstrip().rpartition(" ")
    head = kept[0] + kept[1]
    return _with(typing, head + typing.text[typing.cursor :], len(head))


def _erase_all(typing: TextInput) -> TextInput:
    return with_text(typing, "")


def _left(typing: TextInput) -> TextInput:
    """The line with the cursor moved back over a letter and all of its marks."""
    before = clusters(typing.text[: typing.cursor])
    return replace(typing, cursor=typing.cursor - len("".join(before[-1:])))


def _right(typing: TextInput) -> TextInput:
    after = clusters(typing.text[typing.cursor :])
    return replace(typing, cursor=typing.cursor + len("".join(after[:1])))


def _home(typing: TextInput) -> TextInput:
    return replace(typing, cursor=0)


def _end(typing: TextInput) -> TextInput:
    return replace(typing, cursor=len(typing.text))


def _recall(by: int) -> Callable[[TextInput], TextInput]:
    def recall(typing: TextInput) -> TextInput:
        back = min(len(typing.past), max(0, typing.back + by))
        text = typing.past[-back] if back else ""
        return replace(typing, text=text, cursor=len(text), back=back)

    return recall


def _with(typing: TextInput, text: str, cursor: int) -> TextInput:
    return replace(typing, text=text, cursor=cursor)


EDITS: dict[str, Callable[[TextInput], TextInput]] = {
    "erase": _erase,
    "erase-word": _erase_word,
    "erase-all": _erase_all,
    "left": _left,
    "right": _right,
    "home": _home,
    "end": _end,
    "older": _recall(1),
    "newer": _recall(-1),
}
