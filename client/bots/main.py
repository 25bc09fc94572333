"""The program that lets people's programs play: on a server, or without one from a seed."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from client.cli import arguments
from client.cli.bootstrap import Bootstrap, complain, connection_of, finish, opening_of
from client.settings import InvalidSettingError, Settings, settings
from client.state.exit_codes import ExitCode

if TYPE_CHECKING:
    from client.bots.series import BotSeries


def play(asked: Namespace, start: Bootstrap) -> int:
    """Let a program play on a server."""
    match = _match(asked, start.opening, start.settings)
    if isinstance(match, ExitCode):
        return match
    return finish(start, lambda: match.run(connection_of(start, match.hear, match.unanswered, bot=True)))


def rehearse(asked: Namespace) -> int:
    """Let a program play without a server, dealt by a seed."""
    if hasattr(asked, "server") or asked.join:
        raise InvalidSettingError(
            "'--seed' plays without a server, as none lets anybody choose its deals; leave out the server."
        )
    from client.bots.local_room import LocalRoomWire

    chosen = settings(arguments.flags(asked), os.environ)
    match = _match(asked, opening_of(asked)[1], chosen, keeps_seat=False)
    if isinstance(match, ExitCode):
        return match
    return asyncio.run(match.run(LocalRoomWire(asked.seed, chosen.name or "bot", match.hear)))


def _match(asked: Namespace, opening: str, chosen: Settings, *, keeps_seat: bool = True) -> BotSeries | ExitCode:
    """The match of the program that was named; what to exit with where there is none."""
    from client.bots.bot import BotFailedError, PythonBot, load
    from client.bots.results import Results
    from client.bots.series import BotSeries
    from client.bots.subprocess_bot import SubprocessBot

    try:
        chooser = SubprocessBot(asked.program) if asked.stdio else PythonBot(load(asked.program))
    except BotFailedError as error:
        return complain(str(error), ExitCode.FAILURE)
    results = Results(sys.stdout, sys.stderr, json=chosen.json)
    return BotSeries(chooser, opening, asked.games, results, keeps_seat=keeps_seat)
