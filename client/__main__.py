"""The program `parlour`: parses the command line, and runs the command."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots import main as bots
from client.cli import arguments, past_games
from client.cli.bootstrap import (
    Bootstrap,
    complain,
    finish,
    inquire,
    is_plain,
    prepare,
)
from client.cli.doctor.crash_report import CrashError, report_crash
from client.drawing.output import silence
from client.server_programs import server_command, server_environment
from client.settings import InvalidSettingError, home
from client.state.breadcrumbs import Breadcrumbs
from client.state.exit_codes import ExitCode
from client.visitor import Visitor, run_lines, run_screen

if TYPE_CHECKING:
    from client.cli.queries.query import Follow

NOT_ON_WINDOWS = "'parlour {command}' doesn't run on Windows. In WSL it does."


def main(command_line: list[str] | None = None) -> int:
    """Run the client; the exit code says how it ended (`client.state.exit_codes`)."""
    _open_missing_streams()
    words = arguments.in_usual_form(sys.argv[1:] if command_line is None else command_line)
    if words and words[0] in arguments.SERVER_PROGRAMS and words[0] != "verify":
        return _become(*words)
    if words[:2] == ["completion", "--words"]:
        from client.cli.local_commands import complete

        return complete(words[2:])
    try:
        code = _answer(words)
        sys.stdout.flush()  # while a failure can still be reported
    except InvalidSettingError as error:
        return complain(str(error), ExitCode.USAGE)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return ExitCode.FAILURE
    except OSError as error:
        silence(sys.stdout)
        return complain(_describe(error), ExitCode.FAILURE)
    except Exception as error:  # noqa: BLE001 - as in `finish`
        crumbs = error.crumbs if isinstance(error, CrashError) else Breadcrumbs()
        command = next((word for word in words if word in arguments.COMMANDS), "lobby")
        return complain(report_crash(error.__cause__ or error, crumbs, home(), command), ExitCode.FAILURE)
    return code


def _answer(words: list[str]) -> int:
    try:
        return past_games.verify(*words[1:]) if words[:1] == ["verify"] else _run(arguments.read(words))
    except SystemExit as stop:  # a usage error, or --help
        return stop.code if isinstance(stop.code, int) else ExitCode.USAGE


def _open_missing_streams() -> None:
    """Open the standard streams that were closed before the program started, on the null device."""
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115 - open until the program ends
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115


def _describe(error: OSError) -> str:
    """What failed, in a sentence."""
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."


def _run(args: Namespace) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a suit still plays
    match args.command:
        case "replay":
            return past_games.replay(args)
        case "history":
            return past_games.history(args)
        case "account":
            from client.cli import accounts

            return accounts.run(args)
        case "bot" if args.seed is not None:
            return bots.play_locally(args)
        case "link" | "recover":
            from client.cli import own_devices

            return own_devices.link(args) if args.command == "link" else own_devices.recover(args)
        case "config" | "completion" | "doctor":
            from client.cli import local_commands

            return local_commands.run(args)
    start = prepare(args)
    match args.command:
        case "bot":
            return bots.play(args, start)
        case "tables" | "stats" | "leaders" | "levels" | "devices":
            return _list(args, start)
        case _ if is_plain(start.settings):
            return finish(start, lambda: run_lines(start, Visitor(), start.opening))
        case _:
            return finish(start, lambda: run_screen(start, Visitor()))


def _list(args: Namespace, start: Bootstrap) -> int:
    """Print what the server lists for a command."""
    from client.cli.queries import listings
    from client.state.phrases.today import midnight

    json, game = start.settings.json, getattr(args, "game", None) or ""
    queries: dict[str, Follow] = {
        "tables": partial(listings.tables, json=json),
        "stats": partial(listings.stats, game=game, since=midnight(), json=json),
        "leaders": partial(listings.leaders, game=game, json=json),
        "levels": partial(listings.levels, game=game, json=json),
        "devices": partial(listings.devices, json=json),
    }
    return inquire(start, queries[args.command])


def _become(command: str, *rest: str) -> int:
    """Replace this process by the server program that the command names, which knows the rules."""
    module, _ = arguments.SERVER_PROGRAMS[command]
    sys.stdout.flush()
    if sys.platform == "win32":
        return complain(NOT_ON_WINDOWS.format(command=command), ExitCode.FAILURE)
    return os.execve(sys.executable, [*server_command(module), *rest], server_environment())  # noqa: S606 - our own program


if __name__ == "__main__":
    sys.exit(main())
