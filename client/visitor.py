"""Runs one client for whoever plays by it: the person at this machine's own terminal, or a visitor of a portal."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO, TypeVar

from client.cli.bootstrap import Bootstrap, complain, connection_of, goodbye, library_of, until_interrupted
from client.settings import home, remember, themes_folder
from client.state.exit_codes import ExitCode, exit_code_of
from client.state.habits import HABITS_FILE, HabitsFile

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from client.fullscreen.app import App
    from client.history.archive import GameArchive
    from client.history.library import Library
    from client.hosting.invitation import PortalAddress
    from client.linemode.console import Lines
    from client.state.store import Store


T = TypeVar("T")


def _own_columns() -> int:
    return get_terminal_size().columns


def _at_once(draw: Callable[[], None]) -> None:
    draw()


def _ignore(app: App | None) -> None:
    pass


def _unguarded(archive: GameArchive) -> GameArchive:
    return archive


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where somebody plays: what is read and written, and what their terminal can do.

    Attributes:
        out: where sentences go, and the screen unless `output` draws it.
        errors: where the last words go.
        environ: the variables that say what the terminal can do, and which folder is the player's (PARLOUR_HOME).
        lines: what the player types in plain mode; None for this program's own input.
        input: the full screen's keys; None for this program's own terminal, as with `output`.
        output: the full screen's terminal.
        columns: how wide the terminal is, if `out` is one.
        portal: the portal that they came through; None where they sit at this machine, which then is theirs.
        guard: wraps the archive of finished games.
        pace: draws the full screen, now or when it is its turn.
        meet: gets the full screen's client before it runs, and None once it has been left.
    """

    out: TextIO = field(default_factory=lambda: sys.stdout)
    errors: TextIO = field(default_factory=lambda: sys.stderr)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    lines: Lines | None = None
    input: Input | None = None
    output: Output | None = None
    columns: Callable[[], int] = _own_columns
    portal: PortalAddress | None = None
    guard: Callable[[GameArchive], GameArchive] = _unguarded
    pace: Callable[[Callable[[], None]], None] = _at_once
    meet: Callable[[App | None], None] = _ignore


async def run_screen(start: Bootstrap, visitor: Visitor) -> ExitCode:
    """Run the full screen, and then what the player left it for."""
    from client.commands.dialogue import dialogue_of

    library = library_of(start, visitor.environ, is_visiting=visitor.portal is not None)
    app = screen_of(start, visitor, library)
    connection = connection_of(start, library.intercept(app.hear), app.unanswered, library.keeper)
    library.connect(connection.send)
    visitor.meet(app)
    leaving = await _run(start, visitor, app.run(connection), lambda: app.store)
    visitor.meet(None)
    match leaving:
        case "plain":
            return await run_lines(start, visitor, "")
        case "interrupted":
            return goodbye(start, app.store, ExitCode.INTERRUPTED, visitor.errors)
        case "quit":
            if dialogue := dialogue_of(app.store):
                print(dialogue.farewell, file=visitor.out)
            return _end_screen(start, visitor, app.store)


def screen_of(start: Bootstrap, visitor: Visitor, library: Library) -> App:
    """The full-screen client on the visitor's terminal."""
    from client.drawing.theme_files import ThemeFiles
    from client.fullscreen.app import App
    from client.fullscreen.screens.styling import ActiveTheme
    from client.hosting.clipboard import copy_by_program

    environ = visitor.environ
    theme_files = ThemeFiles(themes_folder(environ))
    return App(
        start.settings,
        start.opening,
        _habits(visitor),
        archive=visitor.guard(library.archive),
        theme=ActiveTheme(start.settings, theme_files, lambda name, value: remember(name, value, environ), environ),
        lan=start.lan,
        crumbs=start.crumbs,
        input=visitor.input,
        output=visitor.output,
        portal=visitor.portal,
        pace=visitor.pace,
        clipboard=None if visitor.portal else copy_by_program,
    )


async def run_lines(start: Bootstrap, visitor: Visitor, opening: str) -> ExitCode:
    """Run plain mode from an opening line to its end."""
    from client.linemode.console import Console, InputLines

    library = library_of(start, visitor.environ, is_visiting=visitor.portal is not None)
    lines = visitor.lines or InputLines(sys.stdin.fileno(), are_typed=sys.stdin.isatty())
    console = Console(
        opening,
        visitor.out,
        json=start.settings.json,
        prompts=lines.are_typed,
        columns=visitor.columns if visitor.out.isatty() else lambda: 0,
        habits_file=_habits(visitor),
        archive=visitor.guard(library.archive),
        lan=start.lan,
        crumbs=start.crumbs,
        portal=visitor.portal,
    )
    connection = connection_of(start, library.intercept(console.hear), console.unanswered, library.keeper)
    library.connect(connection.send)
    code = await _run(start, visitor, console.run(connection, lines), lambda: console.store)
    return goodbye(start, console.store, code, visitor.errors)


async def _run(start: Bootstrap, visitor: Visitor, program: Awaitable[T], store: Callable[[], Store]) -> T:
    """Run a program to its end. A portal itself tells its visitors why it is interrupted."""
    return await (program if visitor.portal else until_interrupted(start, program, store))


def _habits(visitor: Visitor) -> HabitsFile:
    return HabitsFile(home(visitor.environ) / HABITS_FILE)


def _end_screen(start: Bootstrap, visitor: Visitor, store: Store) -> ExitCode:
    code = exit_code_of(store.link, was_welcome=bool(store.name), has_person=True) or ExitCode.OK
    if store.link.state == "unreachable":
        complain(store.link.reason, code, visitor.errors)
    return goodbye(start, store, code, visitor.errors)
