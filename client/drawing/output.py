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


def line_of(fact: object) -> str:
    """A fact as a line of JSON, without characters that could control a terminal."""
    return _ODD.sub(_escape, msgspec.json.encode(fact).decode())


def _escape(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def in_lines(sentence: str, columns: int) -> list[str]:
    """A sentence in one line, or broken between words where a terminal would break within one; 0 is no terminal.

    >>> in_lines("It is your turn.", 10), in_lines("Type: parlour join KQFM", 10)
    (['It is your', 'turn.'], ['Type: parlour join KQFM'])
    """
    line = clean(sentence)
    if not columns or width_of(line) <= columns or _PASTED.search(line):
        return [line]
    return wrap_words(line, columns, breaks_words=False) or [line]


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
