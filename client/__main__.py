"""The program `parlour`: reads what is asked for, and starts what answers it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from client.bots import main as bots
from client.cli import arguments, past_games
from client.cli.bootstrap import (
    Bootstrap,
    begun,
    complain,
    connection_of,
    finish,
    goodbye,
    inquire,
    is_plain,
    keeper_of,
    library_of,
)
from client.drawing.output import silence
from client.server_programs import server_command, server_environment
from client.settings import InvalidSettingError, home, remember, themes_folder
from client.state.exit_codes import ExitCode, exit_of


def main(written: list[str] | None = None) -> int:
    """Run the client; the exit code says how it ended (`client.state.exit_codes`)."""
    _reopen()
    given = sys.argv[1:] if written is None else written
    if given and given[0] in arguments.SERVER_PROGRAMS and given[0] != "verify":
        return _hand_over(*given)
    if given[:2] == ["completion", "--words"]:
        from client.cli.local_commands import complete

        return complete(given[2:])
    try:
        code = _answer(given)
        sys.stdout.flush()  # as long as it can be said that this fails
    except InvalidSettingError as error:
        return complain(str(error), ExitCode.USAGE)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return ExitCode.FAILURE
    except OSError as error:
        silence(sys.stdout)
        return complain(_why(error), ExitCode.FAILURE)
    return code


def _answer(given: list[str]) -> int:
    try:
        return past_games.verify(*given[1:]) if given[:1] == ["verify"] else _run(arguments.read(given))
    except SystemExit as left:  # a usage error, or --help
        return left.code if isinstance(left.code, int) else ExitCode.USAGE


def _reopen() -> None:
    """Let what was closed before the program began lead nowhere, and come from nowhere."""
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115 - as long as the program
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115


def _why(error: OSError) -> str:
    """What has failed, in a sentence."""
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."


def _run(asked: Namespace) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a suit still plays
    match asked.command:
        case "replay":
            return past_games.replay(asked)
        case "history":
            return past_games.history(asked)
        case "bot" if asked.seed is not None:
            return bots.rehearse(asked)
        case "config" | "completion" | "doctor":
            return _aside(asked)
    start = begun(asked)
    match asked.command:
        case "bot":
            return bots.play(asked, start)
        case "rooms":
            return _rooms(start)
        case "stats":
            return _stats(asked, start)
        case "leaders":
            return _leaders(asked, start)
        case "levels":
            return _levels(asked, start)
        case _ if is_plain(start.settings):
            return _plain(start)
        case _:
            return _screen(start)


def _plain(start: Bootstrap) -> int:
    return finish(start, lambda: _talk(start, start.opening))


async def _talk(start: Bootstrap, opening: str) -> int:
    from client.linemode.console import on_terminal
    from client.state.habits import HABITS_FILE, HabitsFile

    memory, keeper = HabitsFile(home() / HABITS_FILE), keeper_of(start)
    library = library_of(start, keeper)
    console, lines = on_terminal(
        opening,
        memory,
        json=start.settings.json,
        shelf=library.archive,
        door=start.door,
    )
    connection = connection_of(start, library.intercept(console.hear), console.unanswered, keeper)
    library.connect(connection.send)
    code = await console.run(connection, lines)
    return goodbye(start, console.store, code)


def _rooms(start: Bootstrap) -> int:
    from client.cli.queries import rooms

    return inquire(start, partial(rooms.follow, json=start.settings.json))


def _stats(asked: Namespace, start: Bootstrap) -> int:
    from client.cli.queries import stats
    from client.state.phrases.today import midnight

    since = midnight()
    return inquire(start, partial(stats.follow, game=asked.game or "", since=since, json=start.settings.json))


def _leaders(asked: Namespace, start: Bootstrap) -> int:
    from client.cli.queries import leaders

    return inquire(start, partial(leaders.follow, game=asked.game or "", json=start.settings.json))


def _levels(asked: Namespace, start: Bootstrap) -> int:
    from client.cli.queries import levels

    return inquire(start, partial(levels.follow, game=asked.game or "", json=start.settings.json))


def _aside(asked: Namespace) -> int:
    """Answer what concerns this program alone."""
    from client.cli import local_commands

    match asked.command:
        case "config":
            return local_commands.config(asked)
        case "completion":
            return local_commands.completion(asked)
        case _:
            return local_commands.doctor(asked)


def _screen(start: Bootstrap) -> int:
    from client.commands.dialogue import dialogue_of
    from client.drawing.theme_files import ThemeFiles
    from client.fullscreen.app import App
    from client.state.habits import HABITS_FILE, HabitsFile

    async def draw() -> int:
        keeper = keeper_of(start)
        library = library_of(start, keeper)
        app = App(
            start.settings,
            start.opening,
            HabitsFile(home() / HABITS_FILE),
            shelf=library.archive,
            wardrobe=ThemeFiles(themes_folder()),
            remember=remember,
            door=start.door,
        )
        connection = connection_of(start, library.intercept(app.hear), app.unanswered, keeper)
        library.connect(connection.send)
        match await app.run(connection):
            case "plain":
                return await _talk(start, "")
            case "interrupted":
                return ExitCode.INTERRUPTED
            case "quit":
                if dialogue := dialogue_of(app.store):
                    print(dialogue.farewell)
                link = app.store.link
                return goodbye(start, app.store, exit_of(link, was_welcome=bool(app.store.name)) or ExitCode.OK)

    return finish(start, draw)


def _hand_over(command: str, *rest: str) -> int:
    """Become the program of the server's side that the command names. It knows the rules, which no client does."""
    module, _ = arguments.SERVER_PROGRAMS[command]
    sys.stdout.flush()
    os.execve(sys.executable, [*server_command(module), *rest], server_environment())  # noqa: S606 - our own program


if __name__ == "__main__":
    sys.exit(main())
