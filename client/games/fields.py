"""Tells a view and options field by field, for whatever a game's client does not say in words of its own."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from client.drawing.grammar import Names
from engines.game import Seat


def say(view: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401, ARG001 - every game's `say`
    """Every field of a view, a sentence each."""
    return tuple(_field(view, field.name) for field in fields(view))


def sentences(before: Any, after: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401, ARG001
    """The fields that changed between two views, a sentence each."""
    if before is None:
        return ()
    changed = (field.name for field in fields(after) if getattr(before, field.name) != getattr(after, field.name))
    return tuple(_field(after, name) for name in changed)


def describe(options: Any) -> str:  # noqa: ANN401 - the game's own type
    """Every option and its value."""
    return ", ".join(f"{title(field.name).lower()} {getattr(options, field.name)}" for field in fields(options))


def title(name: str) -> str:
    """A field's name as it begins a sentence.

    >>> title("first_seat")
    'First seat'
    """
    return name.replace("_", " ").capitalize()


def _field(view: Any, name: str) -> str:  # noqa: ANN401 - the game's own type
    return f"{title(name)}: {getattr(view, name)}."
