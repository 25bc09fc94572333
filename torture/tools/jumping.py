"""`python -m torture.tools.jumping JUMP ...`: the server on a machine whose wall clock jumps."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from server import __main__ as server

HOUR_S = 3600.0
BEGUN_S = time.monotonic()
WALL = time.time


def forward(running_s: float) -> float:
    """It goes an hour forward once the server has run for a second."""
    return HOUR_S if running_s > 1 else 0.0


def back(running_s: float) -> float:
    """It goes an hour back then."""
    return -forward(running_s)


def to_and_fro(running_s: float) -> float:
    """It goes an hour forward and back again each second."""
    return HOUR_S if int(running_s) % 2 else -HOUR_S


JUMPS: Mapping[str, Callable[[float], float]] = {"forward": forward, "back": back, "to-and-fro": to_and_fro}


def jump(how: Callable[[float], float]) -> None:
    """Patch the wall clock of this process so that it jumps in that way."""

    def wall() -> float:
        return WALL() + how(time.monotonic() - BEGUN_S)

    time.time = wall
    time.time_ns = lambda: round(wall() * 1e9)


if __name__ == "__main__":
    jump(JUMPS[sys.argv.pop(1)])
    sys.exit(server.main())
