"""Reads the scripts that shells complete by, strictly: what is open, what is called, and what is used and never set."""

from __future__ import annotations

import re
from collections.abc import Iterator

PAIRS = {"(": ")", "{": "}", "[": "]"}
QUOTES = "'\""
OPENS, CLOSES = re.compile(r"^\s*(?:function|if|for|while|switch|begin)\b"), re.compile(r"^\s*end\b")
SET = re.compile(r"\bset -\w+ (\w+)|\blocal (?:-\w+ )?(\w+)|^\s*(\w+)=")
USED = re.compile(r"\$\{?(?:\(.*?\))?(\w+)|\$\{\(@\)(\w+)")
DEFINED = re.compile(r"^(?:function (\w+)|(\w+)\(\) \{)$", re.MULTILINE)


def faults(script: str, given: frozenset[str]) -> list[str]:
    """What is wrong with a script, in words; `given` are the variables that the shell sets."""
    code = "\n".join(line for line in script.splitlines() if not line.lstrip().startswith("#"))
    return [*_left_open(code), *_unset(code, given), *_undefined(code)]


def _left_open(code: str) -> Iterator[str]:
    """Brackets and quotes without an end, and blocks."""
    waiting: list[str] = []
    quote = ""
    for line in code.splitlines():
        for char in line:
            if char == quote:
                quote = ""
            elif quote != "'" and char in PAIRS:
                waiting.append(PAIRS[char])
            elif quote != "'" and char in PAIRS.values() and (not waiting or waiting.pop() != char):
                yield f"{char} closes nothing in {line!r}"
            elif not quote and char in QUOTES:
                quote = char
        if quote:
            yield f"a quote is left open in {line!r}"
            quote = ""
    if waiting:
        yield f"{waiting} would close what is open"
    blocks = sum(bool(OPENS.match(line)) - bool(CLOSES.match(line)) for line in code.splitlines())
    if blocks:
        yield f"{blocks} blocks are left open"


def _unset(code: str, given: frozenset[str]) -> Iterator[str]:
    """Variables that nothing sets."""
    known = given.union(*(filter(None, found) for found in SET.findall(code)))
    for name in dict.fromkeys(next(filter(None, found)) for found in USED.findall(code)):
        if name not in known:
            yield f"${name} is never set"


def _undefined(code: str) -> Iterator[str]:
    """Functions of one's own that are named and not there."""
    defined = {name for found in (*DEFINED.findall(code), *SET.findall(code)) for name in found}
    for name in dict.fromkeys(re.findall(r"(?<![$\w])_+parlour\w*", code)):
        if name not in defined:
            yield f"{name} is nothing here"
