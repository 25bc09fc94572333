"""Writes what a program has to say, for as long as somebody reads it."""

from __future__ import annotations

import contextlib
import os
from typing import TextIO


def tell(out: TextIO, text: str) -> bool:
    """Write a text at once; False where nobody reads any more, after which writing does nothing."""
    try:
        out.write(text)
        out.flush()
    except BrokenPipeError:
        silence(out)
        return False
    return True


def silence(out: TextIO) -> None:
    """Let what is still to be written go nowhere, or the interpreter complains about it on its way out."""
    with contextlib.suppress(OSError):  # a text in memory has no file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, out.fileno())
        finally:
            os.close(nowhere)
