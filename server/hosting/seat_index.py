"""Finds the rooms a player holds a seat in without looking through all rooms."""

from __future__ import annotations

from collections.abc import Iterable


class SeatIndex:
    """The codes of the rooms in which each player holds a seat, longest first; kept up to date by the rooms."""

    def __init__(self) -> None:
        self._rooms: dict[int, dict[str, None]] = {}

    def of(self, player: int) -> tuple[str, ...]:
        return tuple(self._rooms.get(player, ()))

    def add(self, player: int, code: str) -> None:
        self._rooms.setdefault(player, {})[code] = None

    def remove(self, player: int, code: str) -> None:
        mine = self._rooms.get(player, {})
        mine.pop(code, None)
        if not mine:
            self._rooms.pop(player, None)

    def replace(self, code: str, players: Iterable[int]) -> None:
        """Replace everybody who holds a seat in a room by these players."""
        seated = frozenset(players)
        for player in self._rooms.keys() - seated:
            self.remove(player, code)
        for player in seated:
            self.add(player, code)
