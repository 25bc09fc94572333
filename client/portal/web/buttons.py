"""The key bar as large buttons for a touch screen: each sends what its key sends."""

from __future__ import annotations

from functools import cache

import msgspec
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.keys import Keys

from client.fullscreen.app import App
from client.fullscreen.terminal.window import OUR_NAMES
from client.games.keys import Key


class Button(msgspec.Struct, frozen=True):
    """A button: the key as it is written, what it does, what it sends, and whether that does anything now."""

    key: str
    label: str
    send: str
    on: bool


def buttons_of(app: App) -> tuple[Button, ...]:
    """The keys in the key bar of what is on the screen, first those that work."""
    found = [
        Button(shown, label, sent, is_on)
        for key, is_on in app.key_bar()
        for shown, label, press in _presses(key)
        if (sent := bytes_of(press)) is not None
    ]
    return tuple(sorted(found, key=lambda button: not button.on))


def _presses(key: Key) -> list[tuple[str, str, str]]:
    """What is written on the buttons of a key, and its name: each digit has a button of its own.

    Only the first of these says what they do, as otherwise the other buttons would be out of sight on a phone.
    """
    if len(key.presses) > 1 and all(map(str.isdigit, key.presses)):
        return [(press, "" if at else key.label, press) for at, press in enumerate(key.presses)]
    return [(key.shown, key.label, key.presses[0])]


def bytes_of(press: str) -> str | None:
    r"""What a terminal sends for a key by our name; None for a key that no terminal has.

    >>> bytes_of("f"), bytes_of("up"), bytes_of("enter")
    ('f', '\x1b[A', '\r')
    """
    return press if len(press) == 1 else _sequences().get(press)


@cache
def _sequences() -> dict[str, str]:
    found: dict[str, str] = {"enter": "\r", "tab": "\t", "backspace": "\x7f", "space": " ", "escape": "\x1b"}
    for sequence, key in ANSI_SEQUENCES.items():
        if isinstance(key, Keys):
            found.setdefault(OUR_NAMES.get(key.value, key.value), sequence)
    return found
