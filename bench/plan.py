"""How long and how often to measure."""

from __future__ import annotations

from dataclasses import dataclass

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


def quick(machine: Machine) -> Plan:
    """A plan for a first look: everything once and briefly."""
    return Plan(
        machine, warm_s=0.5, run_s=1.0, runs=1, rooms=(10, 100), connections=(200,), thinking_rooms=100,
        stored_rooms=100, idle_s=2.5,
    )  # fmt: skip
