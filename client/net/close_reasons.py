"""Why a connection ended, in words for the player, and whether and when to reconnect."""

from __future__ import annotations

import random
import socket
import ssl
import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from client.net.address import host_and_port
from client.net.tls import CertificateMismatchError
from protocol.errors import CloseCode
from protocol.text import clean_text

FINAL_STATUSES = frozenset(
    {HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UPGRADE_REQUIRED}
)
"""HTTP answers to the handshake that would be the same next time. They are no server's of ours, which close instead."""
OTHER_CERTIFICATE = (
    "The certificate of {place} is not the one in the address: this is another server than you were invited to, or "
    "somebody is in between. Nothing was sent. Ask for a new invitation."
)
UNKNOWN_HOST = "There's no server called {host}: nobody knows that name. Check the spelling."
NO_NAME_SERVER = "Can't look up {host}: no name server knows it now. Check the spelling, and that you are online."
MAX_SHOWN = 200
"""How many characters of an HTTP answer are shown."""
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
SPREAD_S = 1.0
"""The clients of a stopping server reconnect spread over this time, so that they do not all come at once."""
STEADY_S = 5.0
"""After a connection that held this long, the first retry comes at once again."""


@dataclass(frozen=True, slots=True)
class ConnectionLoss:
    """How a connection ended, and whether to reconnect; `with_many` others, when the server has stopped.

    `is_elsewhere`: the player is connected from another window, and may want to go on there; `replaced`: that window
    has taken over. `is_void`: what was shown to sign in is void. `is_unreachable`: nobody was there to connect to.
    """

    reason: str
    comes_back: bool = True
    replaced: bool = False
    with_many: bool = False
    is_elsewhere: bool = False
    is_void: bool = False
    is_unreachable: bool = False


class RetryPauses:
    """How long to wait before each attempt to reconnect: longer each time, until a connection has held."""

    def __init__(self) -> None:
        self._pause = FIRST_PAUSE_S
        self._began = time.monotonic()

    def begin(self) -> None:
        """Note that a connection is attempted."""
        self._began = time.monotonic()

    def after(self, lost: ConnectionLoss) -> float:
        """How long to wait now, in seconds; at random, so that no two clients come at the same moment."""
        if time.monotonic() - self._began > STEADY_S:
            self._pause = FIRST_PAUSE_S
        shortest, longest = (0.0, SPREAD_S) if lost.with_many else (0.5 * self._pause, self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE_S)
        return random.uniform(shortest, longest)  # noqa: S311 - keeps no secret


def describe_refusal(status: int, body: bytes | bytearray | None, *, waits_when_busy: bool) -> ConnectionLoss:
    """Describe a refused handshake. Only a client that was connected before waits for a busy server."""
    is_busy = status == HTTPStatus.SERVICE_UNAVAILABLE
    is_hopeless = status in FINAL_STATUSES or status < HTTPStatus.BAD_REQUEST
    return ConnectionLoss(refusal_text(status, body), comes_back=not is_hopeless and (not is_busy or waits_when_busy))


def refusal_text(status: int, body: bytes | bytearray | None) -> str:
    """What a server says that answers the handshake with HTTP: ours that too many come, any other its status alone."""
    text = _plain(body or b"") if status == HTTPStatus.TOO_MANY_REQUESTS else ""
    if text and not text.startswith("<"):  # a proxy's page
        return text
    return f"That is a web server (HTTP {status}), not a Parlour server."


def describe_untrusted(server: str, error: ssl.SSLCertVerificationError) -> ConnectionLoss:
    """Describe a server that cannot prove who it is."""
    if isinstance(error, CertificateMismatchError):
        return ConnectionLoss(OTHER_CERTIFICATE.format(place=host_and_port(server)), comes_back=False)
    why = error.verify_message.rstrip(".")
    place = host_and_port(server)
    text = f"The certificate of {place} can't be trusted: {why}. If the host made it, use --ca-file FILE."
    return ConnectionLoss(text, comes_back=False)


def describe_unreachable(server: str, error: Exception) -> ConnectionLoss:
    """Describe a server that cannot be reached. A name that nobody knows is wrong, and will be wrong the next time."""
    match error:
        case socket.gaierror(errno=errno):
            text = NO_NAME_SERVER if errno == socket.EAI_AGAIN else UNKNOWN_HOST
            host = urlsplit(server).hostname
            return ConnectionLoss(text.format(host=host), comes_back=False, is_unreachable=True)
        case TimeoutError():
            why = "it doesn't answer"
        case ConnectionRefusedError():
            why = "no server is running there"
        case ssl.SSLError():
            why = "it isn't encrypted"
        case OSError():
            why = error.strerror or str(error) or _hang_up_text(server)
        case _:
            why = f"it isn't a Parlour server{_encryption_hint(server)}"
    place = host_and_port(server) or "the server"
    return ConnectionLoss(f"Can't reach {place}: {why}.", is_unreachable=True)


def _hang_up_text(server: str) -> str:
    return "it hung up; perhaps it isn't encrypted" if server.startswith("wss:") else "it hung up"


def _encryption_hint(server: str) -> str:
    """A hint for a plain connection that is not understood: the server may encrypt."""
    return f"; perhaps it is encrypted: try wss://{host_and_port(server)}" if server.startswith("ws:") else ""


def describe_close(code: int | None, said: str | None, identity: Path, *, waits_when_busy: bool) -> ConnectionLoss:
    """Describe a connection that broke or was closed with code and reason; `identity` is the player's token file.

    Only a client that was connected before waits for a busy server.
    """
    reason = close_text(said)
    match code:
        case CloseCode.REPLACED:
            return ConnectionLoss("Your game moved to another window.", comes_back=False, replaced=True)
        case CloseCode.STOPPING:
            return ConnectionLoss(reason, with_many=True)
        case CloseCode.VOID:
            text = f"{reason} To come back, use 'parlour link'; to start over as somebody new, remove {identity}."
            return ConnectionLoss(text, comes_back=False, is_void=True)
        case CloseCode.ELSEWHERE:
            return ConnectionLoss(reason, comes_back=False, is_elsewhere=True)
        case CloseCode.BUSY:
            return ConnectionLoss(reason, comes_back=waits_when_busy)
        case (
            CloseCode.MALFORMED
            | CloseCode.NOT_PROVEN
            | CloseCode.NOT_LINKED
            | CloseCode.FOREIGN_PAGE
            | CloseCode.WRONG_VERSION
            | CloseCode.BANNED
        ):
            return ConnectionLoss(reason, comes_back=False)
    return ConnectionLoss(reason)


def close_text(said: str | None) -> str:
    """The reason that closed a connection, in harmless characters; that it broke, where there is none."""
    return clean_text(said or "") or "The connection to the server was lost."


def _plain(body: bytes | bytearray) -> str:
    """The text of an HTTP answer, in one line of harmless characters."""
    return clean_text(" ".join(body.decode(errors="replace").split())[:MAX_SHOWN])
