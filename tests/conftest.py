"""Settings for all tests: what they start can be interrupted, examples have no deadline, slow tests run first."""

import signal

import pytest
from hypothesis import settings

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
