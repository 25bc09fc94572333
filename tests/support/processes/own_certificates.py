"""Certificates for tests, made for `localhost` by themselves."""

from __future__ import annotations

import ssl
from pathlib import Path

from server.net.tls import CertificateFiles
from server.private.self_signed import fingerprint

FOLDER = Path(__file__).parent / "certificates"
FIRST = CertificateFiles(FOLDER / "first.pem", FOLDER / "first-key.pem")
SECOND = CertificateFiles(FOLDER / "second.pem", FOLDER / "second-key.pem")

FIRST_PRINT, SECOND_PRINT = fingerprint(FIRST), fingerprint(SECOND)


def trusting(files: CertificateFiles) -> ssl.SSLContext:
    """What a client trusts that knows of this certificate and no other."""
    return ssl.create_default_context(cafile=files.certificate)
