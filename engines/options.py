"""A game's options as data: what each takes, its default, and a sentence about it, all said where it is defined.

    @dataclass(frozen=True, slots=True)
    class Options:
        sticks: int = option(21, "How many sticks there are at first.", range(1, 100))

        def __post_init__(self) -> None:
        check_options(self)

An option is a whole number of a range, true or false, or one of the texts of its type, a Literal.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_type_hints

T = TypeVar("T")
QUOTED = 40
"""How much of a name or a value that somebody sent is quoted."""


class BadOptionsError(ValueError):
    """A game cannot be played with these options; the message is a sentence for the person who chose them."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """One of a game's options: the values it takes, in order, the one it has by default, and a sentence about it."""

    name: str
    values: range | tuple[str, ...] | tuple[bool, ...]
    default: int | str | bool
    about: str

    def takes(self, value: object) -> bool:
        """Whether the value is one of the option's; 1 is not True, nor are there floats among numbers."""
        return type(value) is type(self.default) and value in self.values

    def read(self, written: str) -> object:
        """The value that a text names; the text itself where it names none, which `takes` then refuses."""
        if isinstance(self.values, range):
            return int(written) if re.fullmatch("[0-9]{1,9}", written) else written
        return next((value for value in self.values if written.lower() == str(value).lower()), written)


def option(default: T, about: str, numbers: range | None = None) -> T:
    """Define an option in a class of options. One that is a number takes those in `numbers`."""
    defined: T = field(default=default, metadata={"about": about, "numbers": numbers})
    return defined


def options_of(kind: type[Any]) -> tuple[GameOption, ...]:
    """What a game's class of options says about each of them."""
    return _read(cast(Hashable, kind))


def check_options(options: Any) -> None:  # noqa: ANN401 - each game's own Options
    """The `__post_init__` of every class of options. Raises BadOptionsError for a value that one does not take."""
    for each in options_of(type(options)):
        _check(each, getattr(options, each.name))


def read_options(kind: type[T], chosen: Mapping[str, object]) -> T:
    """A game's options as somebody chose them, the others at their defaults. Raises BadOptionsError."""
    known = [each.name for each in options_of(kind)]
    for name in chosen:
        if name not in known:
            there_are = f"it has {_listed(known, 'and')}" if known else "it has none"
            raise BadOptionsError(f"This game has no option {name[:QUOTED]!r}; {there_are}.")
    return kind(**chosen)


@cache
def _read(kind: Any) -> tuple[GameOption, ...]:  # noqa: ANN401 - a class
    types = get_type_hints(kind)
    return tuple(_option(each, types[each.name]) for each in fields(kind))


def _option(defined: Field[Any], kind: Any) -> GameOption:  # noqa: ANN401 - a type's annotation is any value
    said: Mapping[str, Any] = defined.metadata
    return GameOption(defined.name, said["numbers"] or _values(kind), cast(Any, defined.default), said["about"])


def _values(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type's annotation is any value
    return (False, True) if kind is bool else get_args(kind)


def _check(each: GameOption, value: object) -> None:
    if not each.takes(value):
        raise BadOptionsError(f"{each.name} takes {_takes(each)}, not {_quote(value)}.")


def _takes(each: GameOption) -> str:
    match each.values:
        case range() as numbers:
            return f"a whole number from {numbers[0]} to {numbers[-1]}"
        case (False, True):
            return "true or false"
        case values:
            return _listed(map(str, values), "or")


def _quote(value: object) -> str:
    return (str(value).lower() if type(value) is bool else repr(value))[:QUOTED]


def _listed(names: Iterable[str], last: str) -> str:
    *others, end = names
    return f"{', '.join(others)} {last} {end}" if others else end
