"""What several of the server's tests need: a game for up to four, and both event loops.

Tests of sockets run on the library's own loop and on the one that servers run on.
"""

from __future__ import annotations

import asyncio

import pytest
import uvloop

from engines import catalog
from tests.support.climb import GAME, PEAK, STIFF

ON_BOTH_LOOPS = ("test_gateway.py", "test_app.py")


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item):
    both = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return both if item.path.name in ON_BOTH_LOOPS else {"asyncio": asyncio.new_event_loop}


@pytest.fixture
def climb(monkeypatch):
    """Climb, with Stiff and Peak beside it, among the games of the catalog."""
    hosted = {**catalog.games(), **{game.name: game for game in (GAME, STIFF, PEAK)}}
    monkeypatch.setattr(catalog, "games", lambda: hosted)
    return GAME
