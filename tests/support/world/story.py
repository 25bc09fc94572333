"""What happened in a world, line by line: to be read where something went wrong, and to compare two runs by."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256


class Story:
    """Collects the lines of one world."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Note the time of each line by `now`, in seconds."""
        self._now = now
        self._lines: list[tuple[float, str, str, tuple[object, ...]]] = []

    def tell(self, who: str, text: str, *about: object) -> None:
        """Somebody did something; the text is filled in only where it is read."""
        self._lines.append((self._now(), who, text, about))

    def lines(self) -> list[str]:
        """The whole story."""
        return [f"{at:9.3f}  {who:8}  {text.format(*about)}" for at, who, text, about in self._lines]

    def digest(self) -> str:
        """What two equal stories share."""
        return sha256("\n".join(self.lines()).encode()).hexdigest()
