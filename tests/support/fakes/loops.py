"""Event loops whose clock a test moves on, so that no test waits for time to pass."""

from __future__ import annotations

import asyncio


class LeapingLoop(asyncio.SelectorEventLoop):
    """The standard loop, sockets and all, with a clock that `leap` moves ahead."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead_s = 0.0

    def time(self) -> float:
        """The machine's seconds and all that was leapt over."""
        return super().time() + self._ahead_s

    def leap(self, seconds: float) -> None:
        self._ahead_s += seconds


def leap(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, LeapingLoop)
    loop.leap(seconds)
