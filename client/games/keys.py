"""What a key is, and the keys that several games share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DIGITS = tuple("123456789")
SPEEDS = tuple("12345")


@dataclass(frozen=True, slots=True)
class Key:
    """A key and the typed command it stands for.

    Attributes:
        presses: the toolkit's names of the keys.
        shown: what they are called on the screen.
        label: what it does, in a word or two for the key bar; empty for a key that only the help lists.
        command: the command it stands for, as it could be typed; `{key}` is the key that was pressed.
        about: what it does, in a sentence for the help.
        asks: the question before it makes a move, or before it acts once a move has been made; a second press while
            the question is shown confirms. A function gives the question for the present view, "" for none.
    """

    presses: tuple[str, ...]
    shown: str
    label: str
    command: str
    about: str
    asks: str | Callable[[Any], str] = ""

    @property
    def aims(self) -> bool:
        """Whether it only marks something on the table."""
        return self.command.startswith(("aim ", "touch "))

    def typed(self, press: str) -> str:
        return self.command.format(key=press)


AUTOPLAY_KEYS = (
    Key(("a",), "a", "auto", "auto", "Play automatically, or stop."),
    Key(SPEEDS, "1-5", "", "auto {key}", "Play automatically, at a speed from slow to fast."),
    Key(("f",), "f", "next war", "on", "Skip to the next big moment."),
    Key(("F",), "F", "finish", "finish", "Play to the end at once, against computers."),
)
"""For games whose moves need no decision; such a game includes them in its own keys."""

HINT_KEY = Key(("h",), "h", "hint", "hint", "Ask what you might do, and why.")
PROSPECT_KEY = Key(("w",), "w", "can I win?", "prospect", "Ask whether you can still win.")
CONSULT_KEYS = (HINT_KEY, PROSPECT_KEY)
"""For games about which the server can be consulted; those that a game's own keys leave out are put behind them."""
