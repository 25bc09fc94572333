"""A certificate that a server makes for itself: nobody vouches for it but its fingerprint, which its owner gives away.

It is kept, so that who was invited once comes back to the same server.
"""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from protocol import fingerprint as fingerprints
from server.net import tls
from server.net.tls import CertificateError, CertificateFiles

NAME = "Parlour"
VALID_FOR = timedelta(days=36_500)
"""Clients that know its fingerprint ask for no date, and those that do not are not to take it at any."""
CLOCKS_APART = timedelta(days=1)


def load_or_create(folder: Path) -> CertificateFiles:
    """The certificate in a folder of one's own, made where there is none that can be used. Raises OSError."""
    files = CertificateFiles(folder / "cert.pem", folder / "key.pem")
    try:
        tls.context(files)
    except CertificateError:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path, content in zip(files, _made(), strict=True):
            _write(path, content)
    return files


def fingerprint(files: CertificateFiles) -> str:
    """By what clients know it. Raises OSError."""
    return fingerprints.fingerprint(ssl.PEM_cert_to_DER_cert(files.certificate.read_text()))


def _made() -> tuple[bytes, bytes]:
    """A new certificate and its key, as their files have them."""
    # Loaded here, as most servers never make one.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_APART)
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), written


def _write(path: Path, content: bytes) -> None:
    """Write a file that nobody else can read at any moment, in the place of what was there."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    fresh.replace(path)
