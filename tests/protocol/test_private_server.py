"""What stands in a private server's folder, byte by byte: clients and servers of other releases read it as well."""

from __future__ import annotations

import msgspec
import pytest

from protocol.private_server import LanAddress, LanReply, LanRequest, ServerAnnouncement

ADDRESS = LanAddress("10.0.0.7", 8765, "ab12")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (LanRequest("a", "10.0.0.7", None), b'{"ask":"a","host":"10.0.0.7","port":null}'),
        (
            ServerAnnouncement("ws://localhost:1", 7),
            b'{"url":"ws://localhost:1","pid":7,"network":null,"answer":null}',
        ),
        (
            ServerAnnouncement("ws://localhost:1", 7, ADDRESS, LanReply("a", "")),
            (
                b'{"url":"ws://localhost:1","pid":7,"network":{"host":"10.0.0.7","port":8765,"fingerprint":"ab12"},'
                b'"answer":{"ask":"a","trouble":""}}'
            ),
        ),
    ],
)
def test_it_is_written_and_read_with_the_same_names(value, written):
    assert msgspec.json.encode(value) == written
    assert msgspec.json.decode(written, type=type(value)) == value


def test_a_request_with_an_unknown_field_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"ask":"a","host":null,"port":null,"more":1}', type=LanRequest)


def test_an_announcement_with_an_unknown_field_is_read():
    announcement = msgspec.json.decode(b'{"url":"ws://localhost:1","pid":7,"more":1}', type=ServerAnnouncement)
    assert announcement == ServerAnnouncement("ws://localhost:1", 7)
