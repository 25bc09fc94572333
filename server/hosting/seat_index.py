"""Finds the rooms a player holds a seat in without looking through all rooms."""

from __future__ import annotations

from collections.abc import Iterable


class SeatIndex:
    """The codes of the rooms in which each player holds a seat, longest first; kept up to date by the rooms."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._rooms: dict[int, dict[str, None]] = {}

    def of(self, player: int) -> tuple[str, ...]:
        """The codes of a player's rooms."""
        return tuple(self._rooms.get(player, ()))

    def add(self, player: int, code: str) -> None:
        """Add a seat that a player has taken."""
        self._rooms.setdefault(player, {})[code] = None

    def remove(self, player: int, code: str) -> None:
        """Remove a seat that a player has left."""
        mine = self._rooms.get(player, {})
        mine.pop(code, None)
        if not mine:
            self._rooms.pop(player, None)

    def clear(self, code: str) -> None:
        """Remove every seat of a room."""
        self.replace(code, ())

    def replace(self, code: str, players: Iterable[int]) -> None:
        """Replace everybody who holds a seat in a room by these players."""
        seated = frozenset(players)
        for player in self._rooms.keys() - seated:
            self.remove(player, code)
        for player in seated:
            self.add(player, code)
