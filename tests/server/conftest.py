"""Tests of sockets run on both event loops: the library's own, and the one that servers run on."""

from __future__ import annotations

import asyncio

import pytest
import uvloop

ON_BOTH_LOOPS = ("test_gateway.py", "test_app.py")


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item):
    both = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return both if item.path.name in ON_BOTH_LOOPS else {"asyncio": asyncio.new_event_loop}
