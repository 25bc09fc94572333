"""Reads the plainest of a client's websocket frames (RFC 6455 section 5.2).

Nearly all that clients send is one short binary frame at a time. Reading those here takes a third of the time that the
library takes, which reads all others.
"""

from __future__ import annotations

from server.net.framing import FINAL_BINARY, LENGTH_16, LENGTH_64

MASKED = 0x80
MASKED_HEADER = 6
"""The bytes before a client's payload of fewer than 126 bytes: two, and four of its mask."""


def read_short(data: bytes) -> bytes | None:
    """The payload of a short binary frame; None unless `data` is exactly one, masked and whole."""
    size = len(data) - MASKED_HEADER
    if not 0 <= size < LENGTH_16 or data[0] != FINAL_BINARY or data[1] != MASKED | size:
        return None
    mask = data[2:MASKED_HEADER] * (size // 4 + 1)
    return (int.from_bytes(data[MASKED_HEADER:]) ^ int.from_bytes(mask[:size])).to_bytes(size)


def find_end(data: bytes, start: int) -> int:
    """Where the frame ends that begins at `start` in what a client sent; 0 where it is long, or not whole."""
    if len(data) < start + MASKED_HEADER:
        return 0
    size, header = data[start + 1] & ~MASKED, MASKED_HEADER
    if size == LENGTH_16:
        header += 2
        size = int.from_bytes(data[start + 2 : start + 4])
    end = start + header + size
    return end if size != LENGTH_64 and end <= len(data) else 0
