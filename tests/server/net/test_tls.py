"""TLS in pieces of any size, and certificates that are none."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from server.net.tls import CertificateError, CertificateFiles, TlsStream, make_context, renew
from tests.support.processes.own_certificates import FIRST, SECOND, trusting

READ_BYTES = 2**20


class Caller:
    """The client's side of an encrypted connection, in memory. Mutable: it is a stream."""

    def __init__(self, made: ssl.SSLContext) -> None:
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = made.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")

    def shake(self) -> bool:
        """Go on with the handshake; whether it is done."""
        try:
            self.tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        return True


def shaken(caller: Caller, stream: TlsStream, *, byte_by_byte: bool = False) -> None:
    is_done = False
    while not is_done:
        is_done, sent = caller.shake(), caller.outgoing.read()
        for piece in [bytes([byte]) for byte in sent] if byte_by_byte else [sent]:
            assert stream.decrypt(piece) == b""
        caller.incoming.write(stream.take_output())


@pytest.fixture(params=[False, True], ids=["at once", "byte by byte"])
def pair(request):
    caller, stream = Caller(trusting(FIRST)), TlsStream(make_context(FIRST))
    shaken(caller, stream, byte_by_byte=request.param)
    return caller, stream


def test_what_one_side_says_the_other_hears(pair):
    caller, stream = pair
    caller.tls.write(b"hello")
    assert stream.decrypt(caller.outgoing.read()) == b"hello"
    caller.incoming.write(stream.encrypt(b"welcome"))
    assert caller.tls.read(READ_BYTES) == b"welcome"


def test_what_comes_byte_by_byte_is_heard_when_it_is_whole(pair):
    caller, stream = pair
    caller.tls.write(b"slowly")
    heard = [stream.decrypt(bytes([byte])) for byte in caller.outgoing.read()]
    assert b"".join(heard) == heard[-1] == b"slowly"


def test_much_goes_through_whole(pair):
    caller, stream = pair
    much = bytes(range(256)) * 1000
    caller.incoming.write(stream.encrypt(much))
    heard = b""
    while len(heard) < len(much):
        heard += caller.tls.read(READ_BYTES)
    assert heard == much


def test_a_farewell_is_understood_as_the_end(pair):
    caller, stream = pair
    caller.incoming.write(stream.close())
    assert caller.tls.read(READ_BYTES) == b""


def test_who_says_farewell_first_is_heard_to_the_end(pair):
    caller, stream = pair
    caller.tls.write(b"bye")
    with pytest.raises(ssl.SSLWantReadError):
        caller.tls.unwrap()
    assert stream.decrypt(caller.outgoing.read()) == b"bye"


@pytest.mark.parametrize("raw", [b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\xff\xff" + b"x" * 70000])
def test_what_is_no_tls_is_an_error_of_tls(raw):
    with pytest.raises(ssl.SSLError):
        TlsStream(make_context(FIRST)).decrypt(raw)


def test_what_was_tampered_with_on_the_way_is_an_error_of_tls(pair):
    caller, stream = pair
    caller.tls.write(b"attack at dawn")
    sent = bytearray(caller.outgoing.read())
    sent[-1] ^= 1
    with pytest.raises(ssl.SSLError):
        stream.decrypt(bytes(sent))


def test_old_versions_of_tls_are_not_spoken():
    assert make_context(FIRST).minimum_version >= ssl.TLSVersion.TLSv1_2


def test_a_certificate_read_anew_is_shown_to_who_comes_then(pair):
    caller, stream = pair
    made = make_context(FIRST)
    renew(made, SECOND)
    shaken(Caller(trusting(SECOND)), TlsStream(made))
    caller.incoming.write(stream.encrypt(b"still here"))
    assert caller.tls.read(READ_BYTES) == b"still here"


def test_files_that_are_no_certificate_are_refused_with_their_names(tmp_path: Path):
    made = make_context(FIRST)
    for files in (
        CertificateFiles(tmp_path / "none.pem", FIRST.key),
        CertificateFiles(FIRST.certificate, SECOND.key),
        CertificateFiles(FIRST.key, FIRST.certificate),
    ):
        with pytest.raises(CertificateError, match=str(files.certificate)):
            renew(made, files)
    shaken(Caller(trusting(FIRST)), TlsStream(made))
