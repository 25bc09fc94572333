"""The topics: what there is to prove, each in a module of its name.

A module has `prove(scale)`, plain or async, which returns its Findings. `python -m torture.topics TOPIC` proves one and
prints its findings as lines of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import json
from dataclasses import asdict, dataclass
from importlib import import_module

import uvloop

from torture.finding import Finding
from torture.scale import SEED, Scale, Store


@dataclass(frozen=True, slots=True)
class Topic:
    """What a module proves: its folder, the promises that it tries, how, in how many seconds, and on which stores."""

    folder: str
    promises: tuple[str, ...]
    about: str
    limit_s: float = 600.0
    stores: tuple[Store, ...] = ("sqlite",)


BOTH: tuple[Store, ...] = ("sqlite", "postgres")


TOPICS: dict[str, Topic] = {
    "kills": Topic(
        "durability",
        ("P1", "P2"),
        "the server is killed while eight people play at full speed",
        limit_s=1200,
        stores=BOTH,
    ),
    "restarts": Topic("durability", ("P1",), "the server is killed with a thousand rooms open", stores=BOTH),
    "order": Topic("durability", ("P1",), "every write, sync and word of a server in its order", stores=BOTH),
    "repeats": Topic("durability", ("P3",), "commands are sent again and again", stores=BOTH),
    "cuts": Topic("network", ("P4",), "sessions are cut at every byte", limit_s=1800),
    "returns": Topic("network", ("P4",), "people are cut off at random and come back", stores=BOTH),
    "readers": Topic("network", ("P5",), "spectators who read nothing, or hardly anything"),
    "floods": Topic("network", ("P5",), "clients that send without end"),
    "crashes": Topic("robustness", ("P6",), "a game fails in one room", stores=BOTH),
    "copies": Topic("durability", ("P1",), "copies are taken while people play, and gone back to", stores=BOTH),
    "disks": Topic("durability", ("P13",), "the disk is full, read-only or damaged", stores=BOTH),
    "frames": Topic("robustness", ("P7",), "frames that are damaged in every way"),
    "legality": Topic("robustness", ("P7",), "every command in states that games come to", limit_s=1200),
    "twins": Topic("secrets", ("P8",), "two worlds that look the same", limit_s=1200),
    "canaries": Topic("secrets", ("P8",), "secrets looked for in all that leaves the server", stores=BOTH),
    "dealing": Topic("secrets", ("P9",), "games verified, honest and tampered with"),
    "stops": Topic("durability", ("P10",), "the server is told to stop and started again", limit_s=900, stores=BOTH),
    "crowds": Topic("network", ("P11",), "crowds that are not let in"),
    "spam": Topic("network", ("P11",), "people who talk or ask for tables without end"),
    "attacks": Topic("attacks", ("P11",), "what an attacker once tried, tried again", limit_s=1200),
    "clocks": Topic("robustness", ("P14",), "the wall clock jumps while time runs", stores=BOTH),
    "worlds": Topic(
        "robustness", ("P1", "P2", "P3", "P4", "P14"), "simulated worlds in which everything goes wrong", limit_s=3000
    ),
    "clusters": Topic("robustness", ("P16",), "simulated worlds of several nodes", limit_s=4800),
    "portal": Topic("visitors", ("P15",), "people who come by OpenSSH and in a browser", limit_s=900),
    "postgres": Topic(
        "durability", ("P1", "P2"), "PostgreSQL is killed, and cut off, while eight people play", limit_s=1200
    ),
    "nodes": Topic("cluster", ("P1", "P10", "P16"), "nodes of a cluster fail while people play", limit_s=5400),
    "engines": Topic("cluster", ("P1", "P14", "P16"), "PostgreSQL fails under the nodes of a cluster", limit_s=2400),
    "replayed": Topic("durability", ("P12",), "journals replayed in other interpreters"),
}
"""In the order in which they are run."""


def prove(name: str, scale: Scale) -> list[Finding]:
    proof = import_module(f"torture.{TOPICS[name].folder}.{name}").prove
    if not inspect.iscoroutinefunction(proof):
        return list(proof(scale))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return list(runner.run(proof(scale)))


def main() -> None:
    """Prove the topic of the command line. An exception that stops it is the last line on stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("topic")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--store", choices=BOTH, default="sqlite")
    chosen = parser.parse_args()
    for finding in prove(chosen.topic, Scale("full", chosen.share, chosen.seed, chosen.store)):
        print(json.dumps(asdict(finding)), flush=True)


if __name__ == "__main__":
    main()
