"""`python -m bench.peers`: measure other game servers beside ours, in turns within one run."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain

import uvloop

from bench import figure
from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Busy, Sample, median_sample
from bench.load.process import Listening
from bench.machine import look_around
from bench.peers import node
from bench.peers.player import BoardgamePlayer, ColyseusPlayer, PeerPlayer
from bench.plan import Plan, quick
from bench.server import rooms
from bench.server.rooms import Runs

OURS, ECHO = "Parlour", "echo"
PEERS: dict[str, type[PeerPlayer]] = {"Colyseus": ColyseusPlayer, "boardgame.io": BoardgamePlayer}
SCRIPTS = {"Colyseus": "colyseus", "boardgame.io": "boardgame"}
SIZES = (10, 100, 500, 1000)
NOT_THE_SAME = """\
Not the same: Parlour checks a hash chain, stores each move on disk before it shows it, and keeps clocks, results and a
fair deal; the others keep all in memory. Their War has no wars: equal cards are nobody's. Their next game begins by
itself; ours is asked for by both and dealt anew. Colyseus sends what changed, in a schema; boardgame.io its whole
state, as JSON; ours what changed, as msgpack."""


def main() -> int:
    """Measure what the command line asks for; 1 where the others cannot be run."""
    chosen = _arguments().parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        versions = node.install()
    except node.PeersMissingError as error:
        print(error, file=sys.stderr)
        return 1
    machine = look_around()
    plan = replace(quick(machine) if chosen.quick else Plan(machine), rooms=tuple(chosen.rooms or SIZES))
    print(machine.describe(), versions, NOT_THE_SAME, figure.HEADING, sep="\n", flush=True)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_report(plan))
    return 0


async def _report(plan: Plan) -> None:
    async for measured in measure(plan):
        print(figure.row(measured), flush=True)


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Moves per second and what one costs, of every server at every size."""
    for size in plan.rooms:
        for measured in figures(size, await _take_turns(plan, size)):
            yield measured


def figures(size: int, runs: Mapping[str, Sequence[Sample]]) -> Iterator[Figure]:
    """The figures of one size, and ours over each other server's."""
    echoes = runs[ECHO]
    yield Figure(f"echo, {2 * size} connections", median_sample(echoes).per_s, "/s")
    for name in (OURS, *PEERS):
        sample, beside = median_sample(runs[name]), Runs(echoes, runs[name])
        ratio = beside.ratio(lambda run: run.per_s)
        note = rooms.describe_use(sample)
        yield Figure(f"{name}, {size} rooms", sample.per_s, "/s", ratio=ratio, is_spoilt=beside.is_spoilt, note=note)
        yield Figure(f"{name}, {size} rooms, server's time per move", sample.cost_us, "us")
        yield Figure(f"{name}, {size} rooms, bytes to each player per move", sample.bytes / 2, "B")
    for name in PEERS:
        beside = Runs(runs[name], runs[OURS])
        yield Figure(f"{OURS} over {name}, {size} rooms", beside.ratio(lambda run: run.per_s), "x")


async def _take_turns(plan: Plan, size: int) -> dict[str, list[Sample]]:
    cores = plan.machine.server_cores
    with ExitStack() as stack:
        servers: dict[str, tuple[Sequence[Busy], Listening]] = {}
        echo = stack.enter_context(process.run_echo(cores))
        servers[ECHO] = await generator.connect(echo.url, 2 * size), echo
        ours = stack.enter_context(process.run_parlour(stack.enter_context(plan.folder()), cores))
        servers[OURS] = await generator.seat(ours.url, size), ours
        for name, kind in PEERS.items():
            peer = stack.enter_context(node.run_peer(SCRIPTS[name], cores))
            pairs = [await kind.pair(peer.url, number) for number in range(size)]
            servers[name] = [*chain.from_iterable(pairs)], peer
        runs: dict[str, list[Sample]] = {name: [] for name in servers}
        for _ in range(plan.runs):
            for name, (wires, server) in servers.items():
                runs[name].append(await rooms.run(plan, wires, server))
    return runs


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="once and briefly, for a first look")
    parser.add_argument("--rooms", action="append", type=int, metavar="N", help="how many rooms; may be repeated")
    return parser


if __name__ == "__main__":
    sys.exit(main())
