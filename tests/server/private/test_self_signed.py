"""A certificate of the server's own: good for TLS, kept, and nobody else's to read."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from server.net import tls
from server.net.tls import CertificateError
from server.private.self_signed import fingerprint, load_or_create
from tests.server.net.test_tls import Caller, shaken
from tests.support.processes.own_certificates import FIRST, FIRST_PRINT, SECOND_PRINT, trusting


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "network"


def test_it_encrypts(folder):
    files = load_or_create(folder)
    caller = trusting(files)
    caller.check_hostname = False
    friend, stream = Caller(caller), tls.TlsStream(tls.make_context(files))
    shaken(friend, stream)
    friend.incoming.write(stream.encrypt(b"hello"))
    assert friend.tls.read() == b"hello"


def test_its_key_is_its_owners_alone(folder):
    files = load_or_create(folder)
    assert stat.S_IMODE(files.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert sorted(path.name for path in folder.iterdir()) == ["cert.pem", "key.pem"]


def test_it_is_the_same_the_next_time_and_another_elsewhere(folder, tmp_path):
    assert fingerprint(load_or_create(folder)) == fingerprint(load_or_create(folder))
    assert fingerprint(load_or_create(folder)) != fingerprint(load_or_create(tmp_path / "other"))
    assert FIRST_PRINT != SECOND_PRINT


@pytest.mark.parametrize("broken", ["cert.pem", "key.pem"])
def test_one_that_is_damaged_or_half_there_is_made_anew(folder, broken):
    before = fingerprint(load_or_create(folder))
    (folder / broken).write_text("nothing")
    (folder / "key.new").write_text("left by a server that was killed")
    files = load_or_create(folder)
    tls.make_context(files)
    assert fingerprint(files) != before
    (folder / broken).unlink()
    tls.make_context(load_or_create(folder))


def test_a_certificate_with_the_key_of_another_is_none(folder):
    files = load_or_create(folder)
    with pytest.raises(CertificateError):
        tls.make_context(tls.CertificateFiles(FIRST.certificate, files.key))
