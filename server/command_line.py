"""What the command lines of the server's programs have in common: complaints of one sentence, and whole numbers."""

from __future__ import annotations

import argparse
from typing import NoReturn

EXIT_USAGE = 2


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence and a hint."""

    def error(self, message: str) -> NoReturn:
        """Leave the program with code 2, a sentence, and no list of everything that there is."""
        self.exit(EXIT_USAGE, f"{self.prog}: {message}\nType '{self.prog} --help' for what can be said.\n")


def whole_number(written: str, allowed: range) -> int:
    """The number that is written. Raises ArgumentTypeError where it is none of the allowed ones."""
    if not (written.isascii() and written.isdecimal()) or int(written[:20]) not in allowed:
        raise argparse.ArgumentTypeError(f"{written[:40]!r} is no number from {allowed[0]} to {allowed[-1]}")
    return int(written)
