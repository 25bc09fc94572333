"""How a connection ends: why, in words for the player, and whether there is any use in coming back."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from client.net.address import place
from client.net.tls import CertificateMismatchError
from protocol.errors import CloseCode
from protocol.text import cleaned

OURS = frozenset(
    {
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.UPGRADE_REQUIRED,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.SERVICE_UNAVAILABLE,
    }
)
"""Answers to the handshake in which a Parlour server says why; what others say is nothing to the player."""
HOPELESS = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UPGRADE_REQUIRED})
"""Answers to the handshake that will be the same next time."""
OTHER = (
    "{place} shows another certificate than the address says: it is not the server that you were invited to, or "
    "somebody is in between. Nothing was told to it. Ask for a new invitation."
)
MAX_TOLD = 200
"""How many characters of an HTTP answer are told."""


@dataclass(frozen=True, slots=True)
class ConnectionLoss:
    """How a connection ended, and whether to come back; `with_many` others, where the server has stopped."""

    reason: str
    comes_back: bool = True
    replaced: bool = False
    with_many: bool = False


def turned_away(status: int, body: bytes | bytearray | None, *, waits_when_busy: bool) -> ConnectionLoss:
    """The handshake was refused. A busy server is worth waiting for by its own guests; a newcomer may try later."""
    is_busy = status == HTTPStatus.SERVICE_UNAVAILABLE
    is_hopeless = status in HOPELESS or status < HTTPStatus.BAD_REQUEST
    return ConnectionLoss(
        refused_handshake(status, body), comes_back=not is_hopeless and (not is_busy or waits_when_busy)
    )


def refused_handshake(status: int, body: bytes | bytearray | None) -> str:
    """What a server says that refuses the handshake; of one that is not ours, by the number of its answer alone."""
    told = _plain(body or b"") if status in OURS else ""
    if told and not told.startswith("<"):  # a proxy's page
        return told
    return f"A web server answers there, HTTP {status}, and no Parlour server."


def not_trusted(server: str, error: ssl.SSLCertVerificationError) -> ConnectionLoss:
    """The server cannot prove who it is."""
    if isinstance(error, CertificateMismatchError):
        return ConnectionLoss(OTHER.format(place=place(server)), comes_back=False)
    why = error.verify_message.rstrip(".")
    text = (
        f"The certificate of {place(server)} is not to be trusted: {why}. If it is the host's own, say --ca-file FILE."
    )
    return ConnectionLoss(text, comes_back=False)


def unreachable(server: str, error: Exception) -> ConnectionLoss:
    """There was no way to the server."""
    match error:
        case TimeoutError():
            why = "it does not answer"
        case ConnectionRefusedError():
            why = "nothing listens there"
        case ssl.SSLError():
            why = "it does not encrypt"
        case OSError():
            why = error.strerror or str(error) or _hung_up(server)
        case _:
            why = f"it does not answer as a Parlour server{_encrypted(server)}"
    return ConnectionLoss(f"Cannot reach {place(server) or 'the server'}: {why}.")


def _hung_up(server: str) -> str:
    return "it hung up; perhaps it does not encrypt" if server.startswith("wss:") else "it hung up"


def _encrypted(server: str) -> str:
    """What may be the matter where a plain connection is not understood."""
    return f"; perhaps it encrypts, as wss://{place(server)}" if server.startswith("ws:") else ""


def closed_connection(code: int | None, said: str | None, identity: Path) -> ConnectionLoss:
    """The connection was closed with a code and a reason, or it broke; `identity` is the file of who one is there."""
    reason = cleaned(said or "") or "The connection to the server was lost."
    match code:
        case CloseCode.REPLACED:
            return ConnectionLoss("You signed in from somewhere else.", comes_back=False, replaced=True)
        case CloseCode.STOPPING:
            return ConnectionLoss(reason, with_many=True)
        case CloseCode.VOID:
            return ConnectionLoss(f"{reason} To come as somebody new, remove {identity}.", comes_back=False)
        case CloseCode.MALFORMED:
            return ConnectionLoss(reason, comes_back=False)
    return ConnectionLoss(reason)


def _plain(body: bytes | bytearray) -> str:
    """What an HTTP answer says, in one line of harmless characters."""
    return cleaned(" ".join(body.decode(errors="replace").split())[:MAX_TOLD])
