"""Draws the key bar: the keys that work now, and those that do not, greyed in brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from client.commands.actions import Prompt
from client.drawing.canvas import Canvas, width_of
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.keys import GLOBAL_KEYS, HISTORY_KEY, PANEL_KEYS, TABLE_KEYS, TYPING_KEYS
from client.fullscreen.ui.state import UiState
from client.games.keys import Key

TALK = "talk"
"""The command of the key for the chat."""
BETWEEN = "/"
"""Stands between keys of one label."""
LAST_KEYS = frozenset((*TABLE_KEYS, *GLOBAL_KEYS, HISTORY_KEY))
"""The keys of every screen, which give way first."""


class Entry(NamedTuple):
    """Neighbouring keys of the same label, which is written once.

    Attributes:
        keys: these keys.
        label: their label.
        is_on: whether any of them works.
        shown: each key as it is written, with its style, if any works.
        width: its cells, with a blank or a bracket on either side.
    """

    keys: tuple[Key, ...]
    label: str
    is_on: bool
    shown: tuple[tuple[str, str], ...]
    width: int


def entry_of(keys: tuple[Key, ...], works: tuple[bool, ...]) -> Entry:
    """Make the entry of neighbouring keys; those that do not work are written in brackets."""
    is_on, label, each = any(works), keys[0].label, zip(keys, works, strict=True)
    shown = tuple([(key.shown, "key") if on or not is_on else (f"({key.shown})", "key-off") for key, on in each])
    text = BETWEEN.join([text for text, _ in shown])
    return Entry(keys, label, is_on, shown, width_of(f" {text} {label} "))


def put_keys(canvas: Canvas, keymap: Keymap, ui: UiState, unread: str = "") -> None:
    """Draw the key bar. Each key can be clicked.

    `unread` is added to the label of the key for the chat, which then is certain to stay.
    """
    bar = keys_of(keymap, ui)
    keys, works = [key for key, _ in bar], [works for _, works in bar]
    if unread:
        keys = [replace(key, label=f"{key.label}: {unread}") if key.command == TALK else key for key in keys]
    x = 0
    for entry in _fitting(_entries(keys, works), canvas.width):
        (_put_entry if entry.is_on else _put_idle)(canvas, x, entry)
        x += entry.width


def keys_of(keymap: Keymap, ui: UiState) -> list[tuple[Key, bool]]:
    """The keys of the key bar, and whether each works now."""
    return [(key, ui.typing is not None or keymap.is_on(key)) for key in _keys(keymap, ui) if key.label]


def _keys(keymap: Keymap, ui: UiState) -> tuple[Key, ...]:
    """The keys of what is on the screen; of those below a panel that is only read, the ones that work over it."""
    if ui.typing is not None:
        return _typing_keys(ui.typing.prompt)
    if not ui.panel or ui.panel in PANEL_KEYS:
        return keymap.keys
    works = [key for key in keymap.keys if keymap.is_on(key)]
    return tuple(sorted(works, key=lambda key: "escape" not in key.presses))


def _typing_keys(prompt: Prompt) -> tuple[Key, ...]:
    """The keys while something is typed: only commands are completed, and a message is sent."""
    keys = tuple(key for key in TYPING_KEYS if prompt == "command" or key.command != "complete")
    accept, *others = keys
    return (replace(accept, label="send"), *others) if prompt == "say" else keys


def _entries(keys: list[Key], works: list[bool]) -> list[Entry]:
    ends = [at for at in range(1, len(keys)) if keys[at].label != keys[at - 1].label]
    spans = zip((0, *ends), (*ends, len(keys)), strict=True)
    return [entry_of(tuple(keys[start:end]), tuple(works[start:end])) for start, end in spans]


def _put_entry(canvas: Canvas, x: int, entry: Entry) -> None:
    """Draw an entry of which some keys work; a click on the label is one on the key before it."""
    y, end, column = canvas.height - 1, x + entry.width, x + 1
    for key, (text, style) in zip(entry.keys, entry.shown, strict=True):
        column = canvas.put(column, y, BETWEEN, "key-off") if key is not entry.keys[0] else column
        canvas.click(column - 1, y, end - column + 1, 1, f"press {key.presses[0]}", key.about)
        column = canvas.put(column, y, text, style)
    canvas.put(column + 1, y, entry.label)


def _put_idle(canvas: Canvas, x: int, entry: Entry) -> None:
    """Draw an entry of which no key works; a click on it says why."""
    y, shown = canvas.height - 1, BETWEEN.join([text for text, _ in entry.shown])
    canvas.put(x, y, f"({shown} {entry.label})", "key-off")
    canvas.click(x, y, entry.width, 1, f"press {entry.keys[0].presses[0]}", entry.keys[0].about)


def _fitting(entries: list[Entry], width: int) -> list[Entry]:
    """The entries that fit, the last giving way first.

    The keys of every screen give way before a game's own, and of these the ones that do not work now. Help stays
    longest, then the way back and unread chat.
    """
    excess = sum([entry.width for entry in entries]) - width
    if excess <= 0:
        return entries
    _, *leaving = sorted([(_dispensable(entry), place) for place, entry in enumerate(entries)])
    kept = dict(enumerate(entries))
    while excess > 0 and leaving:
        _, place = leaving.pop()
        excess -= kept.pop(place).width
    return list(kept.values())


def _dispensable(entry: Entry) -> int:
    """The rank by which an entry gives way, the highest first."""
    key = entry.keys[0]
    if key.command == "help":
        return 0
    if "escape" in key.presses or (key.command == TALK and ":" in key.label):
        return 1
    if key in LAST_KEYS:
        return 4
    return 2 if entry.is_on else 3
