"""Keys pressed before there is anything on the screen that they could act on: kept until there is."""

from __future__ import annotations

from client.fullscreen.ui import keys as k
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.state.store import Store

KEPT = 8
"""How many are kept; who presses more than that means none of them."""

Pressed = tuple[str, str]
"""A key by the toolkit's name, and the text that it writes."""


class TypeAhead:
    """The keys that wait for the first screen. Mutable: they come, until that is there once and for all."""

    def __init__(self) -> None:
        """Wait for the first screen."""
        self._pressed: list[Pressed] = []
        self._is_over = False

    def keeps(self, key: str, text: str, ui: UiState, keymap: Keymap) -> bool:
        """Whether a key is kept for later. Those of everywhere are not, nor those for what has been opened already."""
        if self._is_over or ui.typing is not None or ui.panel or ui.replay is not None or ui.is_cramped:
            return False
        at_once = keymap.resolve(key)
        if at_once is not None and at_once.key.command == "back":
            self._pressed.clear()  # whoever goes back wants nothing of it any more
            return False
        if at_once is not None and at_once.key in k.GLOBAL_KEYS:
            return False
        if len(self._pressed) < KEPT:
            self._pressed.append((key, text))
        return True

    def due(self, store: Store, *, awaits_table: bool) -> tuple[Pressed, ...]:
        """The keys to be pressed now, all at once; `awaits_table` says that the client was started to go to one."""
        has_lobby = store.room is None and store.lobby is not None and (not awaits_table or store.refused)
        if self._is_over or (store.seated is None and not has_lobby):
            return ()
        self._is_over = True
        pressed, self._pressed = tuple(self._pressed), []
        return pressed
