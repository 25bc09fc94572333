"""Puts together what PostgreSQL writes into its log, a file after the other, in pages with a head each."""

from __future__ import annotations

from pathlib import PurePosixPath

PAGE_BYTES = 8192
SEGMENT_BYTES = 16 * 1024 * 1024
HEAD_BYTES, LONG_HEAD_BYTES = 24, 40
"""See XLogPageHeaderData of PostgreSQL; a file's first page has a long one, as the second bit of its flags says."""
LONG_HEAD = 0x0002


class PostgresLog:
    """Remembers the page before the one that is written, as an entry may begin there; the newest is written often."""

    def __init__(self) -> None:
        self._pages: dict[int, bytes] = {}

    def add(self, file: bytes, offset: int, written: bytes) -> bytes:
        """The log's text, without heads, from a page before what was written in a file to the end of that."""
        first = (_begins(file) + offset) // PAGE_BYTES
        for at in range(0, len(written), PAGE_BYTES):
            self._pages[first + at // PAGE_BYTES] = _text(written[at : at + PAGE_BYTES])
        text = b"".join(self._pages[page] for page in sorted(self._pages) if page >= first - 1)
        last = max(self._pages)
        self._pages = {page: self._pages[page] for page in (last - 1, last) if page in self._pages}
        return text


def _begins(file: bytes) -> int:
    """Where a file begins in the log, which its name says: its history, and the number of 4 GiB and of 16 MiB."""
    name = PurePosixPath(file.decode()).name
    return int(name[8:16], 16) * 2**32 + int(name[16:24], 16) * SEGMENT_BYTES


def _text(page: bytes) -> bytes:
    is_long = int.from_bytes(page[2:4], "little") & LONG_HEAD
    return page[LONG_HEAD_BYTES if is_long else HEAD_BYTES :]
