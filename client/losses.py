"""How a connection ends: why, in words for the player, and whether there is any use in coming back."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from protocol.errors import CloseCode
from protocol.text import cleaned

HOPELESS = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UPGRADE_REQUIRED})
"""Answers to the handshake that will be the same next time."""
MAX_TOLD = 200
"""How many characters of an HTTP answer are told."""


@dataclass(frozen=True, slots=True)
class Lost:
    """How a connection ended, and whether to come back; `with_many` others, where the server has stopped."""

    reason: str
    comes_back: bool = True
    replaced: bool = False
    with_many: bool = False


def turned_away(status: int, body: bytes | bytearray | None, *, waits_when_busy: bool) -> Lost:
    """The handshake was refused. A busy server is worth waiting for by its own guests; a newcomer may try later."""
    text = _plain(body or b"") or f"the server answered HTTP {status}"
    is_busy = status == HTTPStatus.SERVICE_UNAVAILABLE
    return Lost(text, comes_back=status not in HOPELESS and (not is_busy or waits_when_busy))


def not_trusted(server: str, error: ssl.SSLCertVerificationError) -> Lost:
    """The server cannot prove who it is."""
    place = urlsplit(server).netloc
    why = error.verify_message.rstrip(".")
    text = f"The certificate of {place} is not to be trusted: {why}. If it is the host's own, say --ca-file FILE."
    return Lost(text, comes_back=False)


def unreachable(server: str, error: Exception) -> Lost:
    """There was no way to the server."""
    place = urlsplit(server).netloc or "the server"
    match error:
        case TimeoutError():
            why = "it does not answer"
        case ConnectionRefusedError():
            why = "nothing listens there"
        case ssl.SSLError():
            why = "it does not encrypt"
        case OSError():
            why = error.strerror or str(error)
        case _:
            why = "it does not answer as a Parlour server"
    return Lost(f"Cannot reach {place}: {why}.")


def closed(code: int | None, said: str | None, identity: Path) -> Lost:
    """The connection was closed with a code and a reason, or it broke; `identity` is the file of who one is there."""
    reason = cleaned(said or "") or "The connection to the server was lost."
    match code:
        case CloseCode.REPLACED:
            return Lost("You signed in from somewhere else.", comes_back=False, replaced=True)
        case CloseCode.STOPPING:
            return Lost(reason, with_many=True)
        case CloseCode.VOID:
            return Lost(f"{reason} To come as somebody new, remove {identity}.", comes_back=False)
        case CloseCode.MALFORMED:
            return Lost(reason, comes_back=False)
    return Lost(reason)


def _plain(body: bytes | bytearray) -> str:
    """What an HTTP answer says, in one line of harmless characters."""
    return cleaned(" ".join(body.decode(errors="replace").split())[:MAX_TOLD])
