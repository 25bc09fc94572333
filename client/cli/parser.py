"""An argument parser with short help and short error messages."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from client.drawing.output import fold_lines


class ShortHelp(argparse.Action):
    """The action of -h: prints examples and the usage line, without every flag."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and exit."""
        text = f"{parser.description}\n\n{parser.format_usage()}\nType '{parser.prog} --help' for all options."
        print(fold_lines(text, sys.stdout))
        parser.exit()


class ClientArgumentParser(argparse.ArgumentParser):
    """A parser whose help starts with examples, and whose errors are one sentence and a hint."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as argparse makes its parsers
        """Add -h for a short help and --help for all of it."""
        adds_help = options.pop("add_help", True)
        super().__init__(add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        if adds_help:
            self.add_argument("-h", action=ShortHelp, nargs=0, help="show examples")
            self.add_argument("--help", action="help", help="show all of this")

    def format_help(self) -> str:
        """The whole help, examples first, folded for a terminal."""
        usage, examples = self.format_usage(), f"{self.description or ''}\n"
        text = super().format_help().replace(usage, "", 1).replace(examples, f"{examples}\n{usage}", 1).lstrip()
        return fold_lines(text, sys.stdout)

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with code 2."""
        self.exit(2, f"{self.prog}: {message}\nType '{self.prog} --help' for examples.\n")


def actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """A parser's arguments, in the order in which they were added."""
    return parser._actions
