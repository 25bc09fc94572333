"""Remembers the last keys and events of a run, in memory alone, so that a crash report can tell what led to it.

Nothing that anybody wrote is remembered: of a key its name, and of one in a text not even that; of an event its kind.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from client.state.store import Happening, Link, Sent
from protocol import messages as m

MAX_CRUMBS = 200
TEXT = "text"
"""Stands for every key that writes into a text."""


class Breadcrumbs:
    """The last keys and events, each with the seconds since the program began; the oldest go first."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began = now()
        self._crumbs: deque[tuple[float, str]] = deque(maxlen=MAX_CRUMBS)

    def add_key(self, key: str, *, is_text: bool) -> None:
        """Remember a key by the toolkit's name; `is_text` says that it went into a text."""
        self._add(f"key {TEXT if is_text else key}")

    def add_line(self) -> None:
        """Remember that a line was typed, whatever it was."""
        self._add(f"line {TEXT}")

    def add_command(self, verb: str) -> None:
        """Remember a click, by the verb of its command."""
        self._add(f"click {verb}")

    def add_event(self, happening: Happening) -> None:
        """Remember what came of the server, or of this side, by its kind."""
        self._add(f"event {_kind_of(happening)}")

    def lines(self) -> tuple[str, ...]:
        """A line for each, the oldest first."""
        return tuple(f"{at:9.3f} s  {what}" for at, what in self._crumbs)

    def _add(self, what: str) -> None:
        self._crumbs.append((self._now() - self._began, what))


def _kind_of(happening: Happening) -> str:
    match happening:
        case Link(state=state):
            return f"link {state}"
        case Sent(command=command):
            return f"sent {_tag(command)}"
        case m.Message():
            return _tag(happening)
        case _:
            return type(happening).__name__.lower()


def _tag(message: m.Message) -> str:
    return str(type(message).__struct_config__.tag)
