"""How every program of the client begins and ends: who one is, where the server is, and what was asked for first.

What is heavy to load is loaded after a private server was told to start, so that both happen at once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from client.cli import arguments
from client.commands.opening import play_line
from client.hosting.server import PrivateServer
from client.net.identity import Identity, identity
from client.settings import InvalidSettingError, Settings, home, server_url, settings
from client.state.defaults import DEFAULT_GAME
from client.state.exit_codes import ExitCode

if TYPE_CHECKING:
    from client.cli.queries.query import Follow
    from client.history.library import Library
    from client.history.saved.keeper import Keeper
    from client.hosting.lan import LanAccess
    from client.net.connection import Connection, Find
    from client.state.store import Happening, Store
    from protocol import messages as m


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """What a program of the client needs to begin: its settings, who one is, where the server is, and a first line.

    `door` is that of one's own private server.
    """

    settings: Settings
    identity: Identity
    find: str | Find
    opening: str
    door: LanAccess | None = None


def begun(asked: Namespace) -> Bootstrap:
    """Settle who and where; a private server is on its way when this returns. Raises OSError with a sentence."""
    host, opening = opening_of(asked)
    chosen = settings({**arguments.flags(asked), **({"server": host} if host else {})}, os.environ)
    if chosen.server:
        return Bootstrap(chosen, _player(chosen.server, chosen.name), chosen.server, opening)
    server = PrivateServer(home() / "private")
    player = _player(str(server.directory), chosen.name)
    try:
        server.begin()
    except OSError as error:
        raise OSError(f"Games cannot be kept in {server.directory}: {error.strerror}.") from None
    return Bootstrap(chosen, player, server.find, opening, server.door)


def _player(server: str, name: str | None) -> Identity:
    """Who one is on a server. Raises OSError with a sentence where a file says so and cannot be read."""
    player = identity(home(), server, name)
    try:
        player.load()
    except OSError as error:
        raise OSError(
            f"{player.path} says who you are there and cannot be read: {error.strerror}. "
            "To come as somebody new, move it away."
        ) from None
    return player


def opening_of(asked: Namespace) -> tuple[str | None, str]:
    """The host that the command names, and the line that it comes to."""
    match asked.command:
        case "play":
            numbers = {"auto_flip_s": asked.auto_flip, "deal": asked.deal}
            flags = (f"{name}={number}" for name, number in numbers.items() if number is not None)
            options = (asked.variant or "", *flags, *asked.option)
            words = _table_words(asked)
            if asked.quick and (asked.vs or any(options) or words):
                raise InvalidSettingError(
                    "'--quick' plays by the usual rules; leave out who is to sit there, and options."
                )
            if asked.quick:
                return None, f"quick {asked.game or ''}".strip()
            return None, play_line(asked.game or DEFAULT_GAME, asked.vs, options, words)
        case "learn":
            return None, f"learn {asked.game}"
        case "join" | "watch":
            *host, code = asked.place
            if len(host) > 1:
                raise InvalidSettingError(
                    f"'parlour {asked.command}' takes a host, where there is one, and a table's code."
                )
            return (server_url(host[0]) if host else None), f"{asked.command} {code}"
        case "bot":
            if asked.join and (asked.vs or asked.option):
                raise InvalidSettingError("'--join' plays at a table as it is; leave out '--vs' and its options.")
            table = play_line(asked.game, asked.vs, asked.option)
            return None, f"join {asked.join}" if asked.join else table
        case _:
            return None, ""


def _table_words(asked: Namespace) -> tuple[str, ...]:
    """The words for what a table is to be like."""
    said = {
        "private": asked.private_table,
        "serious": asked.serious,
        f"watch={asked.watch}": asked.watch,
        f"clock={asked.clock}": asked.clock,
        f"move-time={asked.move_time}": asked.move_time,
    }
    return tuple(word for word, is_said in said.items() if is_said)


def connection_of(
    start: Bootstrap,
    hear: Callable[[Happening], None],
    unanswered: Callable[[], Iterable[m.Command]] = tuple,
    keeper: Keeper | None = None,
    *,
    bot: bool = False,
) -> Connection:
    """The way to the server, for a program that hears what it says, and may play itself. Raises OSError."""
    from client.net.connection import Connection
    from client.net.tls import context_of_file

    authorities = context_of_file(start.settings.ca_file) if start.settings.ca_file else None
    return Connection(start.find, start.identity, hear, unanswered, authorities=authorities, keeper=keeper, bot=bot)


def keeper_of(start: Bootstrap) -> Keeper:
    """Who takes part in dealing for the person who plays, and keeps their games."""
    from client.history.saved.keeper import FOLDER, Keeper, saving

    return Keeper(saving(home() / FOLDER, start.identity.first_name))


def library_of(start: Bootstrap, keeper: Keeper) -> Library:
    """Where one's games that are over are looked for: here, and on the server."""
    from client.history.library import Library
    from client.history.saved.keeper import FOLDER

    return Library(home() / FOLDER, start.identity.first_name, keeper)


def finish(start: Bootstrap, program: Callable[[], Coroutine[None, None, int]]) -> int:
    """Run a program to its end and, where it was interrupted, say how to come back. Raises what has failed in it."""
    try:
        code = asyncio.run(program())
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except ExceptionGroup as failed:
        raise _alone(failed) from None
    return complain(_resume(start), ExitCode.INTERRUPTED) if code == ExitCode.INTERRUPTED else code


def _alone(failed: Exception) -> Exception:
    """The one thing that has failed within several tasks, or all of them where there are more."""
    while isinstance(failed, ExceptionGroup) and len(failed.exceptions) == 1:
        failed = failed.exceptions[0]
    return failed


def inquire(start: Bootstrap, follow: Follow) -> int:
    from client.cli.queries.query import Query

    async def inquire() -> int:
        inquiry = Query(follow, sys.stdout, sys.stderr)
        return await inquiry.run(connection_of(start, inquiry.hear))

    return finish(start, inquire)


def goodbye(start: Bootstrap, store: Store, code: ExitCode) -> ExitCode:
    from client.state.table_view import keeps_seat

    return complain(_resume(start), code) if code == ExitCode.OK and keeps_seat(store) else code


def _resume(start: Bootstrap) -> str:
    server = f" --server {start.settings.server}" if start.settings.server else ""
    name = f" --name {start.settings.name}" if start.settings.name else ""
    return f"Your seats stay yours. Come back with: {_program()} resume{server}{name}"


def _program() -> str:
    """How this program is called from where the user is."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "parlour" and not shutil.which("parlour") else "parlour"


def is_plain(chosen: Settings) -> bool:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return chosen.plain or chosen.json or os.environ.get("TERM", "dumb") == "dumb" or not is_terminal


def complain(text: str, code: ExitCode) -> ExitCode:
    print(f"parlour: {text}", file=sys.stderr)
    return code
