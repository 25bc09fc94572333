"""The parser of every program's command line: its help and its errors read like the rest of Parlour.

Help begins with examples, and is folded at the terminal's width. An error is one sentence and a hint.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from difflib import get_close_matches
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, NoReturn

EXIT_USAGE = 2
NAME_COLUMNS = 12
INDENT = 6
"""Blanks before a last column that stands below the others."""
_LAST_COLUMN = re.compile(r".*\S {2,}(?=\S)")
"""All columns of a line but the last."""
OUR_WORDS = tuple(
    (re.compile(said), ours)
    for said, ours in (
        (r"^argument (\S+): expected (?:one|at least one|\d+) arguments?$", r"\1 needs a value"),
        (r"^argument (\S+): ignored explicit argument (.*)$", r"\1 takes no value, so leave out \2"),
        (r"^argument (\S+): not allowed with argument (\S+)$", r"\1 and \2 exclude each other"),
        (r"^ambiguous option: (\S+) could match (.*)$", r"\1 could be any of \2"),
        (r"^the following arguments are required: ([^,]*)$", r"\1 is missing"),
        (r"^the following arguments are required: (.*)$", r"these are missing: \1"),
        (
            r"^argument COMMAND: invalid choice: (.*) \(choose from (.*)\)$",
            r"there's no command \1; choose from \2",
        ),
        (r"^argument ([^\s-]+): invalid choice: (.*) \(choose from (.*)\)$", r"there's no \1 \2; choose from \3"),
        (r"^argument (\S+): invalid choice: (.*) \(choose from (.*)\)$", r"\1 can't be \2; choose from \3"),
        (r"^argument (-\S+): (.*)$", r"\1: \2"),
        (r"^argument \S+: (.*)$", r"\1"),
    )
)
"""What argparse itself says, and what we say for it."""


class AlignedHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help whose second column begins far enough to the right for the names of commands, which argparse forgets."""

    def __init__(self, prog: str) -> None:
        """As argparse makes it for one help."""
        super().__init__(prog)
        self._action_max_length = NAME_COLUMNS


class ShortHelp(argparse.Action):
    """The action of -h: prints examples and the usage line, without every option."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and exit."""
        print(fold(f"{parser.description}\n\n{parser.format_usage()}\nType '{parser.prog} --help' for all options."))
        parser.exit()


class CommandLineParser(argparse.ArgumentParser):
    """A parser whose help starts with examples, and whose errors are one sentence and a hint."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as argparse makes its parsers
        """Add -h for a short help and --help for all of it."""
        adds_help = options.pop("add_help", True)
        super().__init__(add_help=False, formatter_class=AlignedHelpFormatter, **options)
        self._positionals.title = "arguments"
        if adds_help:
            self.add_argument("-h", action=ShortHelp, nargs=0, help="show a short help")
            self.add_argument("--help", action="help", help="show all of this")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """Parse the command line; the error for an unknown option suggests the nearest known one."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"there's no {rest[0]}{self._suggest(rest[0])}")
        return options

    def _suggest(self, written: str) -> str:
        near = get_close_matches(written.partition("=")[0], tuple(self._option_string_actions), 1)
        return f"; did you mean {near[0]!r}?" if near else "."

    def format_help(self) -> str:
        """The whole help, examples first, folded for a terminal."""
        usage, about = self.format_usage(), f"{self.description or ''}\n"
        return fold(super().format_help().replace(usage, "", 1).replace(about, f"{about}\n{usage}", 1).lstrip())

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with code 2."""
        self.exit(EXIT_USAGE, f"{self.prog}: {in_our_words(message)}\nType '{self.prog} --help' for all options.\n")


def in_our_words(message: str) -> str:
    """What argparse says, as our own messages would say it; anything else as it is.

    >>> in_our_words("argument --name: expected one argument")
    "--name needs a value"
    >>> in_our_words("the following arguments are required: CODE|FILE")
    "CODE|FILE is missing"
    >>> in_our_words("argument shell: invalid choice: 'bsh' (choose from 'bash', 'zsh')")
    "there is no shell 'bsh'; choose from 'bash', 'zsh'"
    """
    return next((said.sub(ours, message) for said, ours in OUR_WORDS if said.match(message)), message)


def fold(text: str) -> str:
    """A text of several lines as the terminal shows it without breaking a word, or for 80 columns where there is none.

    What stands in the last column of a line stays in that column, or goes below the others if it is narrow.
    """
    columns = get_terminal_size().columns
    return "\n".join(part for line in text.split("\n") for part in _fold_line(line, columns))


def _fold_line(line: str, columns: int) -> Iterator[str]:
    if len(line) <= columns:
        yield line
        return
    column = _LAST_COLUMN.match(line)
    at = column.end() if column else len(line) - len(line.lstrip())
    if at > columns * 2 // 3:
        yield from _fold_line(line[:at].rstrip(), columns)
        line, at = " " * INDENT + line[at:], INDENT
    yield from wrap(line, columns, subsequent_indent=" " * at, break_long_words=False, break_on_hyphens=False)


def actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """A parser's arguments, in the order in which they were added, but for those that are told to nobody."""
    return [action for action in parser._actions if action.help is not argparse.SUPPRESS]
