"""The man pages, made from the argument parsers: `python -m tests.support.golden.man_pages`.

No generator of man pages knows commands that share their flags: it repeats those for each command, and fills the
examples. So this writes the few macros of man(7) itself.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from client.cli import arguments
from client.portal import main as portal
from client.settings import VARIABLES
from client.state.exit_codes import EXIT_CODES
from protocol import RELEASE
from protocol.command_line import actions
from server import config

ROOT = Path(__file__).parents[3]
FOLDER = "install/man"
PURPOSE = "play parlour games in a terminal"
ENVIRONMENT = {
    ", ".join(
        VARIABLES.values()
    ): "settings, for which a flag wins over the variable, and that over your settings file",
    "PARLOUR_HOME": "the folder for your settings, keys and games, instead of your system's usual ones",
    "NO_COLOR": "turns off colours, like --no-color",
}
FILES = "'parlour config' lists every setting and where it comes from, and says where your settings and games are."


def made() -> dict[str, str]:
    """Every man page as it should be now, by its path."""
    pages = {
        "parlour.1": _page("parlour", PURPOSE, _parlour()),
        "parlour-serve.1": _page(
            "parlour-serve", "host parlour games", _program(config.argument_parser(), config.EXAMPLES)
        ),
        "parlour-portal.1": _page(
            "parlour-portal", "let people play by ssh or in a browser", _program(portal._parser(), portal.EXAMPLES)
        ),
    }
    return {f"{FOLDER}/{name}": text for name, text in pages.items()}


def main() -> None:
    """Write every page."""
    for path, text in made().items():
        (ROOT / path).write_text(text, encoding="utf-8")


def _page(name: str, purpose: str, lines: Iterable[str]) -> str:
    head = f'.TH {name.upper()} 1 "" "Parlour {RELEASE}" "Parlour"'
    return "\n".join((head, *_section("Name", [f"{_escape(name)} \\- {purpose}"]), *lines, ""))


def _parlour() -> Iterator[str]:
    parser = arguments.parser_of([])
    everywhere = {flag for action in actions(parser) for flag in action.option_strings}
    yield from _section("Synopsis", _synopsis(parser))
    yield from _section("Description", [_escape(_prose(parser)), ".PP", _escape(FILES)])
    yield from _section("Commands", _commands(everywhere))
    yield from _section("Options", _options(parser))
    yield from _section("Environment", _terms(ENVIRONMENT.items()))
    yield from _section("Exit status", _terms((str(int(code)), meaning) for code, meaning in EXIT_CODES.items()))
    yield from _section("Examples", _examples(arguments.EXAMPLES))
    yield from _section("See also", [".BR parlour-serve (1),", ".BR parlour-portal (1)"])


def _program(parser: argparse.ArgumentParser, examples: str) -> Iterator[str]:
    """The page of a command that has a parser of its own."""
    yield from _section("Synopsis", _synopsis(parser))
    yield from _section("Description", [_escape(_prose(parser))])
    yield from _section("Options", _options(parser))
    if parser.epilog:
        yield from _section("Limits", _listing(parser.epilog.splitlines()[1:]))
    yield from _section("Examples", _examples(examples))
    yield from _section("See also", [".BR parlour (1)"])


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f".SH {title.upper()}"
    yield from lines


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f".B {_escape(parser.format_usage().removeprefix('usage: ').strip())}"


def _prose(parser: argparse.ArgumentParser) -> str:
    """A parser's description without its examples."""
    return (parser.description or "").rpartition("\n")[2]


def _commands(everywhere: set[str]) -> Iterator[str]:
    """Each command with what it alone takes."""
    for name, purpose in arguments.purposes().items():
        parser = arguments.parser_of([name])
        usage = parser.format_usage().removeprefix("usage: parlour ").removesuffix("[options]\n").strip()
        yield from (".TP", f".B {_escape(name if name in arguments.SERVER_PROGRAMS else usage)}", _escape(purpose))
        own = [
            action for action in actions(parser) if action.option_strings and not everywhere & {*action.option_strings}
        ]
        if own and name not in arguments.SERVER_PROGRAMS:
            yield from (".RS", *_terms(map(_term, own)), ".RE")


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    return _terms(_term(action) for action in actions(parser) if action.option_strings)


def _term(action: argparse.Action) -> tuple[str, str]:
    """An option with its value, and what it does."""
    formatter = argparse.HelpFormatter("")
    return formatter._format_action_invocation(action), formatter._expand_help(action)


def _terms(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in pairs:
        yield from (".TP", f".B {_escape(term)}", _escape(text))


def _examples(text: str) -> Iterator[str]:
    """A line for each example, with its meaning below."""
    for line in re.sub(r" \\\n +", " ", text).splitlines()[1:]:
        command, _, meaning = re.sub(r" {2,}", "  ", line.strip()).partition("  ")
        yield from (".TP", f".B {_escape(command)}", _escape(meaning))


def _listing(lines: Iterable[str]) -> Iterator[str]:
    """Lines that stay as they are."""
    yield from (".nf", *map(_escape, lines), ".fi")


def _escape(text: str) -> str:
    """A text as roff reads it: with hyphens that can be pasted, and no control line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    main()
