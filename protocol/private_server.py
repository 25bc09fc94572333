"""What a private server and its owner's client write into the server's folder for each other, as JSON.

The server announces itself in one file. The owner's client asks it to listen to the network through a named pipe; the
answer stands in the next announcement.
"""

from __future__ import annotations

import msgspec

ANNOUNCEMENT_FILE = "server.json"
"""Holds a ServerAnnouncement."""
REQUEST_PIPE = "wishes"
"""Takes a LanRequest a line."""


class LanRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks the server to listen to the network at an address, or with no address to stop doing so.

    `ask` is a text of the client's choosing, which the reply repeats. Without `port` the server chooses one.
    """

    ask: str
    host: str | None
    port: int | None


class LanReply(msgspec.Struct, frozen=True):
    """What came of the request named by `ask`: `trouble` is empty, or a sentence that says why it failed."""

    ask: str
    trouble: str


class LanAddress(msgspec.Struct, frozen=True):
    """Where the server listens to the network, and the fingerprint of its certificate."""

    host: str
    port: int
    fingerprint: str


class ServerAnnouncement(msgspec.Struct, frozen=True):
    """Where the server listens on its own machine, and in the network if it does; its answer to the last request."""

    url: str
    pid: int
    network: LanAddress | None = None
    answer: LanReply | None = None
