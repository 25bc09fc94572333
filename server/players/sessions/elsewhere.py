"""The interface of the other nodes of a cluster, as far as players and rooms of this one need them.

A server that is alone has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection
from typing import Protocol

from server.net.recipient import Requester
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request


class CodeTakenError(Exception):
    """Another open room has this code."""


class Elsewhere(Protocol):
    """Tells other nodes what happens here, and passes on what is asked of their rooms."""

    def open(self, room: str, code: str, entry: bytes, people: Collection[int]) -> Awaitable[None]:
        """Store the first entry of a room, under a code that no other node uses.

        Raises CodeTakenError or StorageUnavailableError.
        """

    def forward(self, request: Request[Requester]) -> bool:
        """Put a request to the node that its room belongs to; False where it can't be any other's."""

    async def find_seats(self, player: int) -> None:
        """Look up where a player who is about to sign in holds a seat."""

    def is_elsewhere(self, player: int, window: str) -> bool:
        """Whether a player plays by another window at another node."""

    def arrive(self, session: ClientSession) -> None:
        """Tell that a player is connected here now, and nowhere else."""

    def leave(self, session: ClientSession) -> None:
        """Tell that a player is connected no more."""

    def look(self, requester: Requester, room: str | None) -> None:
        """Tell which room a player looks at."""

    def void_keys(self, keys: Collection[bytes]) -> None:
        """Have all nodes close what is connected by keys that are void."""

    def leave_table(self, player: int, code: str) -> None:
        """Have a player leave a table of another node's."""

    def remove(self, player: int) -> None:
        """Have all nodes forget a player whose account is deleted."""

    def rename(self, player: int, name: str) -> None:
        """Tell that a player who is connected here has another name."""
