"""What every program of the client needs of its way to the server."""

from __future__ import annotations

from typing import Protocol

from client.state.store import Happening
from protocol import messages as m


class Wire(Protocol):
    """A way to the server, or what stands before one."""

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Send a command; never waits. Returns what is known of it at once."""

    async def run(self) -> None:
        """Stay connected."""

    async def aclose(self) -> None:
        """Send what waits, and close."""
