"""Probes a server without signing in: is it there, which protocol does it speak, and what time does it have?"""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from websockets.datastructures import Headers
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.frames import CloseCode as StandardCode
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from client.net.address import without_fingerprint
from client.net.close_reasons import close_text, describe_untrusted, refusal_text
from client.net.tls import context_of_file, tls_context
from protocol import messages as m

LIMIT_S = 5.0


class ServerNotFoundError(OSError):
    """Nobody answers; the message says why."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What the server answered.

    Attributes:
        is_welcome: whether a Parlour server takes clients like this one.
        ahead_s: by how many seconds its clock is ahead of ours, to the second; None if it sent no date.
    """

    is_welcome: bool
    text: str
    ahead_s: float | None


def probe(server: str, ca_file: str | None = None, limit_s: float = LIMIT_S) -> ProbeAnswer:
    """Ask the server at a ws:// or wss:// URL for a connection, and hang up. Raises ServerNotFoundError."""
    try:
        return _connect(server, ca_file, limit_s)
    except InvalidStatus as error:
        answer = error.response
        text = refusal_text(answer.status_code, answer.body)
        return ProbeAnswer(is_welcome=False, text=text, ahead_s=_ahead_s(answer.headers))
    except ssl.SSLCertVerificationError as error:
        raise ServerNotFoundError(describe_untrusted(server, error).reason.rstrip(".")) from None
    except ssl.SSLError:
        raise ServerNotFoundError("it isn't encrypted") from None
    except OSError as error:
        raise ServerNotFoundError(error.strerror or str(error) or "it hung up") from None
    except (EOFError, InvalidHandshake):
        raise ServerNotFoundError("it isn't a Parlour server") from None


def _connect(server: str, ca_file: str | None, limit_s: float) -> ProbeAnswer:
    with connect(
        without_fingerprint(server),
        ssl=tls_context(server, context_of_file(ca_file) if ca_file else None),
        subprotocols=[Subprotocol(m.SUBPROTOCOL)],
        compression=None,
        open_timeout=limit_s,
        close_timeout=limit_s,
        ping_interval=None,
        proxy=None,
    ) as socket:
        is_ours = socket.subprotocol == m.SUBPROTOCOL
    # A server that lets nobody in closed the connection before it heard of our hanging up.
    is_welcome = is_ours and socket.close_code == StandardCode.NORMAL_CLOSURE
    text = close_text(socket.close_reason) if is_ours else "it speaks another protocol"
    return ProbeAnswer(is_welcome, text, _ahead_s(socket.response.headers if socket.response else Headers()))


def _ahead_s(headers: Headers) -> float | None:
    try:
        return (parsedate_to_datetime(headers["Date"]) - datetime.now(UTC)).total_seconds()
    except (KeyError, TypeError, ValueError):
        return None
