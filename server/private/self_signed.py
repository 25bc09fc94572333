"""Makes the self-signed certificate of a private server.

No authority vouches for it: clients check its fingerprint, which is part of the address that the owner gives away. It
is stored, so that an address given once stays good.
"""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from protocol.identity import fingerprint as fingerprints
from server.net import tls
from server.net.tls import CertificateError, CertificateFiles

NAME = "Parlour"
VALID_FOR = timedelta(days=36_500)
"""A hundred years: clients that know the fingerprint ignore the dates, and all others refuse the certificate."""
CLOCK_SKEW = timedelta(days=1)


def load_or_create(folder: Path) -> CertificateFiles:
    """Load the certificate in a folder, or make one where none there can be used. Raises OSError."""
    files = CertificateFiles(folder / "cert.pem", folder / "key.pem")
    try:
        tls.make_context(files)
    except CertificateError:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path, content in zip(files, _create(), strict=True):
            _write(path, content)
    return files


def fingerprint(files: CertificateFiles) -> str:
    """The certificate's fingerprint, by which clients recognise the server. Raises OSError."""
    return fingerprints.fingerprint(ssl.PEM_cert_to_DER_cert(files.certificate.read_text()))


def _create() -> tuple[bytes, bytes]:
    """Make a certificate and its key, both as PEM."""
    # Imported here, as most servers never make a certificate.
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
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    key_pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), key_pem


def _write(path: Path, content: bytes) -> None:
    """Replace a file, at no moment readable by anybody else."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    fresh.replace(path)
