"""Holds the keys that are pressed before the first screen has come, and releases them then."""

from __future__ import annotations

from client.fullscreen.ui import keys as k
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.state.store import Store

MAX_KEYS = 8
"""How many keys are held; whoever presses more than that means none of them."""

Pressed = tuple[str, str]
"""A key by the toolkit's name, and the text that it writes."""


class TypeAhead:
    """Collects the keys that are pressed until the first screen has come.

    `awaits_table` says that the client was started to go to a table.
    """

    def __init__(self) -> None:
        self._pressed: list[Pressed] = []
        self._is_over = False
        self.awaits_table = False

    def hold(self, key: str, text: str, ui: UiState, keymap: Keymap) -> bool:
        """Hold a key for later; says whether. Keys that work everywhere, or in what is already open, are not held."""
        if self._is_over or ui.typing is not None or ui.panel or ui.replay is not None or ui.is_cramped:
            return False
        resolved = keymap.resolve(key)
        if resolved is not None and resolved.key.command == "back":
            self._pressed.clear()  # whoever goes back wants nothing of it any more
            return False
        if resolved is not None and resolved.key in k.ELSEWHERE_KEYS:
            self._pressed.clear()  # what came before the question was meant for another screen
            return False
        if resolved is not None and resolved.key in k.GLOBAL_KEYS:
            return False
        if len(self._pressed) < MAX_KEYS:
            self._pressed.append((key, text))
        return True

    def release(self, store: Store) -> tuple[Pressed, ...]:
        """Give all keys once the first screen has come."""
        has_lobby = store.room is None and store.lobby is not None and (not self.awaits_table or store.refused)
        if self._is_over or (store.seated is None and not has_lobby):
            return ()
        self._is_over = True
        pressed, self._pressed = tuple(self._pressed), []
        return pressed
