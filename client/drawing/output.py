"""Writes what a program has to say, for as long as somebody reads it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import TextIO

import msgspec

_ODD = re.compile(r"[^\w !-~]")
"""What may be no character to be seen: neither of a word nor of ASCII."""


def line_of(fact: object) -> str:
    """A fact as a line of JSON, in which no character can do anything to the terminal that it may be shown on."""
    return _ODD.sub(_escape, msgspec.json.encode(fact).decode())


def _escape(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def tell(out: TextIO, text: str) -> bool:
    """Write a text at once; False where nobody reads any more. Raises OSError where it cannot be kept.

    After either, writing does nothing.
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
    """Let what is still to be written go nowhere, or the interpreter complains about it on its way out."""
    with contextlib.suppress(OSError):  # a text in memory has no file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, out.fileno())
        finally:
            os.close(nowhere)
