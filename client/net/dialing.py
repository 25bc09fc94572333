"""Opens a socket to a server, and says why that failed."""

from __future__ import annotations

import ssl

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from client.net.address import without_fingerprint
from client.net.close_reasons import ConnectionLoss, describe_refusal, describe_unreachable, describe_untrusted
from client.net.tls import tls_context
from protocol import messages as m
from protocol.codec import MAX_EVENT_BYTES

OPEN_LIMIT_S = 5.0
FORWARDED = "X-Forwarded-For"
"""The header in which a proxy says for whom it speaks; a server believes those that it lists."""
CLOSE_LIMIT_S = 1.0
DialError = (OSError, EOFError, InvalidHandshake)
"""What `dial` raises: a TimeoutError and a refused certificate are OSErrors, and HTTP's refusal an InvalidHandshake."""


async def dial(server: str, authorities: ssl.SSLContext | None, speaks_for: str = "") -> ClientConnection:
    """A socket to the server at a URL, on behalf of another address where one is given. Raises DialError."""
    return await connect(
        without_fingerprint(server),
        ssl=tls_context(server, authorities),
        subprotocols=[Subprotocol(m.SUBPROTOCOL)],
        compression=None,
        additional_headers={FORWARDED: speaks_for} if speaks_for else None,
        max_size=MAX_EVENT_BYTES,
        open_timeout=OPEN_LIMIT_S,
        close_timeout=CLOSE_LIMIT_S,
        ping_interval=None,  # the connection pings, to measure the latency
        proxy=None,
    )


def describe_failure(server: str, error: Exception, *, waits_when_busy: bool) -> ConnectionLoss:
    """Why a server could not be dialed, and whether to try again."""
    match error:
        case InvalidStatus(response=answer):
            return describe_refusal(answer.status_code, answer.body, waits_when_busy=waits_when_busy)
        case ssl.SSLCertVerificationError():
            return describe_untrusted(server, error)
        case _:
            return describe_unreachable(server, error)
