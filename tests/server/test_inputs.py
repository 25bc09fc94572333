"""What the journal stores says itself what it is: renaming a class changes no stored byte."""

from __future__ import annotations

import inspect
from pathlib import Path

import msgspec
import pytest

from server import inputs, thinking

ROOT = Path(__file__).parents[2]
STORED = [
    "nobody",
    "person",
    "computer",
    "open",
    "sit",
    "play",
    "choose",
    "tick",
    "fill",
    "resign",
    "offer-draw",
    "take-back",
    "answer",
    "rematch",
    "pledge",
    "share",
    "leave",
    "away",
    "back",
    "claim",
    "kick",
    "shut",
    "restart",
    "close",
]
EXCHANGED = ["Decide", "Advise", "Answer", "Broken"]
"""What passes between a server and its workers."""


def tags(module) -> list[str | None]:
    kinds = [kind for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == module.__name__]
    found = [kind.__struct_config__.tag for kind in kinds if issubclass(kind, msgspec.Struct)]
    return [tag for tag in found if tag is not None]


@pytest.mark.parametrize(("module", "expected"), [(inputs, STORED), (thinking, EXCHANGED)])
def test_tags_are_those_that_were_stored_before(module, expected):
    assert sorted(tags(module)) == sorted(expected)


@pytest.mark.parametrize("package", ["protocol", "server", "client", "engines"])
def test_no_tag_is_made_from_the_name_of_a_class(package):
    derived = [
        path.as_posix()
        for path in (ROOT / package).rglob("*.py")
        if any(said in path.read_text(encoding="utf-8") for said in ("tag=True", "tag=lambda"))
    ]
    assert derived == []
