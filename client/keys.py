"""What the keys do: tables of plain values. The key bar, the help and the bindings are all made from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A key and the typed command it stands for.

    Attributes:
        presses: the toolkit's names of the keys that do it, the one to show first.
        shown: what the key is called on the screen.
        label: what it does, in a word or two for the key bar; empty where it stands in the help alone.
        command: the command it stands for, as it could be typed.
        about: what it does, in a sentence for the help.
    """

    presses: tuple[str, ...]
    shown: str
    label: str
    command: str
    about: str
