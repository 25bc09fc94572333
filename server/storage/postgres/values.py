"""How values are sent to PostgreSQL and read from it, so that they are the same as with SQLite."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.types.numeric import Int8BinaryDumper, NumericBinaryLoader


class _FlagDumper(Int8BinaryDumper):
    """Sends a flag as 0 or 1."""

    def dump(self, obj: int) -> Buffer | bytearray | None:
        return super().dump(int(obj))


class _NumberLoader(NumericBinaryLoader):
    """Reads what a sum of integers comes to as an integer."""

    def load(self, data: Buffer) -> int | float:  # type: ignore[override]
        number = super().load(data)
        return int(number) if number == number.to_integral_value() else float(number)


def adapt_values(connection: psycopg.Connection[Any]) -> None:
    """Have a connection send every integer as of eight bytes, so that a statement's types are always the same."""
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_dumper(bool, _FlagDumper)
    connection.adapters.register_loader("numeric", _NumberLoader)
