"""HTTP before the websocket: which requests are refused, and the plain pages that answer them."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from http import HTTPStatus

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.codec import MAX_COMMAND_BYTES
from protocol.messages import SUBPROTOCOL
from server.net.proxies import TrustedProxies


@dataclass(frozen=True, slots=True)
class ListenerPolicy:
    """Which proxies and web pages a gateway trusts, and how it encrypts.

    Attributes:
        proxies: the addresses whose `X-Forwarded-For` header is believed.
        origins: the web pages that may connect; a browser on any other page is refused.
        tls: what connections are encrypted with, or None for plain ones.
    """

    proxies: TrustedProxies = field(default_factory=TrustedProxies)
    origins: frozenset[str] = frozenset()
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """An answer to a plain HTTP request."""

    status: HTTPStatus
    text: str
    content_type: str = "text/plain; charset=utf-8"


FULL = HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, "This server is full. Come back later.\n")
CROWDED = HttpResponse(
    HTTPStatus.TOO_MANY_REQUESTS, "Too many connections come from your address. Close some, or wait a moment.\n"
)
FOREIGN_PAGE = HttpResponse(HTTPStatus.FORBIDDEN, "Web pages are not let in here; play from a terminal.\n")


def make_protocol() -> ServerProtocol:
    """Make the library's state machine for one connection that speaks our subprotocol."""
    return ServerProtocol(
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        select_subprotocol=lambda _, offered: Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None,
        max_size=MAX_COMMAND_BYTES,
    )


def check_origin(request: Request, policy: ListenerPolicy) -> HttpResponse | None:
    """The refusal of a browser whose page may not connect, or None."""
    is_foreign = any(origin not in policy.origins for origin in request.headers.get_all("Origin"))
    return FOREIGN_PAGE if is_foreign else None


def check_version(request: Request) -> HttpResponse | None:
    """The refusal of a websocket client without our subprotocol, or None. The library answers all other requests."""
    offered = ", ".join(request.headers.get_all("Sec-WebSocket-Protocol"))
    if "Upgrade" not in request.headers or SUBPROTOCOL in [name.strip() for name in offered.split(",")]:
        return None
    if not offered:
        text = f"Offer the subprotocol {SUBPROTOCOL} in Sec-WebSocket-Protocol; this server speaks nothing else.\n"
        return HttpResponse(HTTPStatus.BAD_REQUEST, text)
    spoken = ascii(offered[:60])[1:-1]
    text = f"This server speaks {SUBPROTOCOL}; your client speaks {spoken}. Install the version that matches.\n"
    return HttpResponse(HTTPStatus.UPGRADE_REQUIRED, text)


def make_rejection(protocol: ServerProtocol, page: HttpResponse) -> Response:
    """The page as the library sends it instead of a websocket."""
    response = protocol.reject(page.status, page.text)
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = page.content_type
    return response
