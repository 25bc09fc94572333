"""What several of the server's tests need: a game for up to four, and event loops.

Tests of sockets run on the library's own loop and on the one that servers run on, and those of time on a loop whose
clock does not wait.
"""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
import uvloop

from engines import catalog
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import SCHEMA, open_database, open_postgres
from tests.support.fakes.disks import opened_store, store_in
from tests.support.fakes.loops import LeapingLoop
from tests.support.games.climb import GAME, PEAK, STIFF
from tests.support.processes.hosting import hosting
from tests.support.world.loop import VirtualLoop

USUAL = {"asyncio": asyncio.new_event_loop}
BOTH = {**USUAL, "uvloop": uvloop.new_event_loop}
ENGINES = ("sqlite", "postgres")
LOOPS = {
    "test_connection.py": BOTH,
    "test_gateway.py": BOTH,
    "test_handshake.py": BOTH,
    "test_app.py": BOTH,
    "test_owner_channel.py": BOTH,
    "test_publisher.py": {"virtual": VirtualLoop},
    "test_dispatcher.py": {"leaping": LeapingLoop},
    "test_newcomers.py": {"leaping": LeapingLoop},
}


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item):
    return LOOPS.get(item.path.name, USUAL)


@pytest.fixture
def climb(monkeypatch):
    """Climb, with Stiff and Peak beside it, among the games of the catalog."""
    hosted = {**catalog.games(), **{game.name: game for game in (GAME, STIFF, PEAK)}}
    monkeypatch.setattr(catalog, "games", lambda: hosted)
    return GAME


@pytest.fixture(params=ENGINES)
def database(request):
    """A database of the test's own, with each engine."""
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture(params=["memory", *ENGINES])
def any_database(request):
    """A database of the test's own, with each engine and in memory."""
    if request.param == "memory":
        return MemoryDatabase(SCHEMA)
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture(params=ENGINES)
def open_store(request, tmp_path):
    """Opens a store in one and the same database, with each engine; it is closed on the way out."""
    if request.param == "sqlite":
        return partial(opened_store, tmp_path)
    url = request.getfixturevalue("postgres_url")
    return lambda store: store_in(open_postgres(url), store)


@pytest.fixture
async def postgres_database(postgres_url):
    """An empty database of PostgreSQL's."""
    made = open_postgres(postgres_url)
    yield made
    await made.aclose()


@pytest.fixture
async def sqlite_database(tmp_path):
    """A database in a folder of the test's own."""
    made = open_database(tmp_path)
    yield made
    await made.aclose()


@pytest.fixture
async def hosted():
    """A whole server, without limits."""
    async with hosting() as made:
        yield made
