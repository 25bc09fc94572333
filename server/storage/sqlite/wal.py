"""SQLite's write-ahead log, read before SQLite does, to say what it passes over in silence.

SQLite takes a log up to the first frame whose checksum is wrong, as if nothing had ever followed. That is right for a
write that a kill or a power cut interrupted, of which nobody was told. Where the disk has damaged what was synced,
moves that people have seen are gone, and somebody has to say so. The form of the file: https://sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

HEADER = struct.Struct(">8I")
"""Magic number, version, page size, checkpoints, two salts, two checksums."""
FRAME = struct.Struct(">6I")
"""Page number, the file's size after a commit or else 0, two salts, two checksums; the page follows."""
PAGE_SIZES = frozenset(2**power for power in range(9, 17))
USUAL_PAGE = 4096
ROOM = re.compile(rb"[A-Z]{4}-[0-9a-f]{8}")
"""A room's name, as it stands beside its entries."""

Salts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WalFrame:
    """One page as it was written; `commits` where it is the last of its transaction."""

    salts: Salts
    commits: bool
    page: bytes


@dataclass(frozen=True, slots=True)
class WalLog:
    """A log as it lies there.

    Attributes:
        raw: all its bytes.
        salts: those of what was written since it last began anew, which it has done `renewals` times.
        frames: its frames, good ones or not.
        is_torn: whether a part of one stands at the end.
    """

    raw: bytes
    salts: Salts
    renewals: int
    frames: tuple[WalFrame, ...]
    is_torn: bool

    def is_foreign(self, frame: WalFrame) -> bool:
        """Whether SQLite cannot have written a frame like that: each time the log begins anew, the salt is one more."""
        return frame.salts != self.salts and not 1 <= (self.salts[0] - frame.salts[0]) % 2**32 <= self.renewals


@dataclass(frozen=True, slots=True)
class WalDamage:
    """What of a log cannot be read.

    Attributes:
        commits: how many finished transactions, as far as that can be seen.
        rooms: the rooms they were about, as far as that can be seen.
        told: whether people had been told of it; "perhaps" where it is only the last write, which may have been
            interrupted, or where nothing can be seen.
    """

    commits: int
    rooms: tuple[str, ...]
    told: Literal["yes", "perhaps", "no"]


def read_log(database: Path) -> WalLog | None:
    """The log beside a database file, before that is opened; None where nothing can be missing from it."""
    path = Path(f"{database}-wal")
    raw = path.read_bytes() if path.exists() else b""
    if len(raw) < HEADER.size + FRAME.size:
        return None
    _, _, page_bytes, renewals, *salts, first, second = HEADER.unpack_from(raw)
    size = FRAME.size + (page_bytes if page_bytes in PAGE_SIZES else USUAL_PAGE)
    starts = range(HEADER.size, len(raw) - size + 1, size)
    frames = tuple(_frame(raw[start : start + size]) for start in starts)
    newest = _newest((salts[0], salts[1]), frames, is_sound=checksum(raw) == (first, second))
    return None if newest is None else WalLog(raw, newest, renewals, frames, (len(raw) - HEADER.size) % size != 0)


def find_damage(log: WalLog, recovered: int) -> WalDamage | None:
    """What is missing where SQLite has taken so many frames from the start; None where nothing is."""
    missed = [frame for frame in log.frames[recovered:] if frame.salts == log.salts]
    foreign = any(log.is_foreign(frame) for frame in log.frames[recovered:])
    if not (missed or foreign or log.is_torn):
        return None
    commits = sum(frame.commits for frame in missed)
    rooms = {room.decode() for frame in missed for room in ROOM.findall(frame.page)}
    # Each commit was synced before the next began: all but the last had been told.
    told = "yes" if commits > 1 else "perhaps" if commits or foreign else "no"
    return WalDamage(commits, tuple(sorted(rooms)), told)  # type: ignore[arg-type]  # mypy sees any text


def _frame(written: bytes) -> WalFrame:
    _, size, *salts, _, _ = FRAME.unpack_from(written)
    return WalFrame((salts[0], salts[1]), size != 0, written[FRAME.size :])


def _newest(salts: Salts, frames: Sequence[WalFrame], *, is_sound: bool) -> Salts | None:
    """The salts of what was written since the log last began anew; None where that is nothing yet.

    The header has them. A sound one is written anew when all that follows is in the database, its first salt one more.
    """
    if not frames or any(frame.salts == salts for frame in frames):
        return salts
    first = frames[0].salts
    return None if is_sound and salts[0] == (first[0] + 1) % 2**32 else first


def checksum(head: bytes) -> tuple[int, int]:
    """The two sums over a header's first 24 bytes; the last bit of the magic number says in which order bytes count."""
    words = struct.unpack(">6I" if head[3] & 1 else "<6I", head[:24])
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % 2**32
        second = (second + other + first) % 2**32
    return first, second
