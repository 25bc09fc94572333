"""Nodes of a cluster in this process, on one PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest

from bench.load.process import UNLIMITED
from server.app.server import Server
from server.app.serving import start_server
from server.computers.players import ThinkingLimits
from server.config import Config
from server.limits.settings import ServerLimits, parse_limits
from tests.support.processes.cluster import Run, Start, until
from tests.support.processes.hosting import Hosted
from tests.support.processes.wire import Wires


@pytest.fixture
def limits() -> ServerLimits:
    """The limits of every node."""
    return parse_limits(UNLIMITED)


@pytest.fixture
def run(postgres_url: str, tmp_path: Path, limits: ServerLimits) -> Run:
    """Runs another node on the way in, and stops it on the way out."""
    folders = map(tmp_path.joinpath, map(str, count()))
    return lambda: start_server(
        Config(
            port=0,
            store=postgres_url,
            cluster=True,
            data=next(folders),
            computers=ThinkingLimits(pace_s=(0.0, 0.0), starts_early=False),
            stop_within_s=1.0,
            limits=limits,
        )
    )


@pytest.fixture
async def start(run: Run) -> AsyncIterator[Start]:
    """Starts another node, which knows all that were started before, as they know it."""
    async with AsyncExitStack() as stack:
        started: list[Server] = []

        async def start() -> Hosted:
            server = await stack.enter_async_context(run())
            wires = Wires(server.url)
            stack.push_async_callback(wires.aclose)
            started.append(server)
            for each in started:
                await until(lambda each=each: len(each.node.heartbeat.nodes) == len(started))
            return Hosted(server, wires)

        yield start
