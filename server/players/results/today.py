"""The time of day, by which records that memory alone keeps are dated; a database dates its own."""

from __future__ import annotations

import time


def unix_now() -> float:
    """The seconds since 1970."""
    return time.time()
