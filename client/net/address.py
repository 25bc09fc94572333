"""Read and write a server's address: a ws:// or wss:// URL that may begin with the fingerprint of its certificate.

`wss://FINGERPRINT@HOST:PORT` names a server whose certificate no authority has signed. The fingerprint is no secret:
it is checked at each connection (`client.net.tls`) and never sent anywhere.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def fingerprint_of(server: str) -> str:
    """The fingerprint in an address, or an empty text."""
    return urlsplit(server).username or ""


def without_fingerprint(server: str) -> str:
    """The address without its fingerprint, as used to connect."""
    parts = urlsplit(server)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def host_and_port(server: str) -> str:
    """The server's host and port, as in `localhost:8765`."""
    return urlsplit(server).netloc.rpartition("@")[2]


def pin_address(host: str, port: int, fingerprint: str) -> str:
    return f"wss://{fingerprint}@{f'[{host}]' if ':' in host else host}:{port}"
