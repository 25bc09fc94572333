"""The bytes of a frame, as the standard has them."""

from __future__ import annotations

from random import Random
from unittest.mock import Mock

import pytest
from websockets.frames import Frame, Opcode

from server.net.connection import ServerConnection
from server.net.framing import frame
from server.net.gateway import Gateway
from server.net.handshake import SUBPROTOCOLS
from server.net.short_frames import find_end, read_short
from tests.support.fakes.gateways import LIMITS, EchoHandler

REQUEST = (
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Protocol: {SUBPROTOCOLS[0]}\r\n\r\n"
).encode()
PLAIN = [Frame(Opcode.BINARY, bytes(range(size))) for size in (0, 1, 50, 125)]
OTHERS = {
    "longer": Frame(Opcode.BINARY, b"x" * 126),
    "text": Frame(Opcode.TEXT, b"x"),
    "a ping": Frame(Opcode.PING, b"x"),
    "a close": Frame(Opcode.CLOSE, b"\x03\xe8"),
    "a fragment": Frame(Opcode.BINARY, b"x", fin=False),
}


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 300_000])
def test_a_frame_is_what_another_program_makes_of_what_it_holds(size):
    payload = bytes(index % 251 for index in range(size))
    assert frame(payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


def test_a_short_frame_is_two_bytes_and_what_it_holds():
    assert frame(b"abc") == b"\x82\x03abc"


def masked(sent: Frame) -> bytes:
    return sent.serialize(mask=True)


@pytest.mark.parametrize("sent", PLAIN, ids=lambda sent: len(sent.data))
def test_a_short_frame_of_a_client_is_read_at_once(sent):
    assert read_short(masked(sent)) == sent.data
    data = masked(sent) * 2
    assert [find_end(data, start) for start in (0, len(data) // 2)] == [len(data) // 2, len(data)]


@pytest.mark.parametrize("sent", OTHERS.values(), ids=OTHERS)
def test_any_other_frame_is_left_to_the_library(sent):
    assert read_short(masked(sent)) is None
    assert find_end(b"12" + masked(sent), 2) == 2 + len(masked(sent))


@pytest.mark.parametrize("sent", PLAIN, ids=lambda sent: len(sent.data))
def test_less_or_more_than_a_frame_is_left_to_the_library(sent):
    data = masked(sent)
    assert not any(read_short(data[:size]) for size in range(len(data)))
    assert not any(find_end(data[:size], 0) for size in range(len(data)))
    assert read_short(data + data) is None
    assert read_short(sent.serialize(mask=False)) is None


@pytest.mark.parametrize("seed", range(40))
async def test_however_a_stream_is_cut_what_arrives_is_what_was_sent(seed):
    chance = Random(seed)
    frames, expected = [], []
    for _ in range(30):
        payload = chance.randbytes(chance.choice((0, 3, 50, 125, 126, 400)))
        half = len(payload) // 2
        parts = Frame(Opcode.BINARY, payload[:half], fin=False), Frame(Opcode.CONT, payload[half:])
        frames += [Frame(Opcode.BINARY, payload)] if chance.random() < 0.9 else [parts[0], OTHERS["a ping"], parts[1]]
        expected.append(payload)
    uncut = chance.randrange(len(frames))
    rest = b"".join(map(masked, frames[uncut:]))
    handler = EchoHandler()
    connection = ServerConnection(Gateway(handler, LIMITS), None)
    transport = Mock(is_closing=lambda: False, get_extra_info=lambda _: None, get_write_buffer_size=lambda: 0)
    connection.connection_made(transport)
    for piece in (REQUEST, *map(masked, frames[:uncut])):
        connection.data_received(piece)
    while rest:
        size = chance.choice((1, 6, 57, 131))
        connection.data_received(rest[:size])
        rest = rest[size:]
    assert handler.frames == expected
