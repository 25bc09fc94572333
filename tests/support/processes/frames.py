"""Websocket frames from the client's side (RFC 6455 section 5), as cheap as a load generator needs them."""

from __future__ import annotations

TEXT = 0x81
BINARY = 0x82
CLOSE = 0x88
PING = 0x89
PONG = 0x8A
"""First bytes of frames that are one whole message."""
MASKED = 0x80
ZERO_KEY = bytes(4)
"""A client masks what it sends, and may do so with any key: this one leaves the bytes as they are."""
SHORT_MAX = 125
SHORT_HEAD = 2
LENGTH_IN_2, LENGTH_IN_8 = 126, 127
"""Say that the length is in the next 2 or 8 bytes."""


def mask(payload: bytes, kind: int = BINARY) -> bytes:
    """The frame of a client's message, whose kind need not be one that there is."""
    size = len(payload)
    if size <= SHORT_MAX:
        return bytes((kind, MASKED | size)) + ZERO_KEY + payload
    code, width = (LENGTH_IN_2, 2) if size < 1 << 16 else (LENGTH_IN_8, 8)
    return bytes((kind, MASKED | code)) + size.to_bytes(width) + ZERO_KEY + payload


def split_frames(stream: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """The whole frames at the start of a server's stream, as first byte and payload, and the bytes left over."""
    frames = []
    place = 0
    while (span := _span(stream, place)) is not None:
        begin, end = span
        frames.append((stream[place], stream[begin:end]))
        place = end
    return frames, stream[place:]


def _span(stream: bytes, place: int) -> tuple[int, int] | None:
    """Where the payload of the frame at `place` begins and ends, or None when it is not all here."""
    if len(stream) < place + SHORT_HEAD:
        return None
    size, begin = stream[place + 1], place + SHORT_HEAD
    if size > SHORT_MAX:
        begin += 2 if size == LENGTH_IN_2 else 8
        size = int.from_bytes(stream[place + SHORT_HEAD : begin], "big")
    end = begin + size
    return (begin, end) if len(stream) >= end else None
