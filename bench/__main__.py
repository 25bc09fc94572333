"""`python -m bench`: measure a real server on this machine and print the figures beside what is aimed for."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace

import uvloop

from bench import figure
from bench.client import calls, minutes, portal, screens
from bench.computers import boards
from bench.figure import Figure
from bench.machine import Machine, look_around
from bench.plan import Plan, quick
from bench.server import beside, computers, disk, ends, garbage, nodes, rest, rooms, sizes, starts, thinking

Measurement = Callable[[Plan], AsyncIterator[Figure]]

EXIT_INTERRUPTED = 130
MEASUREMENTS: dict[str, Measurement] = {
    "rooms": rooms.full_speed,
    "thinking": thinking.thinking,
    "bytes": sizes.sizes,
    "ends": ends.ends,
    "beside": beside.beside_computers,
    "memory": rest.seated_memory,
    "journal": disk.journal,
    "nodes": nodes.nodes,
    "starts": starts.starts,
    "client": screens.client,
    "minutes": minutes.first_minutes,
    "portal": portal.portal,
    "computers": computers.computers,
    "boards": boards.boards,
    "calls": calls.calls,
    "garbage": garbage.collections,
}
ONLY_ASKED = ("garbage",)
"""What takes too long to be measured with everything."""


def main() -> int:
    """Measure what the command line asks for."""
    chosen = _arguments().parse_args()
    # Programs are compiled once, as everywhere else: without that, each start would compile what has changed since.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    machine = look_around()
    plan = quick(machine) if chosen.quick else Plan(machine)
    if chosen.rooms:
        plan = replace(plan, rooms=tuple(chosen.rooms))
    if not chosen.json:
        print(machine.describe(), figure.HEADING, sep="\n", flush=True)
    names = chosen.only or [name for name in MEASUREMENTS if name not in ONLY_ASKED]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_measure([MEASUREMENTS[name] for name in names], plan, as_json=chosen.json))
        except (KeyboardInterrupt, asyncio.CancelledError):
            return EXIT_INTERRUPTED
    return 0


async def _measure(measurements: Iterable[Measurement], plan: Plan, *, as_json: bool) -> None:
    """Take one measurement after the other. Told to stop, it does so in good order, and leaves no server behind."""
    own = asyncio.current_task()
    assert own is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, own.cancel)
    for measurement in measurements:
        await _report(measurement(plan), plan.machine if as_json else None)


async def _report(figures: AsyncIterator[Figure], machine: Machine | None) -> None:
    """Print each figure as soon as it is known: as JSON when a machine is given to go with it."""
    async for measured in figures:
        print(figure.line(measured, machine) if machine else figure.row(measured), flush=True)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--only",
        action="append",
        choices=MEASUREMENTS,
        metavar="NAME",
        help="one of %(choices)s; the last takes ten minutes",
    )
    parser.add_argument("--quick", action="store_true", help="everything once and briefly, for a first look")
    parser.add_argument("--rooms", action="append", type=int, metavar="N", help="the sizes that `rooms` measures")
    return parser


if __name__ == "__main__":
    sys.exit(main())
