"""Work that is shared out over the cores of the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from torture.scale import Scale

Part = TypeVar("Part")
Result = TypeVar("Result")


def spread(scale: Scale, work: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """Do the work on each part and return the results in order; an everyday slice is done in this process."""
    if scale.size == "everyday":
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, parts)


def chunks(number: int, size: int) -> list[int]:
    """So many of something in parts of a size, the last one perhaps smaller."""
    whole, rest = divmod(number, size)
    return [size] * whole + [rest] * bool(rest)
