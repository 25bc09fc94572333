"""Writes a program's output for as long as somebody reads it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import TextIO

import msgspec

_ODD = re.compile(r"[^\w !-~]")
"""Characters that may be invisible: neither part of a word nor of ASCII."""


def line_of(fact: object) -> str:
    """A fact as a line of JSON, without characters that could control a terminal."""
    return _ODD.sub(_escape, msgspec.json.encode(fact).decode())


def _escape(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


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
