"""How values are sent to PostgreSQL and read from it, so that they are the same as with SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct, pack
from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.numeric import Int8BinaryDumper, NumericBinaryLoader

ARRAY = Struct(">5i").pack
"""The number of dimensions, whether there are NULLs, the type, how many, and the number of the first."""
LENGTH = Struct(">i").pack
BYTEA, BIGINT, TEXT = 17, 20, 25
"""PostgreSQL's numbers for these types."""


class _FlagDumper(Int8BinaryDumper):
    """Sends a flag as 0 or 1."""

    def dump(self, obj: int) -> Buffer | bytearray | None:
        return super().dump(int(obj))


class _NumberLoader(NumericBinaryLoader):
    """Reads what a sum of integers comes to as an integer."""

    def load(self, data: Buffer) -> int | float:  # type: ignore[override]
        number = super().load(data)
        return int(number) if number == number.to_integral_value() else float(number)


class Array:
    """An array in PostgreSQL's binary form. To leave this to psycopg makes a commit cost a quarter more."""

    __slots__ = ("packed",)

    def __init__(self, packed: bytes) -> None:
        self.packed = packed


class BlobArray(Array):
    """Several byte strings."""

    def __init__(self, values: Sequence[bytes], oid: int = BYTEA) -> None:
        parts = [ARRAY(1, 0, oid, len(values), 1)]
        for value in values:
            parts += (LENGTH(len(value)), value)
        super().__init__(b"".join(parts))


class TextArray(BlobArray):
    """Several texts."""

    def __init__(self, values: Sequence[str]) -> None:
        super().__init__([value.encode() for value in values], TEXT)


class NumberArray(Array):
    """Several integers of eight bytes."""

    def __init__(self, values: Sequence[int]) -> None:
        fields = [8] * (2 * len(values))
        fields[1::2] = values
        super().__init__(ARRAY(1, 0, BIGINT, len(values), 1) + pack(f">{'iq' * len(values)}", *fields))


class _ArrayDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: Array) -> bytes:
        return obj.packed


class _BlobArrayDumper(_ArrayDumper):
    oid = 1001


class _TextArrayDumper(_ArrayDumper):
    oid = 1009


class _NumberArrayDumper(_ArrayDumper):
    oid = 1016


def adapt_values(connection: psycopg.BaseConnection[Any]) -> None:
    """Have a connection send every integer as of eight bytes, so that a statement's types are always the same."""
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_dumper(bool, _FlagDumper)
    connection.adapters.register_dumper(BlobArray, _BlobArrayDumper)
    connection.adapters.register_dumper(TextArray, _TextArrayDumper)
    connection.adapters.register_dumper(NumberArray, _NumberArrayDumper)
    connection.adapters.register_loader("numeric", _NumberLoader)
