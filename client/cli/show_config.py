"""Lists the settings in force, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.output import line_of
from client.settings import Origin

NOTHING = "none"


def lines(origins: tuple[Origin, ...], *, json: bool) -> Iterator[str]:
    """A line for each setting, in columns or as JSON."""
    for origin in origins:
        yield line_of(origin) if json else _row(origin)


def _row(origin: Origin) -> str:
    return f"{origin.name:<8} {_value_text(origin.value):<24} {origin.source}"


def _value_text(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return NOTHING
        case _:
            return str(value)
