"""The commands that need no server: config, completion and doctor."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from client.cli import arguments
from client.cli.completion_scripts import SCRIPTS, completions
from client.cli.doctor import check_settings, examine, finding_line
from client.cli.show_config import lines
from client.settings import config_path, home, origins, settings, themes_folder
from client.state.exit_codes import ExitCode


def config(args: Namespace) -> ExitCode:
    """Print the settings, and where they and the games are."""
    is_json = settings(arguments.flags(args), os.environ).json
    print(*lines(origins(arguments.flags(args), os.environ), json=is_json), sep="\n")
    if not is_json:
        print(f"\nYour settings: {config_path()}\nYour themes:   {themes_folder()}\nYour games:    {home()}")
    return ExitCode.OK


def completion(args: Namespace) -> ExitCode:
    """Print a shell's completion script."""
    print(SCRIPTS[args.shell], end="")
    return ExitCode.OK


def complete(typed: list[str]) -> ExitCode:
    """Print the completions of the last word of a shell's line."""
    print(*completions(typed), sep="\n")
    return ExitCode.OK


def doctor(args: Namespace) -> ExitCode:
    """Print what was checked; exits with code 1 if anything is wrong."""
    chosen, first = check_settings(arguments.flags(args), os.environ)
    is_ok = True
    for finding in (first, *examine(chosen, os.environ, home(), sys.stdout)):
        is_ok = is_ok and finding.verdict != "wrong"
        print(finding_line(finding, json=chosen.json), flush=True)
    return ExitCode.OK if is_ok else ExitCode.FAILURE
