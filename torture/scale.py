"""How hard the promises are tried: a little every day, and at full size now and then."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

SEED = 1
Store = Literal["sqlite", "postgres"]
MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of everything, and the seed that all chance follows from.

    Attributes:
        size: whether this is the slice of every day or the full proof.
        share: how much of the full proof, 1 being all of it.
        store: where servers keep everything, in proofs that try several.
    """

    size: Literal["everyday", "full"]
    share: float = 1.0
    seed: int = SEED
    store: Store = "sqlite"

    @property
    def patience(self) -> float:
        """How many times longer something may take: a slice shares its machine with other tests, so only the full proof
        judges times."""
        return inf if self.size == "everyday" else 1.0

    def of(self, everyday: int, full: int) -> int:
        """How many of something, at least one."""
        return everyday if self.size == "everyday" else max(1, round(full * self.share))

    def chance(self, use: str) -> random.Random:
        """A random generator for one use, which follows from the seed."""
        return random.Random(f"{self.seed} {use}")

    @contextmanager
    def folder(self, *, in_memory: bool = False) -> Iterator[Path]:
        """An empty folder where temporary files go, gone afterwards; in memory where there is a place for that."""
        place = MEMORY if in_memory and MEMORY.is_dir() else None
        with TemporaryDirectory(prefix="parlour-torture-", dir=place, ignore_cleanup_errors=True) as folder:
            yield Path(folder)


EVERYDAY = Scale("everyday")
