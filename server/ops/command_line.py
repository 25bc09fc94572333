"""What the command lines of the server's programs have in common: complaints of one sentence, and whole numbers."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from typing import Any, NoReturn

EXIT_USAGE = 2


class ServerArgumentParser(argparse.ArgumentParser):
    """A parser that reads flags as they are written, and whose complaints are one sentence and a hint."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """What the line asks for; a flag that there is not is answered with the nearest that there is."""
        asked, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"there is no {rest[0]}{self._guess(rest[0])}")
        return asked

    def _guess(self, written: str) -> str:
        near = get_close_matches(written.partition("=")[0], tuple(self._option_string_actions), 1)
        return f"; did you mean {near[0]!r}?" if near else "."

    def error(self, message: str) -> NoReturn:
        """Leave the program with code 2, a sentence, and no list of everything that there is."""
        self.exit(EXIT_USAGE, f"{self.prog}: {message}\nType '{self.prog} --help' for what can be said.\n")


def whole_number(written: str, allowed: range) -> int:
    """The number that is written. Raises ArgumentTypeError where it is none of the allowed ones."""
    if not (written.isascii() and written.isdecimal()) or int(written[:20]) not in allowed:
        raise argparse.ArgumentTypeError(f"{written[:40]!r} is no number from {allowed[0]} to {allowed[-1]}")
    return int(written)
