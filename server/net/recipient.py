"""The interface of a connected player that rooms and chats send to."""

from __future__ import annotations

from typing import Protocol

from protocol import messages as m
from server.limits.addresses import AddressUsage


class FrameQueue(Protocol):
    """What takes the frames for one player, wherever they are connected."""

    def offer(self, frame: bytes, key: object = None) -> None:
        """Send a frame, or queue it; one of a `key` may replace an unsent one of the same key."""

    def offer_update(self, frame: bytes, key: object) -> bool:
        """Send a frame that builds on the one before of the same key; False, and nothing sent, where that may lack."""


class Recipient(Protocol):
    """A connected player who is sent frames."""

    @property
    def player(self) -> int:
        """The player's number."""

    @property
    def name(self) -> str:
        """Their current name."""

    @property
    def takes_updates(self) -> bool:
        """Whether their client understands TableUpdate."""

    @property
    def outbox(self) -> FrameQueue:
        """The send queue of their connection."""


class Requester(Recipient, Protocol):
    """The sender of an input, who is told what came of it; `following` holds the codes of the rooms they follow."""

    following: set[str]

    @property
    def is_stranded(self) -> bool:
        """Whether their connection is over because their server stops, not this one, which costs them no time."""

    @property
    def address_usage(self) -> AddressUsage:
        """What their address uses now."""

    def look_at(self, room: str | None) -> None:
        """Note that they look at a room, and no longer at another; None is the lobby."""

    def looks_at(self, room: str) -> bool:
        """Whether they look at a room, or may: a client that does not say so looks at every room it follows."""

    def tell(self, message: m.Event) -> None:
        """Send them a message."""
