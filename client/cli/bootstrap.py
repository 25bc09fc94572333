"""Start and end of every client program: the player's identity, the server, and the first typed line.

Heavy modules are loaded after a private server was told to start, so that both happen at once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, TextIO, TypeVar

from client.cli import arguments
from client.cli.doctor.crash_report import CrashError
from client.commands.opening import play_line
from client.drawing.output import columns_of, in_lines
from client.hosting.server import PrivateServer
from client.net.identity.identity import Identity, describe_cleaned, guest_identity, identity, is_guest
from client.settings import InvalidSettingError, Settings, home, server_url, settings
from client.state.breadcrumbs import Breadcrumbs
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

T = TypeVar("T")

NO_OWN_SERVER = "On Windows you play on somebody's server: add --server and its name. In WSL you have one of your own."


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """What a client program needs to start: the settings, the identity, the server, and a first typed line.

    `lan` opens the player's own private server to the network. `takes_over` closes another window of the player's, and
    one that is not `patient` ends where the server cannot be reached. `crumbs` are for the report of a crash. A portal
    `speaks_for` an address, calls its machine by what it is as a `device`, has a `note` for the player, and knows the
    `way_back` to a seat; `link` is the code of another of the player's machines. `take_turn` waits until this client
    may hear what the server has sent.
    """

    settings: Settings
    identity: Identity
    find: str | Find
    opening: str
    lan: LanAccess | None = None
    takes_over: bool = False
    patient: bool = True
    crumbs: Breadcrumbs = field(default_factory=Breadcrumbs)
    speaks_for: str = ""
    device: str | None = None
    note: str = ""
    way_back: str = ""
    link: str | None = None
    ca_file: str | None = None
    take_turn: Callable[[], Awaitable[None]] | None = None


def prepare(args: Namespace) -> Bootstrap:
    """Find out the identity and the server, and start a private server if needed. Raises OSError with a sentence."""
    host, opening = opening_of(args)
    chosen = settings({**arguments.flags(args), **({"server": host} if host else {})}, os.environ)
    takes_over, is_guest = hasattr(args, "take_over"), hasattr(args, "guest")
    if takes_over and is_guest:
        raise InvalidSettingError("Use either --take-over or --guest: a guest has no other window to take over from.")
    if chosen.server:
        player = _player(chosen.server, chosen.name, is_guest=is_guest)
        patient = args.command not in ("join", "watch")
        return Bootstrap(chosen, player, chosen.server, opening, takes_over=takes_over, patient=patient)
    if sys.platform == "win32":
        raise InvalidSettingError(NO_OWN_SERVER)
    server = PrivateServer(home() / "private")
    player = _player(str(server.directory), chosen.name, is_guest=is_guest)
    try:
        server.begin()
    except OSError as error:
        raise OSError(f"Games can't be saved in {server.directory}: {error.strerror}.") from None
    return Bootstrap(chosen, player, server.find, opening, server.door, takes_over=takes_over)


def _player(server: str, name: str | None, *, is_guest: bool) -> Identity:
    """The identity on a server. Raises OSError with a sentence if its file cannot be read."""
    player = identity(home(), server, name)
    if is_guest:
        return guest_identity(player, name and player.first_name)
    try:
        player.load()
    except OSError as error:
        raise OSError(
            f"{player.path} has your key for that server and can't be read: {error.strerror}. "
            "To start over there, move it away."
        ) from None
    return player


def opening_of(args: Namespace) -> tuple[str | None, str]:
    """The host that the command names, and the typed line that it stands for."""
    match args.command:
        case "play":
            numbers = {"auto_flip_s": args.auto_flip, "deal": args.deal}
            flags = (f"{name}={number}" for name, number in numbers.items() if number is not None)
            options = (args.variant or "", *flags, *args.option)
            words = _table_words(args)
            if args.quick and (args.vs or any(options) or words):
                raise InvalidSettingError("'--quick' plays by the usual rules: leave out --vs and options.")
            if args.quick:
                return None, f"quick {args.game or ''}".strip()
            return None, play_line(args.game or DEFAULT_GAME, args.vs, options, words)
        case "learn":
            return None, f"learn {args.game}"
        case "join" | "watch":
            *host, code = args.place
            if len(host) > 1:
                raise InvalidSettingError(f"Type 'parlour {args.command} CODE' or 'parlour {args.command} HOST CODE'.")
            return (server_url(host[0]) if host else None), f"{args.command} {code}"
        case "bot":
            if args.join and (args.vs or args.option):
                raise InvalidSettingError("'--join' plays at a table as it is: leave out --vs and options.")
            table = play_line(args.game or DEFAULT_GAME, args.vs, args.option)
            return None, f"join {args.join}" if args.join else table
        case _:
            return None, ""


def _table_words(args: Namespace) -> tuple[str, ...]:
    """The words that say what kind of table it is."""
    words = {
        "private": args.private_table,
        "serious": args.serious,
        f"watch={args.watch}": args.watch,
        f"clock={args.clock}": args.clock,
        f"move-time={args.move_time}": args.move_time,
    }
    return tuple(word for word, is_said in words.items() if is_said)


def connection_of(
    start: Bootstrap,
    hear: Callable[[Happening], None],
    unanswered: Callable[[], Iterable[m.Command]] = tuple,
    keeper: Keeper | None = None,
    *,
    bot: bool = False,
    query: bool = False,
    link: str | None = None,
) -> Connection:
    """A connection for a program that gets its events in `hear`. Raises OSError.

    It may play, or with `query` only ask, beside any window of the player's. `link` is the code of another machine.
    """
    from client.net.connection import Connection
    from client.net.tls import context_of_file
    from client.state.store import Said
    from protocol import messages

    notes = list(filter(None, (describe_cleaned(start.settings.name),)))

    def hear_and_note(happening: Happening) -> None:
        start.crumbs.add_event(happening)
        hear(happening)
        if isinstance(happening, messages.Welcome) and notes:
            hear(Said(notes.pop()))

    ca_file = start.ca_file or start.settings.ca_file
    authorities = context_of_file(ca_file) if ca_file else None
    return Connection(
        start.find,
        start.identity,
        hear_and_note,
        unanswered,
        authorities=authorities,
        keeper=keeper,
        bot=bot,
        link=start.link if link is None else link,
        query=query,
        takes_over=start.takes_over,
        patient=start.patient,
        speaks_for=start.speaks_for,
        device=start.device,
        note=start.note,
        take_turn=start.take_turn,
    )


def games_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where finished games are kept."""
    from client.history.saved.keeper import FOLDER

    return home(environ) / FOLDER


