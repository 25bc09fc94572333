"""The server's figures at one moment, as plain numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from server.ops.histogram import Histogram


@dataclass(frozen=True, slots=True)
class ServerCounts:
    """The server's figures at one moment. Everything that only grows counts from the server's start.

    `decisions` are what computers chose, by game and level; `late_s` and `worst_s` say how late the event loop was the
    last time anybody looked, and the most it ever was.
    """

    connections: int
    players: int
    rooms: int
    parked: int
    moves: int
    refusals: dict[str, int]
    malformed: int
    rebuilt: int
    commits: int
    stored: int
    thinking: int
    waiting: int
    decisions: Mapping[tuple[str, str], Histogram]
    failures: int
    skipped: int
    late_s: float
    worst_s: float
