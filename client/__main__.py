"""The program `parlour`: reads what is asked for, finds the server, and starts what answers it.

What is heavy to load is loaded after a private server was told to start, so that both happen at once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from client import arguments
from client.exits import Exit, exit_of, keeps_seat
from client.identity import Identity, identity
from client.opening import play_line
from client.output import silence
from client.private import PrivateServer, server_command, server_environment
from client.settings import (
    BadSetting,
    Settings,
    home,
    remember,
    server_url,
    settings,
    themes_folder,
)

if TYPE_CHECKING:
    from client.connection import Connection, Find
    from client.inquiry import Follow
    from client.library import Library
    from client.match import Match
    from client.store import Happening, Store
    from client.transcripts import Keeper
    from protocol import messages as m


@dataclass(frozen=True, slots=True)
class Start:
    """What a program of the client needs to begin: its settings, who one is, where the server is, and a first line."""

    settings: Settings
    identity: Identity
    find: str | Find
    opening: str


def main(written: list[str] | None = None) -> int:
    """Run the client; the exit code says how it ended (`client.exits`)."""
    given = sys.argv[1:] if written is None else written
    if given and given[0] in arguments.SERVER_PROGRAMS and given[0] != "verify":
        return _hand_over(*given)
    if given[:2] == ["completion", "--words"]:
        from client.asides import complete

        return complete(given[2:])
    try:
        if given and given[0] == "verify":
            return _verify(*given[1:])
        asked = arguments.read(given)
        return _run(asked)
    except SystemExit as left:  # a usage error, or --help
        return left.code if isinstance(left.code, int) else Exit.USAGE
    except BadSetting as error:
        return _complain(str(error), Exit.USAGE)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return Exit.FAILURE
    except OSError as error:
        return _complain(str(error), Exit.FAILURE)


def _run(asked: Namespace) -> int:
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115 - as long as the program; None where it was closed
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a suit still plays
    match asked.command:
        case "replay":
            return _replay(asked)
        case "history":
            return _history(asked)
        case "bot" if asked.seed is not None:
            return _rehearse(asked)
        case "config" | "completion" | "doctor":
            return _aside(asked)
    start = _start(asked)
    match asked.command:
        case "bot":
            return _bot(asked, start)
        case "rooms":
            return _rooms(start)
        case "stats":
            return _stats(asked, start)
        case "leaders":
            return _leaders(asked, start)
        case "levels":
            return _levels(asked, start)
        case _ if _is_plain(start.settings):
            return _plain(start)
        case _:
            return _screen(start)


def _start(asked: Namespace) -> Start:
    """Settle who and where; a private server is on its way when this returns."""
    host, opening = _opening(asked)
    chosen = settings({**arguments.flags(asked), **({"server": host} if host else {})}, os.environ)
    if chosen.server:
        return Start(chosen, identity(home(), chosen.server, chosen.name), chosen.server, opening)
    server = PrivateServer(home() / "private")
    try:
        server.begin()
    except OSError as error:
        raise OSError(f"Games cannot be kept in {server.directory}: {error.strerror}.") from None
    return Start(chosen, identity(home(), str(server.directory), chosen.name), server.find, opening)


def _opening(asked: Namespace) -> tuple[str | None, str]:
    """The host that the command names, and the line that it comes to."""
    match asked.command:
        case "play":
            numbers = {"auto_flip_s": asked.auto_flip, "deal": asked.deal}
            flags = (f"{name}={number}" for name, number in numbers.items() if number is not None)
            options = (asked.variant or "", *flags, *asked.option)
            words = _table_words(asked)
            if asked.quick and (asked.vs or any(options) or words):
                raise BadSetting("'--quick' plays by the usual rules; leave out who is to sit there, and options.")
            if asked.quick:
                return None, f"quick {asked.game or ''}".strip()
            return None, play_line(asked.game or arguments.DEFAULT_GAME, asked.vs, options, words)
        case "learn":
            return None, f"learn {asked.game}"
        case "join" | "watch":
            *host, code = asked.place
            if len(host) > 1:
                raise BadSetting(f"'parlour {asked.command}' takes a host, where there is one, and a table's code.")
            return (server_url(host[0]) if host else None), f"{asked.command} {code}"
        case "bot":
            if asked.join and (asked.vs or asked.option):
                raise BadSetting("'--join' plays at a table as it is; leave out '--vs' and its options.")
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


def _is_plain(chosen: Settings) -> bool:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return chosen.plain or chosen.json or os.environ.get("TERM", "dumb") == "dumb" or not is_terminal


def _plain(start: Start) -> int:
    return _finish(start, lambda: _talk(start, start.opening))


async def _talk(start: Start, opening: str) -> int:
    from client.console import on_terminal
    from client.memory import HABITS_FILE, Memory

    memory, keeper = Memory(home() / HABITS_FILE), _keeper(start)
    library = _library(start, keeper)
    console, lines = on_terminal(
        opening,
        memory,
        json=start.settings.json,
        verify=library.verify,
        review=library.review,
        recall=library.recall,
    )
    connection = _connection(start, library.beside(console.hear), console.unanswered, keeper)
    library.connect(connection.send)
    code = await console.run(connection, lines)
    return _goodbye(start, console.store, code)


def _rooms(start: Start) -> int:
    from client import rooms

    return _inquire(start, partial(rooms.follow, json=start.settings.json))


def _stats(asked: Namespace, start: Start) -> int:
    from client import stats

    return _inquire(start, partial(stats.follow, game=asked.game or "", json=start.settings.json))


def _leaders(asked: Namespace, start: Start) -> int:
    from client import leaders

    return _inquire(start, partial(leaders.follow, game=asked.game or "", json=start.settings.json))


def _levels(asked: Namespace, start: Start) -> int:
    from client import computers

    return _inquire(start, partial(computers.follow, game=asked.game or "", json=start.settings.json))


def _inquire(start: Start, follow: Follow) -> int:
    from client.inquiry import Inquiry

    async def inquire() -> int:
        inquiry = Inquiry(follow, sys.stdout, sys.stderr)
        return await inquiry.run(_connection(start, inquiry.hear))

    return _finish(start, inquire)


def _replay(asked: Namespace) -> int:
    """Step through a saved game, which needs no server; for one that is not saved here, the server is asked."""
    from client.reviewing import Irretrievable, found
    from client.transcripts import FOLDER

    try:
        return _step_through(asked, found(home() / FOLDER, asked.game))
    except Irretrievable as error:
        return _fetch(asked, str(error))


def _fetch(asked: Namespace, otherwise: str) -> int:
    """Step through a game that the server tells; a name that it cannot know is complained of."""
    fetched = _fetched(asked, asked.game, otherwise)
    return _step_through(asked, fetched) if isinstance(fetched, Path) else fetched


def _fetched(asked: Namespace, word: str, otherwise: str) -> Path | int:
    """The file of a game that the server tells, or how the program ends where it does not."""
    from client.fetching import Fetching
    from client.naming import named
    from client.transcripts import FOLDER

    wanted = named(word)
    if wanted is None:
        return _complain(otherwise, Exit.FAILURE)
    start = _start(asked)
    fetching = Fetching(wanted)
    code = _inquire(start, fetching.follow)
    return code or fetching.keep(home() / FOLDER, start.settings.server or "", start.identity.first_name)


def _step_through(asked: Namespace, path: Path) -> int:
    """Show a game on the screen, or tell it line by line."""
    from client.replay import gone, lines
    from client.reviewing import replay_of

    chosen = settings(arguments.flags(asked), os.environ)
    try:
        replay = asyncio.run(replay_of(path, asked.seat, asked.place))
        if _is_plain(chosen):
            print(*lines(replay, json=chosen.json), sep="\n")
            return Exit.OK
    except ValueError as error:
        return _complain(str(error), Exit.FAILURE)
    from client.looking import on_screen

    match asyncio.run(on_screen(replay, chosen)):
        case "plain":
            print(*lines(gone(replay, 0), json=False), sep="\n")
        case "interrupted":
            return Exit.INTERRUPTED
    return Exit.OK


def _history(asked: Namespace) -> int:
    """List the games one has played, or write them into a file: those kept here, and those that the server tells of."""
    from client.listing import Listing
    from client.transcripts import FOLDER

    start = _start(asked)
    listing = Listing(home() / FOLDER, asked.game or "", json=start.settings.json, export=asked.export)
    if _inquire(start, listing.follow) and (text := listing.kept()):
        print(text)
    return Exit.OK


def _aside(asked: Namespace) -> int:
    """Answer what concerns this program alone."""
    from client import asides

    match asked.command:
        case "config":
            return asides.config(asked)
        case "completion":
            return asides.completion(asked)
        case _:
            return asides.doctor(asked)


def _bot(asked: Namespace, start: Start) -> int:
    """Let a program play on a server."""
    match = _match(asked, start.opening, start.settings)
    if isinstance(match, Exit):
        return match
    return _finish(start, lambda: match.run(_connection(start, match.hear, match.unanswered)))


def _rehearse(asked: Namespace) -> int:
    """Let a program play without a server, dealt by a seed."""
    if hasattr(asked, "server") or asked.join:
        raise BadSetting(
            "'--seed' plays without a server, as none lets anybody choose its deals; leave out the server."
        )
    from client.rehearsal import Rehearsal

    chosen = settings(arguments.flags(asked), os.environ)
    match = _match(asked, _opening(asked)[1], chosen, keeps_seat=False)
    if isinstance(match, Exit):
        return match
    return asyncio.run(match.run(Rehearsal(asked.seed, chosen.name or "bot", match.hear)))


def _match(asked: Namespace, opening: str, chosen: Settings, *, keeps_seat: bool = True) -> Match | Exit:
    """The match of the program that was named; what to exit with where there is none."""
    from client.bot import BotFailed, PythonBot, load
    from client.match import Match
    from client.program import ProgramBot
    from client.results import Results

    try:
        chooser = ProgramBot(asked.program) if asked.stdio else PythonBot(load(asked.program))
    except BotFailed as error:
        return _complain(str(error), Exit.FAILURE)
    results = Results(sys.stdout, sys.stderr, json=chosen.json)
    return Match(chooser, opening, asked.games, results, keeps_seat=keeps_seat)


def _screen(start: Start) -> int:
    from client.app import App
    from client.dialogues import dialogue_of
    from client.memory import HABITS_FILE, Memory
    from client.wardrobe import Wardrobe

    async def draw() -> int:
        keeper = _keeper(start)
        library = _library(start, keeper)
        app = App(
            start.settings,
            start.opening,
            Memory(home() / HABITS_FILE),
            verify=library.verify,
            review=library.review,
            recall=library.recall,
            wardrobe=Wardrobe(themes_folder()),
            remember=remember,
        )
        connection = _connection(start, library.beside(app.hear), app.unanswered, keeper)
        library.connect(connection.send)
        match await app.run(connection):
            case "plain":
                return await _talk(start, "")
            case "interrupted":
                return Exit.INTERRUPTED
            case "quit":
                if dialogue := dialogue_of(app.store):
                    print(dialogue.farewell)
                link = app.store.link
                return _goodbye(start, app.store, exit_of(link, was_welcome=bool(app.store.name)) or Exit.OK)

    return _finish(start, draw)


def _connection(
    start: Start,
    hear: Callable[[Happening], None],
    unanswered: Callable[[], Iterable[m.Command]] = tuple,
    keeper: Keeper | None = None,
) -> Connection:
    """The way to the server, for a program that hears what it says. Raises OSError."""
    from client.connection import Connection, trusting

    trust = trusting(start.settings.ca_file) if start.settings.ca_file else None
    return Connection(start.find, start.identity, hear, unanswered, trust=trust, keeper=keeper)


def _keeper(start: Start) -> Keeper:
    """Who takes part in dealing for the person who plays, and keeps their games."""
    from client.transcripts import FOLDER, Keeper, saving

    return Keeper(saving(home() / FOLDER, start.identity.first_name))


def _library(start: Start, keeper: Keeper) -> Library:
    """Where one's games that are over are looked for: here, and on the server."""
    from client.library import Library
    from client.transcripts import FOLDER

    return Library(home() / FOLDER, start.identity.first_name, keeper)