def library_of(start: Bootstrap, environ: Mapping[str, str] = os.environ, *, is_visiting: bool = False) -> Library:
    """The library of the player's finished games, here and on the server; its keeper takes part in dealing for them.

    One who is visiting has few games here, and opens no files of this machine.
    """
    from client.history.library import Library
    from client.history.saved.keeper import FEW, MANY, Keeper, save_into

    folder, owner, cap = games_folder(environ), start.identity.first_name, FEW if is_visiting else MANY
    return Library(folder, owner, Keeper(save_into(folder, owner, cap)), opens_files=not is_visiting, cap=cap)


def finish(start: Bootstrap, program: Callable[[], Coroutine[None, None, int]]) -> int:
    """Run a program to its end, also where it is interrupted. Raises what failed in it."""
    try:
        return asyncio.run(program())
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as raised:  # noqa: BLE001 - whatever it is, the person is told where it is written down
        error = _unwrap(raised)
        if isinstance(error, OSError):
            raise error from None
        raise CrashError(start.crumbs) from error


async def until_interrupted(start: Bootstrap, program: Awaitable[T], store: Callable[[], Store]) -> T:
    """Run a program to its end; if it is interrupted while the player has a seat, print how to come back."""
    try:
        return await program
    except asyncio.CancelledError:
        goodbye(start, store(), ExitCode.INTERRUPTED)
        raise


def _unwrap(error: Exception) -> Exception:
    """The single error within nested groups, or the group if there are several."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def inquire(start: Bootstrap, follow: Follow, *, link: str | None = None) -> int:
    """Ask the server something, print the answer, and end; `link` is as in `connection_of`."""
    from client.cli.queries.query import Query

    async def inquire() -> int:
        inquiry = Query(follow, sys.stdout, sys.stderr, folds=not start.settings.json)
        return await inquiry.run(connection_of(start, inquiry.hear, query=True, link=link))

    return finish(start, inquire)


def goodbye(start: Bootstrap, store: Store, code: ExitCode, errors: TextIO | None = None) -> ExitCode:
    """Print how to come back, if there is a seat to come back to."""
    from client.state.table_view import keeps_seat

    is_usual = code in (ExitCode.OK, ExitCode.INTERRUPTED)
    can_return = is_usual and keeps_seat(store) and not is_guest(start.identity, store.name)
    return complain(_resume_hint(start), code, errors) if can_return else code


def _resume_hint(start: Bootstrap) -> str:
    if start.way_back:
        return f"Your seat is kept. To go back to it: {start.way_back}"
    server = f" --server {quote(start.settings.server)}" if start.settings.server else ""
    name = f" --name {quote(start.settings.name)}" if start.settings.name else ""
    return f"Your seat is kept. To go back to it: {_program()} resume{server}{name}"


def _program() -> str:
    """The command that runs this program from where the user is."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "parlour" and not shutil.which("parlour") else "parlour"


NO_TERM = "" if sys.platform == "win32" else "dumb"
"""What no TERM means: on Windows nobody sets it."""


def is_plain(chosen: Settings) -> bool:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return chosen.plain or chosen.json or os.environ.get("TERM", NO_TERM) == "dumb" or not is_terminal


def complain(text: str, code: ExitCode, errors: TextIO | None = None) -> ExitCode:
    out = errors or sys.stderr
    for part in f"parlour: {text}".split("\n"):
        print("\n".join(in_lines(part, columns_of(out))), file=out)
    return code
