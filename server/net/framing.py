"""Encodes websocket frames as a server sends them (RFC 6455 section 5.2)."""

from __future__ import annotations

from struct import Struct

FINAL_BINARY = 0x82
FRAME_16 = Struct("!BBH")
FRAME_64 = Struct("!BBQ")
LENGTH_16, LENGTH_64 = 126, 127
"""In place of a length: it follows in two bytes, or in eight."""


def frame(payload: bytes) -> bytes:
    """Encode a frame; its bytes are the same for every client, so one frame can be sent to many."""
    length = len(payload)
    if length < LENGTH_16:
        return bytes((FINAL_BINARY, length)) + payload
    if length < 1 << 16:
        return FRAME_16.pack(FINAL_BINARY, LENGTH_16, length) + payload
    return FRAME_64.pack(FINAL_BINARY, LENGTH_64, length) + payload
