"""HTTP before the websocket: which requests are refused, and the plain pages.

Whoever asks for a websocket and is not let in gets one, which is closed at once with a code and a reason: a browser
shows its page nothing of an HTTP answer instead, so that a page would try for ever what can never work.
"""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.codec import MAX_COMMAND_BYTES
from protocol.errors import CloseCode
from protocol.messages import SUBPROTOCOLS
from server.net.origins import AllowedOrigins
from server.net.proxies import TrustedProxies

SPEAKS_FOR = "Parlour-Speaks-For"
"""The header that tells a proxy for which address it is believed to speak."""
MAX_OFFER_SHOWN = 24
"""How many characters are repeated of what a client speaks."""


@dataclass(frozen=True, slots=True)
class ListenerPolicy:
    """Which proxies and web pages a gateway trusts, and how it encrypts.

    Attributes:
        proxies: the addresses whose `X-Forwarded-For` header is believed.
        origins: the web pages that may connect; a browser on any other page is refused.
        tls: what connections are encrypted with, or None for plain ones.
    """

    proxies: TrustedProxies = field(default_factory=TrustedProxies)
    origins: AllowedOrigins = field(default_factory=AllowedOrigins)
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """An answer to a plain HTTP request."""

    status: HTTPStatus
    text: str
    content_type: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class HandshakeRefusal:
    """Why somebody is not let in: the code and the reason that close a websocket, and the status of a plain answer."""

    code: CloseCode
    status: HTTPStatus
    text: str


FULL = HandshakeRefusal(CloseCode.BUSY, HTTPStatus.SERVICE_UNAVAILABLE, "This server is full. Come back later.")
CROWDED = HandshakeRefusal(
    CloseCode.FLOODING,
    HTTPStatus.TOO_MANY_REQUESTS,
    "Too many connections from your address. Close some, or wait a moment.",
)
BAD_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 39\r\n\r\n"
    b"This server can't answer that request.\n"
)


def make_protocol() -> ServerProtocol:
    """Make the library's state machine for one connection that speaks our subprotocol."""
    return ServerProtocol(
        subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
        select_subprotocol=lambda _, offered: select_version(offered, SUBPROTOCOLS),
        max_size=MAX_COMMAND_BYTES,
    )


def make_open_protocol() -> ServerProtocol:
    """Make the state machine for a connection after its handshake, all of which the first one keeps in memory."""
    return ServerProtocol(state=OPEN, max_size=MAX_COMMAND_BYTES)


def select_version(offered: Sequence[str], spoken: Sequence[str]) -> Subprotocol | None:
    """The newest version that both sides know, of those `spoken` here, the newest first.

    Where there is none, it is whatever the client offers first: a browser that is answered with none of its own breaks
    off, and its page would not learn why.
    """
    known = [name for name in (*spoken, *offered[:1]) if name in offered]
    return Subprotocol(known[0]) if known else None


def check_origin(request: Request, policy: ListenerPolicy) -> HandshakeRefusal | None:
    """The refusal of a browser whose page may not connect, or None."""
    foreign = policy.origins.find_foreign(request.headers.get_all("Origin"))
    if foreign is None:
        return None
    text = f"This server doesn't let in pages of {foreign or 'an unnamed site'}: see --allow-origin."
    return HandshakeRefusal(CloseCode.FOREIGN_PAGE, HTTPStatus.FORBIDDEN, text)


def check_version(request: Request, selected: str | None) -> HandshakeRefusal | None:
    """The refusal of a client with whom no version of ours was `selected`, or None."""
    if selected in SUBPROTOCOLS:
        return None
    ours = SUBPROTOCOLS[0]
    if selected is None:
        text = f"This server speaks {ours} only: offer that subprotocol in Sec-WebSocket-Protocol."
        return HandshakeRefusal(CloseCode.MALFORMED, HTTPStatus.BAD_REQUEST, text)
    offered = ascii(", ".join(request.headers.get_all("Sec-WebSocket-Protocol"))[:MAX_OFFER_SHOWN])[1:-1]
    text = f"This server speaks {ours}; your client speaks {offered}. Install the version that matches."
    return HandshakeRefusal(CloseCode.WRONG_VERSION, HTTPStatus.UPGRADE_REQUIRED, text)


def make_page(protocol: ServerProtocol, page: HttpResponse) -> Response:
    """The page as the library sends it instead of a websocket."""
    response = protocol.reject(page.status, page.text)
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = page.content_type
    return response


def make_rejection(protocol: ServerProtocol, refusal: HandshakeRefusal) -> Response:
    """The answer to a refused request that asks for no websocket."""
    return make_page(protocol, HttpResponse(refusal.status, f"{refusal.text}\n"))
