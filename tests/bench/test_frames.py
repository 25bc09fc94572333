import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from bench import frames


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65_535])
def test_a_server_reads_a_masked_frame_as_it_was_meant(size):
    payload = bytes(index % 251 for index in range(size))
    heard = as_a_server_reads(frames.masked(payload))
    assert [(frame.opcode, bytes(frame.data)) for frame in heard] == [(Opcode.BINARY, payload)]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_servers_frame_comes_apart_into_its_payload(size):
    payload = bytes(size)
    assert frames.split(from_server(payload)) == ([(frames.BINARY, payload)], b"")


def test_frames_that_came_together_come_apart_in_their_order():
    stream = from_server(b"one") + from_server(b"x" * 300) + from_server(b"two")
    heard, rest = frames.split(stream)
    assert [payload for _, payload in heard] == [b"one", b"x" * 300, b"two"]
    assert rest == b""


@pytest.mark.parametrize("size", [3, 300, 70_000])
def test_a_frame_cut_anywhere_waits_for_its_rest(size):
    whole = from_server(bytes(size))
    for cut in {1, 2, 3, 4, len(whole) - 1}:
        assert frames.split(from_server(b"before") + whole[:cut]) == ([(frames.BINARY, b"before")], whole[:cut])


def test_pings_and_closes_are_told_from_messages():
    stream = Frame(Opcode.PING, b"").serialize(mask=False) + Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=False)
    assert [kind for kind, _ in frames.split(stream)[0]] == [frames.PING, frames.CLOSE]


def from_server(payload):
    return Frame(Opcode.BINARY, payload).serialize(mask=False)


def as_a_server_reads(stream):
    server = Protocol(Side.SERVER)
    server.receive_data(stream)
    return [event for event in server.events_received() if isinstance(event, Frame)]
