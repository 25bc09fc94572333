"""Decides who may watch a room: by the choice made when it was opened, and by how many watch already."""

from __future__ import annotations

from server.limits.settings import ServerLimits
from server.room.outputs import Refuse
from server.room.step import Room

CROWDED_S = 30.0
"""When to try again to watch a game that has as many spectators as may be."""


def refusal(room: Room, player: int, watchers: int, limits: ServerLimits) -> Refuse | None:
    """Say why a player cannot watch a room with so many watchers; None where they can. Seated players always can."""
    if room.seat_of(player) is not None:
        return None
    if room.setting.watch == "nobody":
        return Refuse("not-seated", f"Nobody may watch table {room.setting.code}; its players chose that.")
    if watchers >= limits.spectators:
        return Refuse("too-many", "As many watch this game as can. Come back later.", CROWDED_S)
    return None
