"""War's computer player: with one move to choose from, there is one way to choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.chance import Chance
from engines.war.view import Flip, View


def flip(view: View, chance: Chance) -> Flip:  # noqa: ARG001 - every computer player is given both
    """Flip, as everyone must."""
    return Flip()


BOTS: Mapping[str, Callable[[View, Chance], Flip]] = {"flipper": flip}
"""The levels, weakest first."""

LEVELS: Mapping[str, str] = {"flipper": "Flips, as everyone must: War leaves nothing to choose."}
"""What it does."""
