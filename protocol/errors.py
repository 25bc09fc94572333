"""The error for a malformed frame, and the codes with which the server closes a connection."""

from __future__ import annotations

from enum import IntEnum


class MalformedFrameError(ValueError):
    """The frame is not a message of this protocol; the text says why."""


class CloseCode(IntEnum):
    """Why the server closed a connection: standard codes (RFC 6455 section 7.4), and our own from 4000 to 4999."""

    STOPPING = 1001  # the server is stopping: reconnect in a moment
    TOO_BIG = 1009  # a frame over the limit
    MALFORMED = 4400  # bytes that are no message, or a message out of order
    NOT_SIGNED_IN = 4401  # no Hello in time
    VOID = 4403  # the token has been revoked: do not show it again
    REPLACED = 4409  # the same player signed in from elsewhere: do not reconnect automatically
    FLOODING = 4429  # more bytes than a connection may send
