"""The bytes of a frame, as the standard has them."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from server.net.framing import frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 300_000])
def test_a_frame_is_what_another_program_makes_of_what_it_holds(size):
    payload = bytes(index % 251 for index in range(size))
    assert frame(payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


def test_a_short_frame_is_two_bytes_and_what_it_holds():
    assert frame(b"abc") == b"\x82\x03abc"
