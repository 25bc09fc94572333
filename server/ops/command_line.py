"""The argument parser that all programs of the server's side share, with short error messages."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NoReturn

EXIT_FAILURE = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""As shells count it: 128 and the number of SIGINT."""


class ServerArgumentParser(argparse.ArgumentParser):
    """A parser whose error messages are one sentence and a hint, without the whole usage."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """Parse the command line; the error for an unknown flag suggests the nearest known one."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"there is no {rest[0]}{self._suggest(rest[0])}")
        return options

    def _suggest(self, written: str) -> str:
        near = get_close_matches(written.partition("=")[0], tuple(self._option_string_actions), 1)
        return f"; did you mean {near[0]!r}?" if near else "."

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: {message}\nType '{self.prog} --help' for all options.\n")


def whole_number(allowed: range) -> Callable[[str], int]:
    """A parser of decimal numbers, which raises ArgumentTypeError for any that is not allowed."""

    def parse(written: str) -> int:
        if not (written.isascii() and written.isdecimal()) or int(written[:20]) not in allowed:
            raise argparse.ArgumentTypeError(f"{written[:40]!r} is not a number between {allowed[0]} and {allowed[-1]}")
        return int(written)

    return parse
