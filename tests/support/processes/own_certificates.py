"""Certificates for tests, made for `localhost` by themselves."""

from __future__ import annotations

import ssl
from pathlib import Path

from server.net.self_signed import fingerprint
from server.net.tls import Certificate

FOLDER = Path(__file__).parent / "certificates"
FIRST = Certificate(FOLDER / "first.pem", FOLDER / "first-key.pem")
SECOND = Certificate(FOLDER / "second.pem", FOLDER / "second-key.pem")

FIRST_PRINT, SECOND_PRINT = fingerprint(FIRST), fingerprint(SECOND)


def trusting(files: Certificate) -> ssl.SSLContext:
    """What a client trusts that knows of this certificate and no other."""
    return ssl.create_default_context(cafile=files.certificate)
