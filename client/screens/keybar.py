"""The key bar: the keys that work now, and greyed in brackets those that do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from client.bindings import active, is_on
from client.desk import Desk
from client.game_keys import Key
from client.keys import GLOBAL_KEYS, PAST_KEY, TABLE_KEYS, TYPING_KEYS
from client.lines import Canvas, width_of
from client.store import Store

TALK = "talk"
"""The command of the key for talk, and what it is called as long as there is nothing new to read."""
BETWEEN = "/"
"""What stands between keys that are called the same."""


class Entry(NamedTuple):
    """Neighbours that are called the same and share that word, and which of them work."""

    keys: tuple[Key, ...]
    works: tuple[bool, ...]

    @property
    def label(self) -> str:
        """What they are called."""
        return self.keys[0].label

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Each key as it stands in an entry of which some work, with its style."""
        keys = zip(self.keys, self.works, strict=True)
        return tuple((key.shown, "key") if works else (f"({key.shown})", "key-off") for key, works in keys)

    @property
    def width(self) -> int:
        """The cells that it takes, with a blank or a bracket on either side."""
        shown = [text for text, _ in self.shown] if any(self.works) else [key.shown for key in self.keys]
        return width_of(f" {BETWEEN.join(shown)} {self.label} ")


def put_keys(canvas: Canvas, store: Store, desk: Desk, said: str = "") -> None:
    """Draw the key bar. Each key can be clicked.

    `said` stands behind the key for talk, which then is there for certain: that there is something to read.
    """
    if desk.typing is not None:
        _put_entries(canvas, TYPING_KEYS, dict.fromkeys(TYPING_KEYS, True))
        return
    keys = tuple(_with(key, said) for key in active(store, desk))
    _put_entries(canvas, keys, {key: is_on(key, store, desk) for key in keys if key.label})


def _with(key: Key, said: str) -> Key:
    return replace(key, label=f"{key.label}: {said}") if said and key.command == TALK else key


def _put_entries(canvas: Canvas, keys: tuple[Key, ...], on: Mapping[Key, bool]) -> None:
    groups = (tuple(group) for _, group in groupby((key for key in keys if key.label), lambda key: key.label))
    entries = [Entry(group, tuple(on[key] for key in group)) for group in groups]
    x = 0
    for entry in _fitting(entries, canvas.width):
        (_put_entry if any(entry.works) else _put_idle)(canvas, x, entry)
        x += entry.width


def _put_entry(canvas: Canvas, x: int, entry: Entry) -> None:
    """Draw an entry of which some work; a click on the word is one on the key before it."""
    y, end, column = canvas.height - 1, x + entry.width, x + 1
    for key, (text, style) in zip(entry.keys, entry.shown, strict=True):
        column = canvas.put(column, y, BETWEEN, "key-off") if key is not entry.keys[0] else column
        canvas.click(column - 1, y, end - column + 1, 1, f"press {key.presses[0]}", key.about)
        column = canvas.put(column, y, text, style)
    canvas.put(column + 1, y, entry.label)


def _put_idle(canvas: Canvas, x: int, entry: Entry) -> None:
    """Draw an entry of which nothing works; a click on it says why."""
    y, shown = canvas.height - 1, BETWEEN.join(key.shown for key in entry.keys)
    canvas.put(x, y, f"({shown} {entry.label})", "key-off")
    canvas.click(x, y, entry.width, 1, f"press {entry.keys[0].presses[0]}", entry.keys[0].about)


def _fitting(entries: list[Entry], width: int) -> list[Entry]:
    """The entries there is room for, the last giving way first.

    Those of every table go before a game's own, and of these the ones that do nothing now. Help stays longest, then the
    way back, and talk that is still to be read.
    """
    while len(entries) > 1 and sum(entry.width for entry in entries) > width:
        _, last = max((_dispensable(entry), place) for place, entry in enumerate(entries))
        entries = [entry for place, entry in enumerate(entries) if place != last]
    return entries


def _dispensable(entry: Entry) -> int:
    """How soon an entry gives way to others."""
    if entry.keys[0].command == "help":
        return 0
    if _is_kept(entry.keys[0]):
        return 1
    if entry.keys[0] in (*TABLE_KEYS, *GLOBAL_KEYS, PAST_KEY):
        return 4
    return 2 if any(entry.works) else 3


def _is_kept(key: Key) -> bool:
    return "escape" in key.presses or (key.command == TALK and key.label != TALK)