def _finish(start: Start, program: Callable[[], Coroutine[None, None, int]]) -> int:
    """Run a program to its end and, where it was interrupted, say how to come back."""
    try:
        code = asyncio.run(program())
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    return _complain(_resume(start), Exit.INTERRUPTED) if code == Exit.INTERRUPTED else code


def _goodbye(start: Start, store: Store, code: Exit) -> Exit:
    return _complain(_resume(start), code) if code == Exit.OK and keeps_seat(store) else code


def _resume(start: Start) -> str:
    server = f" --server {start.settings.server}" if start.settings.server else ""
    name = f" --name {start.settings.name}" if start.settings.name else ""
    return f"Your seats stay yours. Come back with: {_program()} resume{server}{name}"


def _program() -> str:
    """How this program is called from where the user is."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "parlour" and not shutil.which("parlour") else "parlour"


def _hand_over(command: str, *rest: str) -> int:
    """Become the program of the server's side that the command names. It knows the rules, which no client does."""
    module, _ = arguments.SERVER_PROGRAMS[command]
    sys.stdout.flush()
    os.execve(sys.executable, [*server_command(module), *rest], server_environment())  # noqa: S606 - our own program


def _verify(*words: str) -> int:
    """Have a saved game verified, and remember it where it is fair; one that is not saved here, its server tells."""
    from client.past import mark_verified
    from client.transcripts import FOLDER

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


def _saved(word: str, asked: Namespace) -> Path | str | int:
    """The file that a table's code stands for, or how the program ends where there is none; other words as they are."""
    from client.naming import named
    from client.transcripts import FOLDER, newest

    if Path(word).exists() or named(word) is None:
        return word
    return newest(home() / FOLDER, word) or _fetched(asked, word, word)


def _complain(text: str, code: Exit) -> Exit:
    print(f"parlour: {text}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
