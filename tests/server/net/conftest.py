"""A running gateway for the tests of sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.fakes.gateways import LIMITS, RunningGateway, run_gateway


@pytest.fixture
async def running() -> AsyncIterator[RunningGateway]:
    async with run_gateway(LIMITS) as made:
        yield made
