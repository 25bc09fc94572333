"""Resolves a pressed key to the Action that it stands for on the present screen."""

from __future__ import annotations

from dataclasses import dataclass

from client.commands import actions
from client.commands.verb_table import VERBS, CommandContext, Refusal, resolve
from client.fullscreen.ui import keys as k
from client.fullscreen.ui.active_keys import active_keys, usable_keys
from client.fullscreen.ui.state import UiState
from client.history import history_text
from client.state.store import Store
from client.state.table_view import is_tour, readable_table


@dataclass(frozen=True, slots=True)
class Resolved:
    """A pressed key, the command that it stands for, the Action or refusal of that, and whether it works now."""

    key: k.Key
    command: str
    action: actions.Action | Refusal
    works: bool


class Keymap:
    """The active keys of a Store and a UiState, and what each resolves to.

    It caches that, so that the key bar and a key press ask the game once.
    """

    def __init__(self, store: Store, ui: UiState) -> None:
        self.keys = active_keys(store, ui)
        self._store = store
        self._ui = ui
        self._place = CommandContext(store, ui.habits, ui.mark)
        self._entries: dict[str, list[k.Key]] = {}
        for key in self.keys if store.link.is_in_other_window else usable_keys(self.keys, ui):
            for press in key.presses:
                self._entries.setdefault(press, []).append(key)
        self._resolved: dict[str, Resolved | None] = {}

    def at(self, store: Store, ui: UiState) -> Keymap:
        """The keymap of a Store and a UiState: this one, as long as they are the same."""
        return self if store is self._store and ui is self._ui else Keymap(store, ui)

    def resolve(self, press: str) -> Resolved | None:
        """Resolve a key: to the first of its entries that works, or else the first of all, which says why not."""
        if press not in self._resolved:
            self._resolved[press] = self._find(press)
        return self._resolved[press]

    def is_on(self, key: k.Key) -> bool:
        """Whether pressing an entry's key does something now, even if by another entry of the same key."""
        return any(resolved.works for press in key.presses if (resolved := self.resolve(press)))

    def question(self, resolved: Resolved) -> str:
        """The question to confirm a key with; empty if it acts at once, or cannot act; in a tour nothing is lost."""
        key, seated = resolved.key, self._store.seated
        if not key.asks or not resolved.works or (seated is not None and is_tour(seated.table)):
            return ""
        if callable(key.asks):
            table = readable_table(seated) if seated else None
            return key.asks(table.view) if table else ""
        has_moved = seated is not None and seated.table.ply > 0
        return key.asks if has_moved or key.command.split()[0] not in VERBS else ""

    def _find(self, press: str) -> Resolved | None:
        first = None
        for key in self._entries.get(press, ()):
            command = key.typed(press)
            action = act_of(key, press, self._place, self._ui)
            if not isinstance(action, Refusal):
                return Resolved(key, command, action, works=True)
            first = first or Resolved(key, command, action, works=False)
        return first


def act_of(key: k.Key, press: str, place: CommandContext, ui: UiState) -> actions.Action | Refusal:
    """What an active key does when it is pressed, or why it can do nothing now."""
    why = _why_idle(key, ui)
    return Refusal(why) if why else resolve(key.typed(press), place)


def _why_idle(key: k.Key, ui: UiState) -> str:
    """Why a key of the list of finished games or of a replay can do nothing now; empty if it can."""
    panel = ui.under if ui.panel == "help" else ui.panel
    if panel == "history":
        return history_text.NOTHING if not ui.history and key in k.PANEL_KEYS["history"] else ""
    if panel or ui.replay is None:
        return ""
    if ui.replay.at == 0 and key.command in k.EARLIER:
        return "This is the beginning."
    return "This is the end." if ui.replay.at == ui.replay.last and key.command in k.LATER else ""
