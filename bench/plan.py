"""How long and how often to measure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.machine import Machine


@dataclass(frozen=True, slots=True)
class Plan:
    """One benchmark: on what machine, for how long, with how many rooms."""

    machine: Machine
    warm_s: float = 2.0
    run_s: float = 3.0
    runs: int = 3
    rooms: tuple[int, ...] = (10, 100, 500, 1000)
    connections: tuple[int, ...] = (1000, 5000)
    thinking_rooms: int = 500
    stored_rooms: int = 1000
    idle_s: float = 5.0
    starts: int = 5
    flips: int = 20
    collections_s: float = 600.0

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """An empty folder on the disk under measurement, gone afterwards."""
        with TemporaryDirectory(prefix="parlour-bench-", dir=self.machine.folder, ignore_cleanup_errors=True) as folder:
            yield Path(folder)


def quick(machine: Machine) -> Plan:
    """A plan for a first look: everything once and briefly."""
    return Plan(
        machine, warm_s=0.5, run_s=1.0, runs=1, rooms=(10, 100), connections=(200,), thinking_rooms=100,
        stored_rooms=100, idle_s=2.5, starts=1, flips=5, collections_s=5.0,
    )  # fmt: skip
