"""The smallest bot: War leaves nothing to choose, so it takes the one move there is.

Try it with `parlour bot examples/steady.py --games 10`.
"""

from __future__ import annotations

from client.bots import Bot
from client.bots.bot import Info
from engines.war.view import View


class Steady(Bot):
    """Flips, as everyone must."""

    def choose(self, view: View, legal: tuple[str, ...], info: Info) -> str:  # noqa: ARG002 - what every bot is given
        """The first legal move."""
        return legal[0]
