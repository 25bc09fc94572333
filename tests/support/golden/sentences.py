"""What the client says, as golden pages: a claim, and below it what is said today.

A test module keeps its `SAID`, from each claim to a function that gives what is said: a sentence, several, or any other
value worth reading beside them. `golden_test(__name__, SAID)` makes its test. The sentences themselves stand under
`golden/client/` alone, so that whoever rewords one runs `make golden` and reviews the difference.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[2]
GOLDEN = TESTS / "golden"
KEY_MAX = 60
HEAD = "== "
"""Before each claim on a page."""

Said = Mapping[str, Callable[[], object]]


def golden() -> Iterator[tuple[str, str]]:
    """The page of every test module that has one: its path under `golden/` and its text."""
    for file in sorted((TESTS / "client").rglob("test_*.py")):
        if "\nSAID = " in file.read_text():
            name = ".".join(("tests", *file.relative_to(TESTS).with_suffix("").parts))
            yield path_of(name), page(importlib.import_module(name).SAID)


def golden_test(module: str, said: Said) -> Callable[[str], None]:
    """The test of a module that everything it has said is what its golden page has."""

    @pytest.mark.parametrize("claim", said)
    def test(claim: str) -> None:
        kept = sections((GOLDEN / path_of(module)).read_text())
        assert words(said[claim]()) == kept.get(claim), "run `make golden`, and review the difference like code"

    return test


def path_of(module: str) -> str:
    """Where under `golden/` the page of a test module stands."""
    return f"{module.removeprefix('tests.').replace('.', '/').replace('/test_', '/')}.txt"


def page(said: Said) -> str:
    """All that is said, each after its claim."""
    return "\n".join(f"{HEAD}{claim}\n{words(saying())}\n" for claim, saying in said.items())


def sections(page: str) -> dict[str, str]:
    """What a page has for each claim."""
    parts = (part.split("\n", 1) for part in f"\n{page}".split(f"\n{HEAD}")[1:])
    return {claim: text.rstrip("\n") for claim, text in parts}


def for_each(saying: Callable[..., object], cases: Iterable[Any]) -> dict[str, object]:
    """What is said in each of several cases. A case of a function with several arguments is a tuple."""
    several = sum(each.default is each.empty for each in signature(saying).parameters.values()) > 1
    return {
        _name(number, case): saying(*case) if several else saying(case) for number, case in enumerate(cases, start=1)
    }


def error_of(attempt: Callable[[], object]) -> str:
    """What somebody is told who tries something that cannot be done."""
    try:
        attempt()
    except (ValueError, LookupError, OSError) as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("that can be done")


def words(value: object) -> str:
    """A value as it stands on a page: a sentence as it is, several below each other, and others with a dash each."""
    match value:
        case str():
            return "\n".join(line.rstrip() for line in value.split("\n")) if value.strip() else repr(value)
        case bool():
            return "yes" if value else "no"
        case dict():
            return "\n".join(f"{_key(key)}\n{_indented(words(part))}" for key, part in value.items()) or "{}"
        case set() | frozenset():
            return words(tuple(sorted(value, key=repr)))
        case [part] if not hasattr(value, "_fields"):
            return words(part)
        case [*parts] if parts and not hasattr(value, "_fields"):
            if all(isinstance(part, str) and part.strip() and "\n" not in part for part in parts):
                return "\n".join(map(str, parts))
            return "\n".join(f"- {_indented(words(part))[2:]}" for part in parts)
        case _:
            return repr(value)


def _name(number: int, case: object) -> str:
    """A case's number, with as much of the case as is short enough to be read."""
    written = map(repr, case if isinstance(case, tuple) else (case,))
    return f"{number}. {', '.join(part for part in written if len(part) <= KEY_MAX)}".rstrip(". ")


def _key(key: object) -> str:
    return key if isinstance(key, str) else repr(key)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
