"""What the screen wears: its theme, in as many colours as the terminal has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.drawing import colours
from client.drawing.theme import TOOLKITS, style
from client.drawing.theme_files import InvalidThemeError, ThemeFiles
from client.drawing.themes import THEMES, USUAL
from client.settings import Settings
from client.state.store import Said

Remember = Callable[[str, str], None]
"""What keeps a setting, by its name, and what it is from now on."""

EVERYBODYS = ThemeFiles()


def forget(name: str, value: str) -> None:
    """Keep nothing."""


class ActiveTheme:
    """The theme that is worn. Mutable: it can be changed.

    Attributes:
        style: what the toolkit draws with.
        complaint: why the theme that was asked for at the start is not worn; nothing where it is.
    """

    def __init__(
        self, settings: Settings, wardrobe: ThemeFiles, remember: Remember, environ: Mapping[str, str]
    ) -> None:
        self.complaint = ""
        self._wardrobe = wardrobe
        self._remember = remember
        self._depth = colours.depth(environ) if settings.color else 1
        self._name = settings.theme
        try:
            theme = wardrobe.theme(self._name)
        except InvalidThemeError as error:
            self._name, theme = USUAL, THEMES[USUAL]
            self.complaint = f"{error} Everything is drawn in {USUAL}."
        self.style: Style = style(theme, self._depth)

    @property
    def has_colour(self) -> bool:
        """Whether the terminal shows colours, and may."""
        return self._depth > 1

    @property
    def depth(self) -> ColorDepth:
        """How many, as the toolkit calls it; left alone, it does not look at COLORTERM."""
        return TOOLKITS[self._depth]

    def change(self, name: str) -> Said:
        """Wear another theme, or without a name the next one, now and from now on; what there is to say of it."""
        name = name or self._wardrobe.following(self._name)
        try:
            self.style = style(self._wardrobe.theme(name), self._depth)
        except InvalidThemeError as error:
            return Said(str(error), is_refusal=True)
        self._name = name
        self._remember("theme", name)
        return Said(f"The theme is {name}{'.' if self.has_colour else ', though there are no colours to see it by.'}")
