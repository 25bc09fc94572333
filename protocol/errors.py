"""What can be wrong with a frame, and the codes a connection is closed with."""

from __future__ import annotations

from enum import IntEnum


class MalformedFrameError(ValueError):
    """The frame is not a message of this protocol; the text says what is wrong with it."""


class CloseCode(IntEnum):
    """Why the server closed a connection, beside the standard codes (RFC 6455 section 7.4; 4000-4999 are ours)."""

    STOPPING = 1001  # the server goes away: come back in a moment
    TOO_BIG = 1009  # a frame over the limit
    MALFORMED = 4400  # bytes that are no message, or a message out of place
    NOT_SIGNED_IN = 4401  # no Hello in time
    VOID = 4403  # the token was good once: do not come back with it
    REPLACED = 4409  # the same player signed in from elsewhere: do not come back by yourself
    FLOODING = 4429  # more bytes than a connection may send
