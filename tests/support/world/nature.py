"""Randomness and the time of day as the machine would give them, drawn from the seed instead."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch


@contextmanager
def nature(seed: int, time_of_day: Callable[[], float]) -> Iterator[None]:
    """Let everybody who asks the machine for secret bytes, or for the time of day, get what the seed says."""
    chance = Random(f"{seed} secrets")

    def token_bytes(nbytes: int | None = None) -> bytes:
        return chance.randbytes(32 if nbytes is None else nbytes)

    with patch.object(secrets, "token_bytes", token_bytes), patch.object(time, "time", time_of_day):
        yield


class WallClock:
    """The wall clock, which somebody sets now and then."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Show a day in 2026, and go on by `now`, in seconds."""
        self._now = now
        self._offset = 1_790_000_000.0

    def __call__(self) -> float:
        """Seconds since 1970, as far as anybody can tell."""
        return self._now() + self._offset

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock forward, or back."""
        self._offset += seconds
