"""The interface to the server that every program of the client uses."""

from __future__ import annotations

from typing import Protocol

from client.state.store import Happening
from protocol import messages as m


class Wire(Protocol):
    """A connection to the server, or something that stands before one."""

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Send a command; never waits. Returns what is known of it at once."""

    def play_here(self) -> None:
        """Go on here, where the player is connected from another window."""

    def play_as_guest(self) -> None:
        """Go on here as a guest, where the player is connected from another window."""

    def make_phrase(self) -> tuple[Happening, ...]:
        """Make a recovery phrase, and ask the server to take it up. Returns what is known of it at once."""

    async def run(self) -> None:
        """Stay connected."""

    async def aclose(self) -> None:
        """Send what waits, and close."""
