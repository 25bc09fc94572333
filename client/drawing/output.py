"""Writes a program's output for as long as somebody reads it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from shutil import get_terminal_size
from typing import TextIO

import msgspec

from client.drawing.canvas import clean, width_of, wrap_words

_ODD = re.compile(r"[^\w !-~]")
"""Characters that may be invisible: neither part of a word nor of ASCII."""
_PASTED = re.compile(r"(^|[ /])(parlour|ssh) -?\w")
"""In a sentence with a command to paste, which has to stay one line."""
_LAST_COLUMN = re.compile(r".*\S {2,}(?=\S)")
"""All columns of a line but the last."""
INDENT = 6
"""Blanks before a last column that stands below the others."""


def line_of(fact: object) -> str:
    """A fact as a line of JSON, without characters that could control a terminal."""
    return _ODD.sub(_escape, msgspec.json.encode(fact).decode())


def _escape(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def in_lines(sentence: str, columns: int) -> list[str]:
    """A sentence in one line, or broken between words where a terminal would break within one; 0 is no terminal.

    What stands in the last column of a listing stays in that column, or goes below the others if it is narrow.

    >>> in_lines("It is your turn.", 10), in_lines("Type: parlour join KQFM", 10), in_lines("wise  Looks ahead.", 13)
    (['It is your', 'turn.'], ['Type: parlour join KQFM'], ['wise  Looks', '      ahead.'])
    """
    line = clean(sentence)
    if not columns or width_of(line) <= columns:
        return [line]
    if column := _LAST_COLUMN.match(line):
        before, text = column[0], line[column.end() :]
        if width_of(before) > columns * 2 // 3:
            return [*in_lines(before.rstrip(), columns), *_indented(text, INDENT, columns)]
        first, *others = _indented(text, width_of(before), columns)
        return [f"{before}{first.lstrip()}", *others]
    return [line] if _PASTED.search(line) else wrap_words(line, columns, breaks_words=False) or [line]


def _indented(text: str, indent: int, columns: int) -> list[str]:
    return [" " * indent + line for line in wrap_words(text, columns - indent, breaks_words=False)]


def fold_lines(text: str, out: TextIO) -> str:
    """A text of several lines as its output's terminal shows it without breaking a word."""
    return "\n".join(part for line in text.split("\n") for part in in_lines(line, columns_of(out)))


def columns_of(out: TextIO) -> int:
    """How many columns the terminal of an output has; 0 if it is none."""
    return get_terminal_size().columns if out.isatty() else 0


def tell(out: TextIO, text: str) -> bool:
    """Write a text and flush; False if nobody reads any more. Raises OSError if it cannot be stored.

    After either failure, writing does nothing.
    """
    try:
        out.write(text)
        out.flush()
    except BrokenPipeError:
        silence(out)
        return False
    except OSError:
        silence(out)
        raise
    return True


def silence(out: TextIO) -> None:
    """Discard all further output, so that the interpreter does not complain about it at exit."""
    with contextlib.suppress(OSError):  # a text in memory has no file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, out.fileno())
        finally:
            os.close(nowhere)
