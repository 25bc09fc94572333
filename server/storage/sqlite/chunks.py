"""The form of a chunk: some entries of one room, in which what its moves have in common takes hardly any space.

A move differs from the one before in a few bytes of its time and its number, at the same places. So entries of one
length are stored column by column, all their first bytes and then all their second ones, before all is compressed; HDF5
calls that a shuffle filter. A few entries are not worth it: they are a plain map by their numbers, as all chunks of
older servers are.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, starmap

import msgspec

COMPRESSED = 0x78
"""What a compressed chunk begins with, and no map does."""
FEW = 8
"""Of how many entries at least a chunk is compressed."""

Groups = tuple[list[int], list[int], list[tuple[int, bytes]]]
"""The steps from each entry's number to the next, the entries' lengths, and for each length its count and columns."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Groups).decode
_decode_map = msgspec.msgpack.Decoder(dict[int, bytes]).decode


def pack(entries: Mapping[int, bytes]) -> bytes:
    """Make a chunk of entries by their numbers."""
    if len(entries) < FEW:
        return _encode(entries)
    seqs = sorted(entries)
    groups = defaultdict[int, list[bytes]](list)
    for seq in seqs:
        groups[len(entries[seq])].append(entries[seq])
    steps = [seq - before for before, seq in zip([0, *seqs], seqs, strict=False)]
    columns = [(len(group), _to_columns(group, length)) for length, group in groups.items()]
    return zlib.compress(_encode((steps, [len(entries[seq]) for seq in seqs], columns)))


def unpack(chunk: bytes) -> dict[int, bytes]:
    """The entries of a chunk by their numbers. Raises sqlite3.DatabaseError where it is damaged."""
    read = _read(chunk)
    if isinstance(read, dict):
        return read
    steps, lengths, columns = read
    groups = dict(zip(dict.fromkeys(lengths), starmap(_to_rows, columns), strict=True))
    return dict(zip(accumulate(steps), (next(groups[length]) for length in lengths), strict=True))


def newest(chunk: bytes) -> tuple[int, bytes]:
    """The number of a chunk's last entry, and the entry. Raises sqlite3.DatabaseError where it is damaged."""
    read = _read(chunk)
    if isinstance(read, dict):
        return max(read.items())
    steps, lengths, columns = read
    count, group = columns[list(dict.fromkeys(lengths)).index(lengths[-1])]
    return sum(steps), group[count - 1 :: count]


def _read(chunk: bytes) -> dict[int, bytes] | Groups:
    try:
        return _decode(zlib.decompress(chunk)) if chunk[0] == COMPRESSED else _decode_map(chunk)
    except (IndexError, zlib.error, msgspec.MsgspecError) as error:
        raise sqlite3.DatabaseError("a chunk of the journal is malformed") from error


def _to_columns(rows: Sequence[bytes], length: int) -> bytes:
    joined = b"".join(rows)
    return b"".join(joined[place::length] for place in range(length))


def _to_rows(count: int, columns: bytes) -> Iterator[bytes]:
    return (columns[number::count] for number in range(count))
