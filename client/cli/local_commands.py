"""The commands that need no server: config, completion and doctor."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from client.cli import arguments
from client.cli.completion_scripts import completions, script
from client.cli.doctor.bundle import write_bundle
from client.cli.doctor.findings import Finding, check_settings, examine, finding_line
from client.drawing.output import fold_lines, line_of
from client.settings import InvalidSettingError, Origin, config_path, home, origins, settings, themes_folder
from client.state.exit_codes import ExitCode


def run(args: Namespace) -> ExitCode:
    """Run whichever of these commands was given."""
    match args.command:
        case "config":
            return config(args)
        case "completion":
            print(script(args.shell), end="")
            return ExitCode.OK
        case _:
            return doctor(args)


def config(args: Namespace) -> ExitCode:
    """Print the settings, and where they and the games are."""
    is_json = settings(arguments.flags(args), os.environ).json
    print(*list_settings(origins(arguments.flags(args), os.environ), json=is_json), sep="\n")
    if not is_json:
        print(f"\nYour settings: {config_path()}\nYour themes:   {themes_folder()}\nYour games:    {home()}")
    return ExitCode.OK


def list_settings(origins: tuple[Origin, ...], *, json: bool) -> Iterator[str]:
    """A line for each setting, in columns or as JSON."""
    words: Mapping[object, str] = {None: "none", True: "on", False: "off"}
    for origin in origins:
        value = str(words.get(origin.value, origin.value))
        yield line_of(origin) if json else f"{origin.name:<8} {value:<24} {origin.source}"


def complete(typed: list[str]) -> ExitCode:
    """Print the completions of the last word of a shell's line."""
    print(*completions(typed), sep="\n")
    return ExitCode.OK


def doctor(args: Namespace) -> ExitCode:
    """Print what was checked; exits with code 1 if anything is wrong. With --bundle, write the report to send."""
    chosen, first = check_settings(arguments.flags(args), os.environ)
    findings: list[Finding] = []
    for finding in (first, *examine(chosen, os.environ, home(), sys.stdout)):
        findings.append(finding)
        line = finding_line(finding, json=chosen.json)
        print(line if chosen.json else fold_lines(line, sys.stdout), flush=True)
    if args.bundle:
        print(write_bundle(findings, _origins(args), home(), Path.cwd()))
    return ExitCode.FAILURE if any(finding.verdict == "wrong" for finding in findings) else ExitCode.OK


def _origins(args: Namespace) -> tuple[Origin, ...]:
    """Every setting in force; none where they cannot be read, which the doctor has said."""
    try:
        return origins(arguments.flags(args), os.environ)
    except InvalidSettingError:
        return ()
