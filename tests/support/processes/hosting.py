"""A whole server in the test's own process, on a free port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bench.load.process import UNLIMITED
from server.app.server import Server
from server.app.serving import start_server
from server.computers import players
from server.config import Config
from server.limits import settings as limits
from tests.support.processes.wire import Wires


@dataclass(frozen=True, slots=True)
class Hosted:
    """A running server, and the sockets of a test to it."""

    server: Server
    wires: Wires


@asynccontextmanager
async def hosting(**changes: Any) -> AsyncIterator[Hosted]:
    """A server that keeps nothing, whose computers play at once and whose limits nobody meets, but for the changes."""
    settings = {
        "port": 0,
        "store": "memory",
        "computers": players.ThinkingLimits(pace_s=(0.0, 0.0), starts_early=False),
        "stop_within_s": 1.0,
        "limits": limits.parse_limits(UNLIMITED),
    }
    async with start_server(Config(**{**settings, **changes})) as server:
        wires = Wires(server.url)
        try:
            yield Hosted(server, wires)
        finally:
            await wires.aclose()
