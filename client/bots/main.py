"""The command `parlour bot`: lets a program play, on a server or in a local room with a seed."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from client.cli.arguments import flags
from client.cli.bootstrap import Bootstrap, complain, connection_of, finish, opening_of, until_interrupted
from client.settings import InvalidSettingError, Settings, settings
from client.state.exit_codes import ExitCode

if TYPE_CHECKING:
    from client.bots.series import BotSeries


def play(args: Namespace, start: Bootstrap) -> int:
    """Let a program play on a server."""
    series = _series(args, start.opening, start.settings)
    if isinstance(series, ExitCode):
        return series

    async def run() -> int:
        connection = connection_of(start, series.hear, series.unanswered, bot=True)
        return await until_interrupted(start, series.run(connection), lambda: series.store)

    return finish(start, run)


def play_locally(args: Namespace) -> int:
    """Let a program play without a server, dealt from a seed."""
    if hasattr(args, "server") or args.join:
        raise InvalidSettingError("'--seed' plays without a server: leave out --server and --join.")
    from client.bots.local_room import LocalRoomWire

    chosen = settings(flags(args), os.environ)
    series = _series(args, opening_of(args)[1], chosen, keeps_seat=False)
    if isinstance(series, ExitCode):
        return series
    return asyncio.run(series.run(LocalRoomWire(args.seed, chosen.name or "bot", series.hear)))


def _series(args: Namespace, opening: str, chosen: Settings, *, keeps_seat: bool = True) -> BotSeries | ExitCode:
    """The series for the named program; an exit code if it cannot be loaded."""
    from client.bots.bot import BotFailedError, PythonBot, load
    from client.bots.results import Results
    from client.bots.series import BotSeries
    from client.bots.subprocess_bot import SubprocessBot

    try:
        chooser = SubprocessBot(args.program) if args.stdio else PythonBot(load(args.program))
    except BotFailedError as error:
        return complain(str(error), ExitCode.FAILURE)
    results = Results(sys.stdout, sys.stderr, json=chosen.json)
    return BotSeries(chooser, opening, args.games, results, game=args.game, keeps_seat=keeps_seat)
