"""Knows which rooms belong to which other nodes, from what these say and from what was looked up."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Mapping
from math import inf

HANDED_OVER_S = 1.0
"""How long a room that was handed over is left to the node that is to claim it."""
REST_S = 60.0
"""How long a room that was claimed stays, wherever its people go."""


class RoomLocations:
    """The rooms of other nodes, as far as is known, and what went and came lately; mutable because rooms move.

    `sought` has the codes of rooms that are looked for, and `news` is set once another node may have one of them.
    """

    def __init__(self) -> None:
        self._now = asyncio.get_running_loop().time
        self._owners: dict[str, int] = {}
        self._handed_over: dict[str, float] = {}
        self._claimed_at: dict[str, float] = {}
        self.sought: Container[str] = ()
        self.news = asyncio.Event()

    def owner(self, code: str) -> int | None:
        """The other node that a room belongs to."""
        return self._owners.get(code)

    def codes(self) -> set[str]:
        """The codes of all rooms of other nodes."""
        return set(self._owners)

    def codes_of(self, node: int) -> set[str]:
        """The codes of the rooms that belong to a node."""
        return {code for code, owner in self._owners.items() if owner == node}

    def count_rooms(self, node: int) -> int:
        """How many rooms belong to a node."""
        return sum(owner == node for owner in self._owners.values())

    def note_owner(self, code: str, node: int | None) -> None:
        """Note that a room belongs to another node now, or to none that is known."""
        if node is None:
            self._owners.pop(code, None)
        else:
            self._owners[code] = node
        if code in self.sought:
            self.news.set()

    def note_found(self, owners: Mapping[str, int]) -> None:
        """Note which other nodes rooms belong to that were looked up, by their codes."""
        self._owners |= owners

    def note_refused(self, code: str, node: int) -> None:
        """Note that a room does not belong to a node, as that says."""
        if self._owners.get(code) == node:
            del self._owners[code]

    def forget_node(self, node: int) -> None:
        """Forget what belonged to a node that has gone."""
        for code in self.codes_of(node):
            del self._owners[code]

    # What went and came lately.

    def note_handed_over(self, code: str) -> None:
        """Note that a room is about to be nobody's, for another node to claim."""
        now = self._now()
        self._handed_over = {each: at for each, at in self._handed_over.items() if now - at <= HANDED_OVER_S}
        self._handed_over[code] = now

    def is_left_to_another(self, code: str) -> bool:
        """Whether a room was handed over less than HANDED_OVER_S ago, so that another node is about to claim it."""
        return self._now() - self._handed_over.get(code, -inf) <= HANDED_OVER_S

    def note_claimed(self, rooms: Iterable[str]) -> None:
        """Note that rooms of some names in the journal belong to this node now."""
        now = self._now()
        self._claimed_at = {room: at for room, at in self._claimed_at.items() if now - at < REST_S}
        self._claimed_at.update(dict.fromkeys(rooms, now))

    def has_just_come(self, room: str | None) -> bool:
        """Whether a room of this name in the journal was claimed less than REST_S ago."""
        return room in self._claimed_at and self._now() - self._claimed_at[room] < REST_S
