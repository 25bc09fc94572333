"""Which web sites' pages may connect: reads them as an operator writes them, and logs which others tried."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

NULL = "null"
"""What browsers send for a page that was opened from a file."""
EXAMPLE = "https://play.example.org"
USUAL_PORTS = {"http": 80, "https": 443}
PAGE_SCHEMES = {"ws": "http", "wss": "https"}
"""Pages have other schemes than the servers they connect to."""
MAX_SHOWN = 60
"""How many characters of an origin are repeated."""
MAX_LOGGED = 100
"""So many refused origins are logged at most: whoever connects can make up any number of them."""

_log = logging.getLogger("parlour.origins")


class InvalidOriginError(ValueError):
    """No browser would send this origin; the message is a sentence with what to write instead."""


class AllowedOrigins:
    """The origins of the pages that may connect. Mutable: it remembers which others it has logged."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        """Let in pages of these origins, written as browsers send them."""
        self._allowed = frozenset(allowed)
        self._logged: set[str] = set()

    def find_foreign(self, sent: Iterable[str]) -> str | None:
        """The first of a request's origins that may not connect, fit to be shown; None where there is none."""
        foreign = next((origin for origin in sent if origin not in self._allowed), None)
        if foreign is None:
            return None
        shown = ascii(foreign[:MAX_SHOWN])[1:-1][:MAX_SHOWN]
        if shown not in self._logged and len(self._logged) < MAX_LOGGED:
            self._logged.add(shown)
            _log.warning("event=origin-refused origin=%s", shown.replace(" ", "_"))
        return shown


def parse_origin(written: str) -> str:
    """The origin as browsers send it: in small letters, without the usual port. Raises InvalidOriginError."""
    text = written.strip().lower().removesuffix("/")
    if text == NULL:
        return NULL
    if "*" in text:
        raise InvalidOriginError(f"--allow-origin takes no '*': name each web site, as in {EXAMPLE}")
    scheme, _, place = text.rpartition("://")
    if not scheme and place and "/" not in place:
        raise InvalidOriginError(f"the origin {written!r} lacks its scheme: write https://{place} or http://{place}")
    if scheme in PAGE_SCHEMES:
        raise InvalidOriginError(
            f"{written!r} is a server's address; a page's origin is {PAGE_SCHEMES[scheme]}://{place}"
        )
    try:
        parts = urlsplit(text)
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError:
        host, port = "", None
    if not (scheme and host):
        raise InvalidOriginError(f"{written!r} is not an origin: write scheme, host and port, as in {EXAMPLE}")
    origin = f"{scheme}://{host}" + ("" if port in (None, USUAL_PORTS.get(scheme)) else f":{port}")
    if parts.path or parts.query or parts.fragment or "@" in place:
        raise InvalidOriginError(f"{written!r} is more than an origin: write {origin}")
    return origin


def _host(name: str) -> str:
    """A host as browsers write it: with the letters of other scripts in ASCII. Raises ValueError."""
    return f"[{ip_address(name).compressed}]" if ":" in name else name.encode("idna").decode()
