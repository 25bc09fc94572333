"""Reads what a traced server wrote, synced and sent from the lines of `strace`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from tests.support.processes import frames
from torture.tools.postgres_log import PostgresLog

OPTIONS = ("-f", "-yy", "-xx", "-s", "1000000", "-e", "trace=write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync")
"""Every thread; what descriptors stand for; all text in hexadecimal, whole; and these calls."""
LOG = b"-wal"
"""How the name of SQLite's log ends."""
POSTGRES_LOG = b"/pg_wal/"
"""What is in the name of each file of PostgreSQL's."""
SOCKETS = ("TCP:", "TCPv6:")
_CALL = re.compile(r"^(?P<thread>\d+) +(?P<name>\w+)\(\d+<(?P<place>[^>]*)>(?P<rest>.*)$")
_RESUMED = re.compile(r"^(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>")
SYNCS = {"fdatasync", "fsync"}
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Wrote:
    """Bytes were written into the log."""

    page: bytes


@dataclass(frozen=True, slots=True)
class SyncBegan:
    """A thread has the log synced: what was written before is meant."""

    thread: str


@dataclass(frozen=True, slots=True)
class SyncEnded:
    """It is synced."""

    thread: str


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
    syncing: set[str] = set()
    log = PostgresLog()
    for line in lines:
        call = _CALL.match(line)
        if call is None:
            resumed = _RESUMED.match(line)
            if resumed is not None and resumed["thread"] in syncing and resumed["name"] in SYNCS:
                syncing.remove(resumed["thread"])
                yield SyncEnded(resumed["thread"])
        elif call["place"].startswith(SOCKETS):
            yield from _tables(_bytes(call["rest"]))
        elif call["place"].startswith("\\x"):
            place, rest = _bytes(call["place"]), call["rest"]
            if not place.endswith(LOG) and POSTGRES_LOG not in place:
                continue
            if call["name"] in SYNCS:
                yield SyncBegan(call["thread"])
                if "unfinished" in rest:
                    syncing.add(call["thread"])
                else:
                    yield SyncEnded(call["thread"])
            elif place.endswith(LOG):
                yield Wrote(_bytes(rest))
            else:
                yield Wrote(log.add(place, _offset(rest), _bytes(rest)))


def _tables(sent: bytes) -> Iterator[Told]:
    """The Tables among the frames of one write; the server writes whole frames."""
    for kind, payload in frames.split_frames(sent)[0]:
        if kind == frames.BINARY:
            seen = glance(payload)
            if seen.kind == "table" and seen.room is not None:
                yield Told(seen.room, seen.seq)


def _offset(rest: str) -> int:
    """Where in its file a `pwrite64` wrote."""
    found = re.search(r", (\d+)(?:\)| <unfinished)", rest)
    return int(found[1]) if found else 0


def _bytes(text: str) -> bytes:
    """The bytes of all the quoted, or of one unquoted, hexadecimal text."""
    quoted = "".join(_TEXT.findall(text)) if '"' in text else text
    return bytes.fromhex(quoted.replace("\\x", ""))
