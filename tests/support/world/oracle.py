"""What every room is and what everyone may be shown of it, judged from the durable journal alone.

The oracle folds the journal with a copy of the server's pure middle of its own, imported a second time, so that nothing
that is done to the running server's code, such as a planted bug, is done to the judge's.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec

PURE = (
    "room.disconnections",
    "room.inputs",
    "room.match.occupants",
    "room.model",
    "room.player_view",
    "room.replay",
    "room.step",
    "players.results.results",
    "players.sessions.routing",
)


@cache
def untouched() -> dict[str, ModuleType]:
    """A second import of the pure modules, beside those that the server runs, by their last name."""
    running = {name: sys.modules.pop(name) for name in tuple(sys.modules) if name.partition(".")[0] == "server"}
    try:
        return {name.rpartition(".")[2]: import_module(f"server.{name}") for name in PURE}
    finally:
        for name in tuple(sys.modules):
            if name.partition(".")[0] == "server":
                del sys.modules[name]
        sys.modules.update(running)


class Chronicle:
    """One room's journal as it grows: the room after each entry, and when that happened."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rooms: list[Any] = []
        self.events: list[Any] = []
        self.times: list[float] = []
        self._shown: dict[tuple[int, int | None], dict[str, Any]] = {}

    @property
    def room(self) -> Any:
        return self.rooms[-1]

    def add(self, entry: bytes) -> Any:
        """Apply the next entry to the room, and return its input. Raises the copied module's ReplayError."""
        replay = untouched()["replay"]
        at, event = replay.unpack(entry)
        steps = replay.continue_replay(self.room, [entry]) if self.rooms else replay.history([entry])
        self.rooms.append(next(steps)[0])
        self.events.append(event)
        self.times.append(at)
        return event

    def at(self, number: int, head: str) -> Any:
        """The newest room with this head of that game; None where it never was."""
        for seq in range(len(self.rooms), 0, -1):
            shown = self.table(seq, None)
            if (shown["number"], shown["head"]) == (number, head):
                return self.rooms[seq - 1]
        return None

    def table(self, seq: int, seat: int | None) -> dict[str, Any]:
        """The Table of the room after entry `seq` as a seat or a spectator gets it, but for its times."""
        shown = self._shown.get((seq, seat))
        if shown is None:
            table = untouched()["player_view"].table(self.rooms[seq - 1], seat, self.times[seq - 1])
            shown = self._shown[seq, seat] = timeless(plain(table))
        return shown

    def deal(self, seq: int) -> dict[str, Any] | None:
        """How the room's newest dealing stands after entry `seq`."""
        deal = untouched()["player_view"].deal(self.rooms[seq - 1])
        return None if deal is None else plain(deal)

    def finishes(self) -> list[Any]:
        """Return the ends of all its games."""
        results = untouched()["results"]
        steps = zip(self.rooms, self.rooms[1:], self.times[1:], strict=False)
        return [
            results.GameEnd(self.name, before, after, at)
            for before, after, at in steps
            if results.finishers(before, after)
        ]


class Oracle:
    """All that has become durable so far.

    `chronicles` are by the name a room's journal is kept under, `newest` the newest of those names by a room's code.
    """

    def __init__(self) -> None:
        self.chronicles: dict[str, Chronicle] = {}
        self.newest: dict[str, str] = {}

    def of(self, code: str) -> Chronicle | None:
        """The newest room of a code."""
        name = self.newest.get(code)
        return None if name is None else self.chronicles[name]

    def open(self) -> list[Chronicle]:
        return [chronicle for chronicle in self.chronicles.values() if not chronicle.room.closed]


def plain(message: Any) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(message))
    return value


def timeless(table: dict[str, Any]) -> dict[str, Any]:
    """A Table without what depends on when it is made."""
    kept = _untimed(table)
    kept["totals"] = [total is None for total in table["totals"]]
    kept["away"] = [_untimed(absence) for absence in table["away"]]
    kept["request"] = table["request"] and _untimed(table["request"])
    return kept


def _untimed(fields: dict[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in fields.items() if not field.endswith("_s")}
