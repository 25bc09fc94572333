"""Settings for all tests: what they start can be interrupted, examples have no deadline, slow tests run first."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

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
    return shared_server()


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The address of an empty database of PostgreSQL's."""
    with empty_schema(postgres) as url:
        yield url
