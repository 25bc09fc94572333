"""Reads SQLite's write-ahead log before SQLite does, to report damage that SQLite ignores without a word.

SQLite reads a log up to the first frame with a wrong checksum, as if nothing followed. That is right for a write that a
kill or a power cut interrupted, since nobody was shown it. But where the disk has damaged what was synced, moves that
people have seen are gone, and the server has to say so. The file format: https://sqlite.org/fileformat2.html.
"""

from __future__ import annotations

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

Salts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WalFrame:
    """One logged page; `commits` marks the last one of a transaction."""

    salts: Salts
    commits: bool
    page: bytes


@dataclass(frozen=True, slots=True)
class WalLog:
    """The content of a log file.

    Attributes:
        raw: all its bytes.
        salts: those of the frames written since the log was last restarted.
        renewals: how many times it was restarted.
        frames: all complete frames, whether valid or not.
        is_torn: whether the file ends with a part of a frame.
    """

    raw: bytes
    salts: Salts
    renewals: int
    frames: tuple[WalFrame, ...]
    is_torn: bool

    def is_foreign(self, frame: WalFrame) -> bool:
        """Whether SQLite cannot have written such a frame: each restart of the log adds one to the first salt."""
        return frame.salts != self.salts and not 1 <= (self.salts[0] - frame.salts[0]) % 2**32 <= self.renewals


@dataclass(frozen=True, slots=True)
class WalDamage:
    """What is missing from a log.

    Attributes:
        commits: how many committed transactions, as far as the damaged frames show.
        pages: the pages they wrote, as far as the damaged frames show.
        shown: whether people had seen it; "perhaps" where it is only the last write, which may have been interrupted,
            or where the frames show nothing.
    """

    commits: int
    pages: tuple[bytes, ...]
    shown: Literal["yes", "perhaps", "no"]


def read_log(database: Path) -> WalLog | None:
    """Read the log of a database file, before that is opened; None where nothing can be missing."""
    path = Path(f"{database}-wal")
    raw = path.read_bytes() if path.exists() else b""
    if len(raw) < HEADER.size + FRAME.size:
        return None
    _, _, page_bytes, renewals, *salts, first, second = HEADER.unpack_from(raw)
    size = FRAME.size + (page_bytes if page_bytes in PAGE_SIZES else USUAL_PAGE)
    starts = range(HEADER.size, len(raw) - size + 1, size)
    frames = tuple(_read_frame(raw[start : start + size]) for start in starts)
    newest = _newest_salts((salts[0], salts[1]), frames, is_sound=checksum(raw) == (first, second))
    return None if newest is None else WalLog(raw, newest, renewals, frames, (len(raw) - HEADER.size) % size != 0)


def find_damage(log: WalLog, recovered: int) -> WalDamage | None:
    """What is missing if SQLite has recovered the first `recovered` frames; None where nothing is."""
    missing = [frame for frame in log.frames[recovered:] if frame.salts == log.salts]
    foreign = any(log.is_foreign(frame) for frame in log.frames[recovered:])
    if not (missing or foreign or log.is_torn):
        return None
    commits = sum(frame.commits for frame in missing)
    # Each commit was synced before the next began: all but the last had been shown.
    shown = "yes" if commits > 1 else "perhaps" if commits or foreign else "no"
    return WalDamage(commits, tuple(frame.page for frame in missing), shown)  # type: ignore[arg-type]  # mypy sees any text


def _read_frame(raw: bytes) -> WalFrame:
    _, size, *salts, _, _ = FRAME.unpack_from(raw)
    return WalFrame((salts[0], salts[1]), size != 0, raw[FRAME.size :])


def _newest_salts(salts: Salts, frames: Sequence[WalFrame], *, is_sound: bool) -> Salts | None:
    """The salts of the frames written since the log was last restarted; None where there are none yet.

    They stand in the header. SQLite rewrites it, with the first salt one more, once all frames are in the database.
    """
    if not frames or any(frame.salts == salts for frame in frames):
        return salts
    first = frames[0].salts
    return None if is_sound and salts[0] == (first[0] + 1) % 2**32 else first


def checksum(head: bytes) -> tuple[int, int]:
    """The two checksums of a header's first 24 bytes; the last bit of the magic number gives the byte order."""
    words = struct.unpack(">6I" if head[3] & 1 else "<6I", head[:24])
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % 2**32
        second = (second + other + first) % 2**32
    return first, second
