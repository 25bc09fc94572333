"""The themes to choose from: the built-in ones, and the player's own files of shades in a folder."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from client.drawing.grammar import join_words
from client.drawing.suggest import guess
from client.drawing.themes import THEMES, USUAL, Theme

BASED_ON = "based_on"
"""The key that names the built-in theme a file changes; by default the usual one."""
MAX_BYTES = 64 * 1024
"""No theme is longer: each shade is a short line."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}")
_SHADE = re.compile(r"#[0-9a-fA-F]{6}")


class InvalidThemeError(ValueError):
    """The theme does not exist, or its file cannot be used; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class ThemeFiles:
    """All themes; `folder` has the player's own, if any."""

    folder: Path | None = None

    def names(self) -> tuple[str, ...]:
        """All names: the built-in ones, then the player's own in alphabetical order. A file hides no built-in theme."""
        own = {path.stem for path in self.folder.glob("*.toml")} if self.folder else set()
        return (*THEMES, *sorted(name for name in own - set(THEMES) if _NAME.fullmatch(name)))

    def theme(self, name: str) -> Theme:
        """The theme of that name. Raises InvalidThemeError."""
        if name in THEMES:
            return THEMES[name]
        if self.folder is None or name not in self.names():
            known = self.names()
            raise InvalidThemeError(
                f"There's no theme {name[:40]!r}{guess(name, known, f'; there is {join_words(known)}.')}"
            )
        return _read(self.folder / f"{name}.toml")

    def following(self, name: str) -> str:
        """The name of the next theme; the first after the last."""
        names = self.names()
        return names[(names.index(name) + 1) % len(names)] if name in names else USUAL


def _read(path: Path) -> Theme:
    try:
        written = tomllib.loads(_text(path))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidThemeError(f"The theme {path} can't be read: {str(error).rstrip('.')}.") from None
    base = written.pop(BASED_ON, USUAL)
    if base not in THEMES:
        names = join_words(tuple(THEMES))
        raise InvalidThemeError(f"The theme {path} is based on {_quote(base)}, which is none of {names}.")
    for part, shade in written.items():
        if part not in THEMES[base]:
            raise InvalidThemeError(
                f"The theme {path} has a part {part[:40]!r}{guess(part, THEMES[base], '; there is none.')}"
            )
        if not (isinstance(shade, str) and _SHADE.fullmatch(shade)):
            raise InvalidThemeError(f"The theme {path} has no shade for {part}: {_quote(shade)} is not like '#9ad1f5'.")
    return {**THEMES[base], **{part: shade.lower() for part, shade in written.items()}}


def _text(path: Path) -> str:
    """What a file says. Raises OSError, or ValueError where that is no text or too much of it."""
    if not path.is_file():
        raise ValueError("it is no file")
    with path.open("rb") as file:
        written = file.read(MAX_BYTES + 1)
    if len(written) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES // 1024} KiB")
    return written.decode()


def _quote(value: object) -> str:
    """A value in a sentence: the start of a long one."""
    return f"{str(value)[:40]!r}" if isinstance(value, str) else f"{value!r:.40}"
