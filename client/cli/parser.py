"""An argument parser with short help and short error messages."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from client.drawing.output import fold_lines

ARGPARSE = (
    (re.compile(r"^argument (\S+): expected one argument$"), r"\1 needs a value"),
    (re.compile(r"^the following arguments are required: ([^,]*)$"), r"\1 is missing"),
    (re.compile(r"^the following arguments are required: (.*)$"), r"these are missing: \1"),
    (
        re.compile(r"^argument ([^\s-]+): invalid choice: (.*) \(choose from (.*)\)$"),
        r"there is no \1 \2; choose from \3",
    ),
    (re.compile(r"^argument (\S+): invalid choice: (.*) \(choose from (.*)\)$"), r"\1 can't be \2; choose from \3"),
)
"""What argparse itself says, and what we say for it."""


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
        self.exit(2, f"{self.prog}: {_in_our_words(message)}\nType '{self.prog} --help' for examples.\n")


def _in_our_words(message: str) -> str:
    """What argparse says, as our own messages would say it; anything else as it is.

    >>> _in_our_words("argument --name: expected one argument")
    "--name needs a value"
    >>> _in_our_words("the following arguments are required: CODE|FILE")
    "CODE|FILE is missing"
    >>> _in_our_words("argument shell: invalid choice: 'bsh' (choose from 'bash', 'zsh')")
    "there is no shell 'bsh'; choose from 'bash', 'zsh'"
    """
    for pattern, ours in ARGPARSE:
        message = pattern.sub(ours, message)
    return message


def actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """A parser's arguments, in the order in which they were added."""
    return parser._actions
