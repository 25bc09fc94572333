"""Settings for all tests: what they start can be interrupted, examples have no deadline, slow tests run first."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.postgres.server import PostgresServer, is_installed
from tests.support.postgres.shared import begin_run, empty_schema, end_run, shared_server

# What a broken law compared is shown, too.
pytest.register_assert_rewrite("tests.support.laws.laws")

# Even where a shell began with that off.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes depends on the machine and its load, so no test judges it.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first, so that no core is left with a long one at the end."""
    items.sort(key=lambda item: (item.path.parent.name != "whole", item.get_closest_marker("slow") is None))


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, of which the processes that xdist starts are part."""
    if begin_run():
        config.add_cleanup(end_run)


@pytest.fixture(scope="session")
def postgres() -> str:
    """The address of a PostgreSQL server."""
    if sys.platform != "linux" and "PARLOUR_TEST_POSTGRES" not in os.environ:
        pytest.skip("without Linux, PARLOUR_TEST_POSTGRES has to name a server")
    return shared_server()


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The address of an empty database of PostgreSQL's."""
    with empty_schema(postgres) as url:
        yield url


@pytest.fixture
def own_postgres(postgres: str) -> Iterator[PostgresServer]:
    """A PostgreSQL server that a test may kill."""
    if not is_installed():
        pytest.skip("a server that PARLOUR_TEST_POSTGRES names is not killed")
    server = PostgresServer()
    server.start()
    yield server
    server.remove()
