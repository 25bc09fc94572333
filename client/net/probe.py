"""Probes a server without signing in: is it there, which protocol does it speak, and what time does it have?"""

from __future__ import annotations

import ssl
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from client.net.close_reasons import describe_untrusted, refusal_text
from client.net.tls import tls_context
from protocol import messages as m

LIMIT_S = 5.0
SWITCHING = 101
KEY = b64encode(b"parlour's doctor").decode()
MAX_REPLY_BYTES = 200


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
    parts = urlsplit(server)
    host, port = parts.hostname or "", parts.port
    if parts.scheme == "wss":
        authorities = ssl.create_default_context(cafile=ca_file)
        trusted = tls_context(server, authorities)
        connection: HTTPConnection = HTTPSConnection(host, port, timeout=limit_s, context=trusted)
    else:
        connection = HTTPConnection(host, port, timeout=limit_s)
    try:
        return _request(connection, parts.path or "/")
    except ssl.SSLCertVerificationError as error:
        raise ServerNotFoundError(describe_untrusted(server, error).reason.rstrip(".")) from None
    except ssl.SSLError:
        raise ServerNotFoundError("it does not encrypt") from None
    except OSError as error:
        raise ServerNotFoundError(error.strerror or str(error) or "it hung up") from None
    except HTTPException:
        raise ServerNotFoundError("it does not answer as a Parlour server") from None
    finally:
        connection.close()


def _request(connection: HTTPConnection, path: str) -> ProbeAnswer:
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Protocol": m.SUBPROTOCOL,
    }
    connection.request("GET", path, headers=headers)
    reply = connection.getresponse()
    is_welcome = reply.status == SWITCHING and reply.getheader("Sec-WebSocket-Protocol") == m.SUBPROTOCOL
    spoken = "it speaks another protocol over websockets"
    text = spoken if reply.status == SWITCHING else refusal_text(reply.status, reply.read(MAX_REPLY_BYTES))
    return ProbeAnswer(is_welcome, text, _ahead_s(reply.getheader("Date")))


def _ahead_s(date: str | None) -> float | None:
    try:
        return None if date is None else (parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds()
    except (TypeError, ValueError):
        return None
