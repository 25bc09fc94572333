"""Tells a view and options field by field, for whatever a game's client does not say in words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from client.drawing.canvas import width_of
from client.drawing.grammar import Names
from engines.game import Seat

CELL = 4
"""The widest text in a cell of a board."""
EMPTY = "·"
"""An empty cell, as it is drawn."""


def say(view: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401, ARG001 - every game's `say`
    """Every field of a view, a sentence each."""
    return tuple(_sentence(view, field.name) for field in fields(view))


def sentences(before: Any, after: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401, ARG001
    """The fields that changed between two views, a sentence each."""
    if before is None:
        return ()
    changed = (field.name for field in fields(after) if getattr(before, field.name) != getattr(after, field.name))
    return tuple(_sentence(after, name) for name in changed)


def describe(options: Any) -> str:  # noqa: ANN401 - the game's own type
    """Every option and its value."""
    return ", ".join(f"{title(field.name).lower()} {getattr(options, field.name)}" for field in fields(options))


def title(name: str) -> str:
    """A field's name as it begins a sentence.

    >>> title("first_seat")
    'First seat'
    """
    return name.replace("_", " ").capitalize()


def words(value: Any) -> str:  # noqa: ANN401 - a field's value is of any type
    """A value in words.

    >>> words((3, None, True)), words(())
    ('3, none, yes', 'none')
    """
    if is_dataclass(value):
        return (
            f"({', '.join(f'{title(each.name).lower()} {words(getattr(value, each.name))}' for each in fields(value))})"
        )
    if isinstance(value, Mapping):
        return ", ".join(f"{words(key)} {words(each)}" for key, each in value.items()) or "none"
    if isinstance(value, tuple | list | frozenset | set):
        parts = [words(each) for each in value]
        joined = "; " if any(", " in part for part in parts) else ", "
        return joined.join(parts) or "none"
    if value is True or value is False:
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def rows(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - a field's value is of any type
    """The rows of a value that is a board: several texts or tuples of one length; none if it is another value.

    >>> rows(("x..", ".o."))
    ('x . .', '. o .')
    """
    if not isinstance(value, tuple) or len(value) < 2 or not all(isinstance(row, tuple | str) for row in value):
        return ()
    cells = [[_cell(each) for each in row] for row in value]
    widest = max((width_of(cell) for row in cells for cell in row), default=0)
    if len({len(row) for row in cells}) > 1 or len(cells[0]) < 2 or not 0 < widest <= CELL:
        return ()
    return tuple(" ".join(cell.rjust(widest) for cell in row) for row in cells)


def _cell(value: Any) -> str:  # noqa: ANN401 - a cell's value is of any type
    return EMPTY if value is None or value == "" or value is False or value == " " else words(value)


def _sentence(view: Any, name: str) -> str:  # noqa: ANN401 - the game's own type
    value = getattr(view, name)
    return f"{title(name)}: {'; '.join(row.replace(EMPTY, '-') for row in rows(value)) or words(value)}."
