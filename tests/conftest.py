"""What holds for every test: what it starts can be interrupted, it may take its time, and the long ones come first."""

import signal

import pytest
from hypothesis import settings

# Even where a shell began with that off.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# An example that is slow says something of the machine and of who else is at work there, not of what is tried.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no core is left with a long test at the end."""
    items.sort(key=lambda item: (item.path.parent.name != "whole", item.get_closest_marker("slow") is None))
