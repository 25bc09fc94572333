"""The commands for finished games: replay, history and verify, for games kept here or by the server."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from client.cli import arguments
from client.cli.bootstrap import complain, games_folder, inquire, is_plain, prepare
from client.drawing.output import fold_lines
from client.server_programs import server_command, server_environment
from client.settings import settings
from client.state.exit_codes import ExitCode


def replay(args: Namespace) -> int:
    """Step through a saved game, which needs no server; a game that is not saved here is fetched first."""
    from client.history.positions import GameUnavailableError, find_file

    try:
        found: Path | int = find_file(games_folder(), args.game)
    except GameUnavailableError as error:
        found = _fetch_file(args, args.game, str(error))
    return _step_through(args, found) if isinstance(found, Path) else found


def history(args: Namespace) -> int:
    """List or export the games that the player has played: those kept here, and the server's."""
    from client.cli.queries.history import HistoryQuery

    start = prepare(args)
    query = HistoryQuery(games_folder(), args.game or "", json=start.settings.json, export=args.export)
    if inquire(start, query.follow) and (text := query.text_of_kept()):
        print(text if start.settings.json else fold_lines(text, sys.stdout))
    return ExitCode.OK


def verify(*words: str) -> int:
    """Verify saved games and mark the fair ones; a game that is not saved here is fetched from the server first."""
    from client.history.saved.entry import mark_verified

    args, rest = arguments.read_verifying(words)
    files = [_file_for(word, args) for word in rest]
    if codes := [file for file in files if not isinstance(file, str | Path)]:
        return codes[0]
    sys.stdout.flush()
    command = [*server_command(arguments.SERVER_PROGRAMS["verify"][0]), *map(str, files)]
    code = subprocess.run(command, env=server_environment(), check=False).returncode  # noqa: S603 - our own program
    for file in files:
        if not code and isinstance(file, Path) and file.parent == games_folder():
            mark_verified(file)
    return code


def _fetch_file(args: Namespace, word: str, otherwise: str) -> Path | int:
    """The file of a game fetched from the server, or an exit code if that failed."""
    from client.cli.queries.fetch_game import FetchGame
    from client.history.saved.game_id import parse_game_id

    game_id = parse_game_id(word)
    if game_id is None:
        return complain(otherwise, ExitCode.FAILURE)
    start = prepare(args)
    query = FetchGame(game_id)
    code = inquire(start, query.follow)
    return code or query.keep(games_folder(), start.settings.server or "", start.identity.first_name)


def _step_through(args: Namespace, path: Path) -> int:
    """Show a game on the screen, or print it line by line."""
    from client.history.positions import replay_of
    from client.history.replay import go_to, lines

    chosen = settings(arguments.flags(args), os.environ)
    try:
        replay = asyncio.run(replay_of(path, args.seat, args.place))
        if is_plain(chosen):
            print(*lines(replay, json=chosen.json), sep="\n")
            return ExitCode.OK
    except ValueError as error:
        return complain(str(error), ExitCode.FAILURE)
    from client.cli.replay_screen import show_on_screen

    match asyncio.run(show_on_screen(replay, chosen)):
        case "plain":
            print(*lines(go_to(replay, 0), json=False), sep="\n")
        case "interrupted":
            return ExitCode.INTERRUPTED
    return ExitCode.OK


def _file_for(word: str, args: Namespace) -> Path | str | int:
    """The file that a game's name stands for, or an exit code if there is none; other words unchanged."""
    from client.history.saved.game_id import parse_game_id
    from client.history.saved.keeper import newest_file

    if Path(word).exists() or parse_game_id(word) is None:
        return word
    return newest_file(games_folder(), word) or _fetch_file(args, word, word)
