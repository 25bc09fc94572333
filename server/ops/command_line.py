"""What the programs of the server's side share: the codes with which they end, and a parser of numbers."""

from __future__ import annotations

import argparse
from collections.abc import Callable

EXIT_FAILURE = 1
EXIT_IN_USE = 3
"""Another server runs on the same data."""
EXIT_INTERRUPTED = 130
"""As shells count it: 128 and the number of SIGINT."""


def whole_number(allowed: range) -> Callable[[str], int]:
    """A parser of decimal numbers, which raises ArgumentTypeError for any that is not allowed."""

    def parse(written: str) -> int:
        if not (written.isascii() and written.isdecimal()) or int(written[:20]) not in allowed:
            raise argparse.ArgumentTypeError(f"{written[:40]!r} is not a number between {allowed[0]} and {allowed[-1]}")
        return int(written)

    return parse
