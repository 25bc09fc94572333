"""How deep a test goes: a sample of its cases with every change, and all of them by `make thorough`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sample(cases: Iterable[Any], everyday: int) -> list[Any]:
    """The cases of a parametrized test, of which all but the first `everyday` are left to `make thorough`."""
    every = list(cases)
    return [*every[:everyday], *(pytest.param(case, marks=pytest.mark.thorough) for case in every[everyday:])]
