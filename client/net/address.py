"""A server's address: a ws:// or wss:// URL, which may begin with the fingerprint of the server's certificate.

`wss://FINGERPRINT@HOST:PORT` is a server for which nobody vouches but who gave one this address. The fingerprint is no
secret. It is checked at each connection (`client.net.tls`) and never sent anywhere.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def fingerprint_of(server: str) -> str:
    """The fingerprint in an address; nothing where there is none."""
    return urlsplit(server).username or ""


def bare(server: str) -> str:
    """The address without it: what one connects to."""
    parts = urlsplit(server)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def place(server: str) -> str:
    """The server's host and port."""
    return urlsplit(server).netloc.rpartition("@")[2]


def pin_address(host: str, port: int, fingerprint: str) -> str:
    """The address of a server whose certificate has this fingerprint."""
    return f"wss://{fingerprint}@{f'[{host}]' if ':' in host else host}:{port}"
