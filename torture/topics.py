"""The topics: what there is to prove, one module of this folder for each.

A module has `prove(scale)`, plain or async, which returns its Findings.
"""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass
from importlib import import_module

import uvloop

from torture.finding import Finding
from torture.scale import Scale


@dataclass(frozen=True, slots=True)
class Topic:
    """What a module proves: which promises it tries, how, and how many seconds it may take in full."""

    promises: tuple[str, ...]
    about: str
    limit_s: float = 600.0


TOPICS: dict[str, Topic] = {
    "kills": Topic(("P1", "P2"), "the server is killed while eight people play at full speed", limit_s=1200),
    "restarts": Topic(("P1",), "the server is killed with a thousand rooms open"),
    "order": Topic(("P1",), "every write, sync and word of a server in its order"),
    "repeats": Topic(("P3",), "commands are sent again and again"),
    "cuts": Topic(("P4",), "sessions are cut at every byte", limit_s=1800),
    "returns": Topic(("P4",), "people are cut off at random and come back"),
    "readers": Topic(("P5",), "spectators who read nothing, or hardly anything"),
    "floods": Topic(("P5",), "clients that send without end"),
    "crashes": Topic(("P6",), "a game fails in one room"),
    "disks": Topic(("P13",), "the disk is full, read-only or damaged"),
    "frames": Topic(("P7",), "frames that are damaged in every way"),
    "legality": Topic(("P7",), "every command in states that games come to", limit_s=1200),
    "twins": Topic(("P8",), "two worlds that look the same", limit_s=1200),
    "canaries": Topic(("P8",), "secrets looked for in all that leaves the server"),
    "dealing": Topic(("P9",), "games verified, honest and tampered with"),
    "stops": Topic(("P10",), "the server is told to stop and started again", limit_s=900),
    "crowds": Topic(("P11",), "crowds that are not let in"),
    "spam": Topic(("P11",), "people who talk or ask for tables without end"),
    "clocks": Topic(("P14",), "the wall clock jumps while time runs"),
    "worlds": Topic(("P1", "P2", "P3", "P4", "P14"), "simulated worlds in which everything goes wrong", limit_s=3000),
    "replayed": Topic(("P12",), "journals replayed in other interpreters"),
}
"""In the order in which they are run."""


def prove(name: str, scale: Scale) -> list[Finding]:
    """What a topic comes to."""
    proof = import_module(f"torture.{name}").prove
    if not inspect.iscoroutinefunction(proof):
        return list(proof(scale))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return list(runner.run(proof(scale)))
