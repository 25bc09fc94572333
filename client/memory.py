"""What is remembered from one run of the client to the next: the game played last, every game's
last options, and who is muted.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from client.habits import Habits

HABITS_FILE = "habits.json"


@dataclass(frozen=True, slots=True)
class Memory:
    """The file of habits. Losing it costs a keypress, so a disk that refuses it is no one's trouble."""

    path: Path

    def recall(self) -> Habits:
        """The habits of last time; none where the file is missing or unreadable."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Habits)
        except (OSError, msgspec.DecodeError):
            return Habits()

    def keep(self, habits: Habits) -> None:
        """Write them down for next time."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary = self.path.with_suffix(".new")
            temporary.write_bytes(msgspec.json.encode(habits))
            temporary.replace(self.path)
