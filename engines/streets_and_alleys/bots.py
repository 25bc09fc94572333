"""Computer players of Streets and Alleys: none yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.chance import Chance
from engines.streets_and_alleys.moves import Move
from engines.streets_and_alleys.view import View

BOTS: Mapping[str, Callable[[View, Chance], Move]] = {}
"""The levels, weakest first."""
