"""A command line's parser whose help and complaints are for people in a hurry."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn


class ShortHelp(argparse.Action):
    """What -h gives: examples and the shape of the line, without every flag."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and leave the program."""
        print(f"{parser.description}\n\n{parser.format_usage()}\nType '{parser.prog} --help' for everything.")
        parser.exit()


class ClientArgumentParser(argparse.ArgumentParser):
    """A parser whose help opens with examples, and whose complaints are one sentence and a hint."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 - as argparse makes its parsers
        """Make one with -h for a short help and --help for all."""
        is_asked = more.pop("add_help", True)
        super().__init__(add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter, **more)
        if is_asked:
            self.add_argument("-h", action=ShortHelp, nargs=0, help="show the examples alone")
            self.add_argument("--help", action="help", help="show all this")

    def format_help(self) -> str:
        """All there is to say, the examples before everything else."""
        usage, examples = self.format_usage(), f"{self.description or ''}\n"
        return super().format_help().replace(usage, "", 1).replace(examples, f"{examples}\n{usage}", 1).lstrip()

    def error(self, message: str) -> NoReturn:
        """Leave the program with code 2."""
        self.exit(2, f"{self.prog}: {message}\nType '{self.prog} --help' for examples.\n")


def actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """What a parser takes, in the order in which it was said."""
    return parser._actions
