"""Measures without the garbage collector, which stops everybody for as long as it looks through all that is kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect what there is, and then nothing until the end."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
