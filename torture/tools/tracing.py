"""Reads what a traced server wrote, synced and sent from the lines of `strace`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from tests.support.processes import frames

OPTIONS = ("-f", "-y", "-xx", "-s", "1000000", "-e", "trace=write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync")
"""Every thread; what descriptors stand for; all text in hexadecimal, whole; and these calls."""
LOG = b"-wal"
"""How the name of the journal's log ends."""
SOCKETS = (b"socket:", b"TCP:", b"TCPv6:")
_CALL = re.compile(r"^(?P<thread>\d+) +(?P<name>\w+)\(\d+<(?P<place>[^>]*)>(?P<rest>.*)$")
_RESUMED = re.compile(r"^(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Wrote:
    """Bytes were written into the log."""

    page: bytes


@dataclass(frozen=True, slots=True)
class SyncBegan:
    """The log is to be synced: what was written before is meant."""


@dataclass(frozen=True, slots=True)
class SyncEnded:
    """It is synced."""


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody was sent the Table of a room as it is after its entry `seq`."""

    room: str
    seq: int


Event = Wrote | SyncBegan | SyncEnded | Told


class _Glance(msgspec.Struct):
    """What of a message says which entry of which room it shows."""

    kind: str = msgspec.field(name="type")
    room: str | None = ""
    seq: int = 0


glance = msgspec.msgpack.Decoder(_Glance).decode


def events(lines: Iterable[str]) -> Iterator[Event]:
    """Parse the lines into events, in their order; a call that was interrupted in the log ends where it is resumed."""
    for line in lines:
        call = _CALL.match(line)
        if call is not None:
            yield from _call(call["name"], _bytes(call["place"]), call["rest"])
        elif (resumed := _RESUMED.match(line)) is not None and resumed["name"] in {"fdatasync", "fsync"}:
            yield SyncEnded()


def _call(name: str, place: bytes, rest: str) -> Iterator[Event]:
    if name in {"fdatasync", "fsync"}:
        if place.endswith(LOG):
            yield SyncBegan()
            if "unfinished" not in rest:
                yield SyncEnded()
    elif place.endswith(LOG):
        yield Wrote(_bytes(rest))
    elif place.startswith(SOCKETS):
        yield from _tables(_bytes(rest))


def _tables(sent: bytes) -> Iterator[Told]:
    """The Tables among the frames of one write; the server writes whole frames."""
    for kind, payload in frames.split_frames(sent)[0]:
        if kind == frames.BINARY:
            seen = glance(payload)
            if seen.kind == "table" and seen.room is not None:
                yield Told(seen.room, seen.seq)


def _bytes(text: str) -> bytes:
    """The bytes of all the quoted, or of one unquoted, hexadecimal text."""
    quoted = "".join(_TEXT.findall(text)) if '"' in text else text
    return bytes.fromhex(quoted.replace("\\x", ""))
