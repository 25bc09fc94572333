"""What the program answers by itself, without a server: its settings, the shell's completion, and what is wrong."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from client.cli import arguments
from client.cli.completion_scripts import SCRIPTS, words
from client.cli.doctor import examine, line, settled
from client.cli.show_config import lines
from client.settings import config_path, home, origins, settings, themes_folder
from client.state.exit_codes import ExitCode


def config(asked: Namespace) -> ExitCode:
    """List the settings, and say where they and the games are."""
    is_json = settings(arguments.flags(asked), os.environ).json
    print(*lines(origins(arguments.flags(asked), os.environ), json=is_json), sep="\n")
    if not is_json:
        print(f"\nYour settings: {config_path()}\nYour themes:   {themes_folder()}\nYour games:    {home()}")
    return ExitCode.OK


def completion(asked: Namespace) -> ExitCode:
    """Print what makes a shell complete the line."""
    print(SCRIPTS[asked.shell], end="")
    return ExitCode.OK


def complete(typed: list[str]) -> ExitCode:
    """Say what the last word of a line in a shell may become."""
    print(*words(typed), sep="\n")
    return ExitCode.OK


def doctor(asked: Namespace) -> ExitCode:
    """Look for what is wrong; with code 1 where anything is."""
    chosen, first = settled(arguments.flags(asked), os.environ)
    is_well = True
    for finding in (first, *examine(chosen, os.environ, home(), sys.stdout)):
        is_well = is_well and finding.verdict != "wrong"
        print(line(finding, json=chosen.json), flush=True)
    return ExitCode.OK if is_well else ExitCode.FAILURE
