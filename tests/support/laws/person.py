"""Somebody before a client's screen, who types, presses keys and clicks, and what they are told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from client.commands import actions
from client.commands.verb_table import VERBS, CommandContext, read
from client.fullscreen import update
from client.fullscreen.ui.state import UiState
from client.games.keys import Key
from client.state.store import Said, Store
from engines.game import IllegalMoveError
from protocol import messages as m

LONGEST_SENTENCE = 256
"""In characters: what people are told at once."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody before a screen. `moves` are the moves they sent, and `told` is the last sentence they were told."""

    store: Store
    ui: UiState
    moves: tuple[str, ...] = ()
    told: str = ""

    def type(self, line: str) -> Person:
        """Type a command, or click on what stands for it."""
        return self._after(update.run(self.store, self.ui, line))

    def press(self, key: str) -> Person:
        return self._after(update.press(self.store, self.ui, key, key if len(key) == 1 else ""))

    def read(self, line: str) -> actions.Action:
        """What a command means to them. Raises ValueError."""
        return read(line, CommandContext(self.store, self.ui.habits, self.ui.mark))

    def move_of(self, line: str) -> str:
        """The move that a command makes; empty for none."""
        try:
            action = self.read(line)
        except ValueError:
            return ""
        return action.move if isinstance(action, m.Play) else ""

    def understands(self, line: str) -> bool:
        """Whether a command means something, even if a rule forbids it now."""
        try:
            self.read(line)
        except IllegalMoveError:
            return True
        except ValueError as error:
            return line.split()[0] in VERBS.keys() - {"move", "pick", "touch"} and is_shown(str(error))
        return True

    def _after(self, step: update.Update) -> Person:
        moves = tuple(effect.move for effect in step.effects if isinstance(effect, m.Play))
        told = next((effect.text for effect in step.effects[::-1] if isinstance(effect, Said)), "")
        return Person(replace(self.store, sentence=told), step.ui, (*self.moves, *moves), told)


def keys_named(written: str, keys: Iterable[Key]) -> list[str | None]:
    """The keys that a text such as "f 0 1" or "Tab Tab" names, as the toolkit calls them; None for one that is none."""
    return [_press(word, tuple(keys)) for word in written.split()]


def _press(word: str, keys: tuple[Key, ...]) -> str | None:
    pressed = (press for key in keys for press in key.presses if word in (press, key.shown))
    return next(pressed, None)


def is_sentence(text: str) -> bool:
    """Whether it can be read out as it is."""
    return is_shown(text) and (text.endswith((".", "!", "?")) or ": " in text)


def is_shown(text: str) -> bool:
    """Whether it can be shown to people as it is."""
    return 1 <= len(text) <= LONGEST_SENTENCE and text.isprintable() and text.strip() == text
