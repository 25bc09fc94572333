"""Shell completion: a short script for each shell, which asks this program for the completions of a word.

So `client.cli.arguments` is the only description of the command line, and no copy can be out of date.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from client.cli import arguments, values
from client.drawing.themes import THEMES
from protocol.command_line import actions

FILES = {"bash": "parlour.bash", "zsh": "_parlour", "fish": "parlour.fish"}
"""The script of each shell, as the wheel also installs it where the shell looks."""
VERSUS = ("human", "solo", "computer")


def script(shell: str) -> str:
    """The script that a shell runs."""
    return (Path(__file__).parent / "completions" / FILES[shell]).read_text(encoding="utf-8")


def completions(typed: list[str]) -> list[str]:
    """The completions of the last of some words behind `parlour`, in alphabetical order."""
    *before, last = typed or [""]
    parser = arguments.parser_of(before)
    flag, equals, _ = last.partition("=")
    if equals and flag.startswith("--"):
        found: Iterable[str] = (f"{flag}={value}" for value in _values(_option(parser, flag), before))
    elif flag_action := _flag_awaiting_value(parser, before):
        found = _values(flag_action, before)
    elif last.startswith("-"):
        found = (name for action in actions(parser) for name in action.option_strings)
    else:
        found = _places(parser, before)
    return sorted({word for word in found if word.startswith(last)})


def _option(parser: argparse.ArgumentParser, flag: str) -> argparse.Action | None:
    return next((action for action in actions(parser) if flag in action.option_strings), None)


def _flag_awaiting_value(parser: argparse.ArgumentParser, before: list[str]) -> argparse.Action | None:
    """The flag before the last word, if it takes a value."""
    action = _option(parser, before[-1]) if before else None
    return action if action is not None and action.nargs != 0 else None


def _places(parser: argparse.ArgumentParser, before: list[str]) -> Iterable[str]:
    """The values for a positional argument; for a new table the game, and then its options."""
    if not any(word in arguments.COMMANDS for word in before):
        return arguments.COMMANDS
    written = [word for word in before[1:] if not word.startswith("-")]
    places = [action for action in actions(parser) if not action.option_strings]
    at = min(len(written), len(places) - 1)
    return _values(places[at], before) if places and (at == len(written) or places[at].nargs == "*") else ()


def _values(action: argparse.Action | None, before: list[str]) -> Iterable[str]:
    """The possible values of an argument."""
    match action:
        case None:
            return ()
        case argparse.Action(choices=choices) if choices is not None:
            return map(str, choices)
        case argparse.Action(dest="game") if action.type is not None:
            return values.games()
        case argparse.Action(dest="theme"):
            return THEMES
        case argparse.Action(dest="vs"):
            return VERSUS
        case argparse.Action(dest="option"):
            return _options(before)
        case _:
            return ()


def _options(before: list[str]) -> Iterable[str]:
    """The options of the game named among the words."""
    from client.games import find  # loads the drawing of every game

    named = next((name for word in before[1:] for name in values.games() if word and name.startswith(word)), None)
    choices = find(named).setup.choices if named else ()
    return [f"{choice.field}={value}" for choice in choices for value in choice.values]
