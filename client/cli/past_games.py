"""The programs that look back: games are stepped through, listed and verified, kept here or by the server."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from client.cli import arguments
from client.cli.bootstrap import begun, complain, inquire, is_plain
from client.server_programs import server_command, server_environment
from client.settings import home, settings
from client.state.exit_codes import ExitCode


def replay(asked: Namespace) -> int:
    """Step through a saved game, which needs no server; for one that is not saved here, the server is asked."""
    from client.history.positions import GameUnavailableError, find_file
    from client.history.saved.keeper import FOLDER

    try:
        return _step_through(asked, find_file(home() / FOLDER, asked.game))
    except GameUnavailableError as error:
        return _fetch(asked, str(error))


def history(asked: Namespace) -> int:
    """List the games one has played, or write them into a file: those kept here, and those that the server tells of."""
    from client.cli.queries.history import HistoryQuery
    from client.history.saved.keeper import FOLDER

    start = begun(asked)
    listing = HistoryQuery(home() / FOLDER, asked.game or "", json=start.settings.json, export=asked.export)
    if inquire(start, listing.follow) and (text := listing.kept()):
        print(text)
    return ExitCode.OK


def verify(*words: str) -> int:
    """Have a saved game verified, and remember it where it is fair; one that is not saved here, its server tells."""
    from client.history.saved.entry import mark_verified
    from client.history.saved.keeper import FOLDER

    asked, rest = arguments.read_verifying(words)
    files = [_saved(word, asked) for word in rest]
    if codes := [file for file in files if not isinstance(file, str | Path)]:
        return codes[0]
    sys.stdout.flush()
    command = [*server_command(arguments.SERVER_PROGRAMS["verify"][0]), *map(str, files)]
    code = subprocess.run(command, env=server_environment(), check=False).returncode  # noqa: S603 - our own program
    for file in files:
        if not code and isinstance(file, Path) and file.parent == home() / FOLDER:
            mark_verified(file)
    return code


def _fetch(asked: Namespace, otherwise: str) -> int:
    """Step through a game that the server tells; a name that it cannot know is complained of."""
    fetched = _fetched(asked, asked.game, otherwise)
    return _step_through(asked, fetched) if isinstance(fetched, Path) else fetched


def _fetched(asked: Namespace, word: str, otherwise: str) -> Path | int:
    """The file of a game that the server tells, or how the program ends where it does not."""
    from client.cli.queries.fetch_game import FetchGame
    from client.history.saved.game_id import parse_game_id
    from client.history.saved.keeper import FOLDER

    wanted = parse_game_id(word)
    if wanted is None:
        return complain(otherwise, ExitCode.FAILURE)
    start = begun(asked)
    fetching = FetchGame(wanted)
    code = inquire(start, fetching.follow)
    return code or fetching.keep(home() / FOLDER, start.settings.server or "", start.identity.first_name)


def _step_through(asked: Namespace, path: Path) -> int:
    """Show a game on the screen, or tell it line by line."""
    from client.history.positions import replay_of
    from client.history.replay import go_to, lines

    chosen = settings(arguments.flags(asked), os.environ)
    try:
        replay = asyncio.run(replay_of(path, asked.seat, asked.place))
        if is_plain(chosen):
            print(*lines(replay, json=chosen.json), sep="\n")
            return ExitCode.OK
    except ValueError as error:
        return complain(str(error), ExitCode.FAILURE)
    from client.cli.replay_screen import on_screen

    match asyncio.run(on_screen(replay, chosen)):
        case "plain":
            print(*lines(go_to(replay, 0), json=False), sep="\n")
        case "interrupted":
            return ExitCode.INTERRUPTED
    return ExitCode.OK


def _saved(word: str, asked: Namespace) -> Path | str | int:
    """The file that a table's code stands for, or how the program ends where there is none; other words as they are."""
    from client.history.saved.game_id import parse_game_id
    from client.history.saved.keeper import FOLDER, newest_file

    if Path(word).exists() or parse_game_id(word) is None:
        return word
    return newest_file(home() / FOLDER, word) or _fetched(asked, word, word)
