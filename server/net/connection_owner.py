"""The interfaces of what a connection belongs to and reports to."""

from __future__ import annotations

from typing import Protocol, TypeVar

from server.limits.addresses import AddressQuotas
from server.limits.settings import ServerLimits
from server.net.handshake import HandshakeRefusal, HttpResponse, ListenerPolicy

Connection = TypeVar("Connection", contravariant=True)


class FrameHandler(Protocol[Connection]):
    """What a connection reports to: the dispatcher, in a server."""

    def arrived(self, address: str) -> HandshakeRefusal | None:
        """A client asks to connect from an address; why it is refused, or None to let it in."""

    def check(self, connection: Connection, now: float) -> None:
        """Close a connection that has not signed in in time, at `now` by the event loop's clock."""

    def received(self, connection: Connection, frame: bytes) -> None:
        """A binary frame came."""

    def lost(self, connection: Connection) -> None:
        """The connection is over; called once for each client that was let in."""

    def page(self, path: str, address: str) -> HttpResponse | None:
        """The HTTP page at a path for a client's address, or None where a websocket is served."""


class ConnectionOwner(Protocol[Connection]):
    """What a connection needs of the gateway it belongs to."""

    limits: ServerLimits
    policy: ListenerPolicy
    addresses: AddressQuotas

    @property
    def receiver(self) -> FrameHandler[Connection]:
        """What its connections report to."""

    @property
    def is_full(self) -> bool:
        """Whether no more clients are let in."""

    def add(self, connection: Connection) -> bool:
        """Register a new socket; False where there is no place for it."""

    def remove(self, connection: Connection) -> None:
        """Forget a closed socket."""
