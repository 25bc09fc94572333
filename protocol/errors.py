"""The error for a malformed frame, and the codes with which the server closes a connection."""

from __future__ import annotations

from enum import IntEnum


class MalformedFrameError(ValueError):
    """The frame is not a message of this protocol; the text says why."""


class CloseCode(IntEnum):
    """Why the server closed a connection: standard codes (RFC 6455 section 7.4), and our own from 4000 to 4999."""

    STOPPING = 1001  # the server is stopping: reconnect in a moment
    TOO_BIG = 1009  # a frame over the limit
    BUSY = 1013  # the server is full or stopping, and lets nobody in: come back later
    MALFORMED = 4400  # bytes that are no message, a message out of order, or no subprotocol offered
    NOT_SIGNED_IN = 4401  # no Hello in time
    NOT_PROVEN = 4402  # the signature is not that of the key in Hello: do not reconnect
    VOID = 4403  # the token or the key has been revoked: do not show it again
    FOREIGN_PAGE = 4405  # the client is a web page of a site that is not let in: do not reconnect
    NOT_LINKED = 4406  # the code in Hello makes nobody a device of a player's: do not show it again
    REPLACED = 4409  # the same player signed in from elsewhere: do not reconnect automatically
    BANNED = 4410  # whoever runs the server has banned the player or their network: do not reconnect automatically
    ELSEWHERE = 4423  # the same player is connected from elsewhere: ask the person before replacing that
    WRONG_VERSION = 4426  # the client speaks no version that the server does: do not reconnect
    FLOODING = 4429  # more bytes than a connection may send, or too many connections or newcomers of one address
