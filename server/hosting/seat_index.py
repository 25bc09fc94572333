"""Where everybody sits, kept for finding it fast."""

from __future__ import annotations

from collections.abc import Iterable


class SeatIndex:
    """Which rooms each player holds a seat in, longest first. Mutable: an index, kept by the rooms."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._rooms: dict[int, dict[str, None]] = {}

    def of(self, player: int) -> tuple[str, ...]:
        """The codes of a player's rooms."""
        return tuple(self._rooms.get(player, ()))

    def add(self, player: int, code: str) -> None:
        """A player has sat down."""
        self._rooms.setdefault(player, {})[code] = None

    def remove(self, player: int, code: str) -> None:
        """A player has stood up."""
        mine = self._rooms.get(player, {})
        mine.pop(code, None)
        if not mine:
            self._rooms.pop(player, None)

    def clear(self, code: str) -> None:
        """Nobody holds a seat in a room any longer."""
        self.replace(code, ())

    def replace(self, code: str, players: Iterable[int]) -> None:
        """Take these players, and nobody else, for those who hold a seat in a room."""
        seated = frozenset(players)
        for player in self._rooms.keys() - seated:
            self.remove(player, code)
        for player in seated:
            self.add(player, code)
