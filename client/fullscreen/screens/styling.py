"""The theme that the screen is drawn in, with as many colours as the terminal has."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.drawing import colours
from client.drawing.theme import NO_LOOKS, TOOLKITS, style
from client.drawing.theme_files import InvalidThemeError, ThemeFiles
from client.drawing.themes import THEMES, USUAL
from client.fullscreen.ui.state import UiState
from client.settings import Settings
from client.state.reading import known_game
from client.state.store import Said, Store

Remember = Callable[[str, str], None]
"""Saves a setting, by its name, with its new value."""

BUILT_IN_THEMES = ThemeFiles()


def own_styles(store: Store, ui: UiState) -> Mapping[str, str]:
    """The styles of the game on screen that no theme has."""
    table = ui.replay.table if ui.replay else store.seated.table if store.seated else None
    game = known_game(table.game) if table else None
    return game.drawing.styles or NO_LOOKS if game else NO_LOOKS


def forget(name: str, value: str) -> None:
    """Save nothing."""


class ActiveTheme:
    """The theme in use, which `change` replaces.

    Attributes:
        name: what it is called.
        style: what the toolkit draws with.
    """

    def __init__(
        self,
        settings: Settings,
        theme_files: ThemeFiles = BUILT_IN_THEMES,
        remember: Remember = forget,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Use the theme of the settings, or the usual one if that cannot be read."""
        self._complaint = ""
        self._theme_files = theme_files
        self._remember = remember
        self._depth = colours.depth(environ) if settings.color else 1
        self.name = settings.theme
        try:
            theme = theme_files.theme(self.name)
        except InvalidThemeError as error:
            self.name, theme = USUAL, THEMES[USUAL]
            self._complaint = f"{error} Using {USUAL} instead."
        self._theme, self._own = theme, NO_LOOKS
        self.style: Style = style(theme, self._depth)

    def take_complaint(self) -> str:
        """Why the theme of the settings is not in use; empty if it is, or this has been said."""
        complaint, self._complaint = self._complaint, ""
        return complaint

    def with_own(self, own: Mapping[str, str]) -> Style:
        """What the toolkit draws with, and the styles that the game on screen adds; made anew only for another game."""
        if own is not self._own:
            self._own = own
            self.style = style(self._theme, self._depth, own)
        return self.style

    @property
    def has_colour(self) -> bool:
        """Whether the terminal shows colours, and the settings allow them."""
        return self._depth > 1

    @property
    def depth(self) -> ColorDepth:
        """The number of colours, in the toolkit's terms, which does not look at COLORTERM by itself."""
        return TOOLKITS[self._depth]

    def change(self, name: str) -> Said:
        """Use another theme, or without a name the next one, and save that; gives what to say of it."""
        name = name or self._theme_files.following(self.name)
        try:
            self._theme = self._theme_files.theme(name)
        except InvalidThemeError as error:
            return Said(str(error), is_refusal=True)
        self.style = style(self._theme, self._depth, self._own)
        self.name = name
        self._remember("theme", name)
        return Said(f"The theme is {name}{'.' if self.has_colour else ', but this terminal shows no colours.'}")
