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
BYTEA, BIGINT, TEXT, DOUBLE = 17, 20, 25, 701
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
    """Several integers of eight bytes, or None."""

    def __init__(self, values: Sequence[int | None]) -> None:
        super().__init__(_pack(values, BIGINT, "q"))


class FloatArray(Array):
    """Several floats, or None."""

    def __init__(self, values: Sequence[float | None]) -> None:
        super().__init__(_pack(values, DOUBLE, "d"))


def _pack(values: Sequence[float | None], oid: int, code: str) -> bytes:
    """An array of values of eight bytes each, which `struct` knows by a code."""
    if None in values:
        parts = [LENGTH(-1) if value is None else pack(f">i{code}", 8, value) for value in values]
        return ARRAY(1, 1, oid, len(values), 1) + b"".join(parts)
    fields: list[float | None] = [8] * (2 * len(values))
    fields[1::2] = values
    return ARRAY(1, 0, oid, len(values), 1) + pack(f">{f'i{code}' * len(values)}", *fields)


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


class _FloatArrayDumper(_ArrayDumper):
    oid = 1022


def adapt_values(connection: psycopg.BaseConnection[Any]) -> None:
    """Have a connection send every integer as of eight bytes, so that a statement's types are always the same."""
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_dumper(bool, _FlagDumper)
    connection.adapters.register_dumper(BlobArray, _BlobArrayDumper)
    connection.adapters.register_dumper(TextArray, _TextArrayDumper)
    connection.adapters.register_dumper(NumberArray, _NumberArrayDumper)
    connection.adapters.register_dumper(FloatArray, _FloatArrayDumper)
    connection.adapters.register_loader("numeric", _NumberLoader)
