"""The frames of the load are websocket frames."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from tests.support.processes import frames


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65_535, 65_536])
def test_a_server_reads_a_masked_frame_as_it_was_meant(size):
    payload = bytes(index % 251 for index in range(size))
    server = Protocol(Side.SERVER)
    server.receive_data(frames.mask(payload))
    assert [(frame.opcode, bytes(frame.data)) for frame in server.events_received()] == [(Opcode.BINARY, payload)]


@pytest.mark.parametrize("size", [0, 3, 125, 126, 300, 65_535, 65_536])
def test_a_servers_frames_come_apart_in_their_order_and_one_that_is_cut_waits_for_its_rest(size):
    ping = Frame(Opcode.PING, b"?").serialize(mask=False)
    whole = Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)
    assert frames.split_frames(ping + whole) == ([(frames.PING, b"?"), (frames.BINARY, bytes(size))], b"")
    for cut in {1, min(4, len(whole) - 1), len(whole) - 1}:
        assert frames.split_frames(ping + whole[:cut]) == ([(frames.PING, b"?")], whole[:cut])
