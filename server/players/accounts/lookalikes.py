"""Tells which names look alike, by Unicode's own table of characters that do (UTS #39, section 4).

A name is compared as what it says, `fold`: case, the ways to write a letter and the digits of other scripts do not
tell names apart. It is also compared as it stands there, since a capital may look like another letter than its small
one: `ΝΙΝΑ` looks like NINA, and `νινα` like viva. Two names that share one of their `keys` are not both given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from unicodedata import decimal, normalize
from unicodedata import name as name_of

from protocol.text import is_mark

TABLE = Path(__file__).with_name("confusables.txt")
"""Each look, with the characters that have it; its heading says which Unicode."""
OPTIONAL_MARKS = ("COMBINING", "HEBREW", "ARABIC")
"""Whose marks may be left out, by readers or by terminals; those of other scripts are what tells syllables apart."""

_SMALL_CAPITAL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
_ALSO_ALIKE = str.maketrans({"i": "l", "w": "vv"})
"""Beside Unicode's: I and l look alike, so with either case i and l do; `vv` is to w what `rn` is to m."""
_ROUNDS = 4
"""A look in small letters may have a look of its own, as `m` has, which is `rn`; more than twice it never happens."""


def fold(name: str) -> str:
    """What a name says; names that differ only in case, digits or letters that look alike share it."""
    digits = "".join(_plain_digit(char) for char in _essential(name))
    return _small_look(digits.casefold())


def keys(name: str) -> frozenset[str]:
    """What a name says, and how it looks as it is written: mostly the same."""
    return frozenset({fold(name), _small_look(_essential(name))})


def skeleton(text: str) -> str:
    """What Unicode calls the skeleton: the same for texts that look alike."""
    return normalize("NFD", normalize("NFD", text).translate(_looks()))


def _small_look(text: str) -> str:
    """How a text looks, in small letters."""
    for _ in range(_ROUNDS):
        before, text = text, skeleton(skeleton(text).casefold().translate(_ALSO_ALIKE))
        if text == before:
            break
    return text


def _essential(name: str) -> str:
    """A name in its compatible form, without the marks that may be left out and with small capitals as letters."""
    return "".join(_capital(char) for char in normalize("NFKC", name) if not _is_optional(char))


def _is_optional(char: str) -> bool:
    return is_mark(char) and name_of(char, "").startswith(OPTIONAL_MARKS)


def _capital(char: str) -> str:
    found = None if char.isascii() else _SMALL_CAPITAL.fullmatch(name_of(char, ""))
    return found[1] if found else char


def _plain_digit(char: str) -> str:
    number = decimal(char, None)
    return char if number is None else str(number)


@cache
def _looks() -> Mapping[int, str]:
    """The look of each character that has another's, by its number; read once."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = (line.split(":") for line in lines if not line.startswith("#"))
    return {int(char, 16): _chars(look) for look, alike in rows for char in alike.split()}


def _chars(numbers: str) -> str:
    return "".join(chr(int(number, 16)) for number in numbers.split())
