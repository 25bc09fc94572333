"""`parlour doctor`: checks this machine, this terminal and the server, and says what to do."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal, TextIO

import platformdirs

from client.drawing import colours
from client.drawing.output import line_of
from client.drawing.theme_files import InvalidThemeError, ThemeFiles
from client.hosting.lan import LanAccess
from client.hosting.server import running_url
from client.net import probe
from client.net.address import host_and_port
from client.settings import DEFAULT_PORT, InvalidSettingError, Settings, config_path, flag_settings, settings
from protocol import RELEASE
from protocol import messages as m

LEAST_PYTHON = (3, 11)
LEAST_SIZE = (60, 20)
LIBRARIES = ("msgpack", "msgspec", "platformdirs", "prompt_toolkit", "wcwidth", "websockets")
SUITS_AND_BLOCKS = "♣♦█▚─●"
COLOURS: Mapping[colours.Depth, str] = {1: "none", 4: "16", 8: "256", 24: "all"}
MOST_SKEW_S = 30.0
LEAST_FREE_BYTES = 32 * 1024 * 1024
"""A game takes some kilobytes; but the database starts at a megabyte, and others write to the disk too."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO
ADMIN_SOCKET = "admin"
"""What a server listens to its owner on, in its folder."""

Verdict = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, the verdict, and what to do about it; a note is worth knowing and stops nobody."""

    about: str
    verdict: Verdict
    text: str
    advice: str = ""


def check_settings(flags: Mapping[str, object], environ: Mapping[str, str]) -> tuple[Settings, Finding]:
    """The settings in force and their check; if they cannot be read, those of the command line alone."""
    path = config_path(environ)
    try:
        chosen = settings(flags, environ)
    except InvalidSettingError as error:
        return flag_settings(flags), Finding("settings", "wrong", str(error), "Fix this first.")
    return chosen, Finding("settings", "ok", f"{path}." if path.exists() else "Defaults: you have no settings file.")


def examine(settings: Settings, environ: Mapping[str, str], home: Path, out: TextIO) -> Iterator[Finding]:
    """Check everything, one thing after the other."""
    yield _python()
    yield from _libraries()
    yield _terminal(out)
    yield _kind(environ)
    yield _colours(settings, environ)
    yield _letters(out)
    yield _theme(settings, environ)
    yield _folder(home)
    yield from _keys(home)
    yield from _exposed(home / "private")
    yield from _exposed(served_folder())
    yield _port(DEFAULT_PORT)
    yield from _server(settings) if settings.server else _private(home)


def finding_line(finding: Finding, *, json: bool) -> str:
    """A finding in a line, in words or as JSON."""
    if json:
        return line_of(finding)
    advice = f" {finding.advice}" if finding.advice else ""
    return f"{finding.verdict:<6}{finding.about}: {finding.text}{advice}"


def _python() -> Finding:
    text = f"Parlour {RELEASE} on Python {platform.python_version()}, {platform.system()}."
    if sys.version_info >= LEAST_PYTHON:
        return Finding("Python", "ok", text)
    return Finding("Python", "wrong", text, "Parlour needs Python 3.11 or newer.")


def _libraries() -> Iterator[Finding]:
    for name in LIBRARIES:
        try:
            yield Finding("library", "ok", f"{name} {metadata.version(name)}.")
        except metadata.PackageNotFoundError:
            yield Finding(
                "library", "wrong", f"{name} is not installed.", "Reinstall Parlour, for example with 'make play'."
            )


def _terminal(out: TextIO) -> Finding:
    if not out.isatty():
        return Finding(
            "terminal", "note", "Output doesn't go to a terminal, so you get lines of text instead of a full screen."
        )
    columns, rows = shutil.get_terminal_size()
    text = f"{columns}x{rows}."
    if columns >= LEAST_SIZE[0] and rows >= LEAST_SIZE[1]:
        return Finding("terminal", "ok", text)
    least = "x".join(map(str, LEAST_SIZE))
    return Finding("terminal", "wrong", text, f"A full screen needs {least}: enlarge the window, or play with --plain.")


def _kind(environ: Mapping[str, str]) -> Finding:
    kind = environ.get("TERM", "")
    if kind in ("", "dumb"):
        return Finding("TERM", "note", f"It is {kind or 'not set'}, so you get lines of text instead of a full screen.")
    return Finding("TERM", "ok", f"{kind}.")


def _colours(settings: Settings, environ: Mapping[str, str]) -> Finding:
    depth = colours.depth(environ) if settings.color else 1
    if depth > 1:
        return Finding("colours", "ok", f"{COLOURS[depth]}.")
    reason = "This terminal has none." if settings.color else "They are turned off."
    return Finding("colours", "note", reason, "Boards are drawn with textures.")


def _letters(out: TextIO) -> Finding:
    encoding = out.encoding or "ascii"
    try:
        SUITS_AND_BLOCKS.encode(encoding)
    except UnicodeEncodeError:
        return Finding(
            "letters",
            "wrong",
            f"{encoding} can't show suits and blocks.",
            "Set LANG to a UTF-8 locale, such as C.UTF-8.",
        )
    return Finding("letters", "ok", f"{encoding}.")


def _theme(settings: Settings, environ: Mapping[str, str]) -> Finding:
    try:
        ThemeFiles(config_path(environ).parent / "themes").theme(settings.theme)
    except InvalidThemeError as error:
        return Finding("theme", "wrong", str(error), "Choose another with ':theme NAME' in Parlour, or fix the file.")
    return Finding("theme", "ok", f"{settings.theme}.")


def _folder(home: Path) -> Finding:
    existing = next(path for path in (home, *home.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            free = shutil.disk_usage(existing).free
    except OSError as error:
        text = f"Parlour can't write to {home} ({error.strerror}): games and keys aren't saved."
        return Finding("folder", "wrong", text, "Change its owner, or choose another folder with PARLOUR_HOME.")
    if free < LEAST_FREE_BYTES:
        text = f"The disk with {home} is nearly full: {free // 1024:,} KiB left."
        return Finding("folder", "wrong", text, "Free some space, or choose another folder with PARLOUR_HOME.")
    return Finding("folder", "ok", f"Parlour can write to {home}.")


def _keys(home: Path) -> Iterator[Finding]:
    """Check that nobody else on the machine can read the player's keys, also those that were moved aside."""
    files = sorted(path for path in (home / "players").glob("*") if path.is_file())
    opened = [path for path in files if os.name == "posix" and path.stat().st_mode & OTHERS]
    for path in opened:
        yield Finding(
            "key", "wrong", f"Others can read {path}.", f"Type: chmod 600 '{path}'. Then type ':signout' in Parlour."
        )
    if not opened:
        known = sum(path.suffix == ".json" for path in files)
        yield Finding(
            "key", "ok", f"{known} saved; only you can read {'it' if known == 1 else 'them'}." if known else "None yet."
        )


def served_folder() -> Path:
    """Where 'parlour serve' keeps everything unless it is told otherwise."""
    return platformdirs.user_data_path("parlour") / "server"


def _exposed(folder: Path) -> Iterator[Finding]:
    """Check that nobody else on the machine can read a server's games, hidden cards and all, or have it do anything."""
    for path in (folder, folder / ADMIN_SOCKET, *sorted(folder.glob("*.db*"))):
        if os.name == "posix" and path.exists() and path.stat().st_mode & OTHERS:
            mode = 700 if path == folder else 600
            yield Finding("games", "wrong", f"Others can read {path}.", f"Type: chmod {mode} '{path}'.")


def _port(port: int) -> Finding:
    try:
        with socket.create_server(("127.0.0.1", port)):
            return Finding("port", "ok", f"{port} is free for 'parlour serve'.")
    except OSError as error:
        advice = f"'parlour serve --port {port + 1}' uses another port."
        return Finding("port", "note", f"{port} is in use: {error.strerror}.", advice)


def _private(home: Path) -> Iterator[Finding]:
    url = running_url(home / "private")
    if url is None:
        yield Finding("server", "ok", "Your own server starts when you play.")
    else:
        yield from _server(Settings(server=url))
        yield _network(home / "private")


def _network(directory: Path) -> Finding:
    """How far the player's own server reaches."""
    reach = host_and_port(LanAccess(directory).address())
    if not reach:
        return Finding("network", "ok", "Only this machine can reach your own server.")
    advice = "To close it, type ':close network' at a table. It also closes when everybody has left."
    return Finding("network", "note", f"Your own server is open to your network at {reach}, encrypted.", advice)


def _server(settings: Settings) -> Iterator[Finding]:
    server = settings.server or ""
    try:
        answer = probe.probe(server, settings.ca_file)
    except probe.ServerNotFoundError as error:
        advice = "Check the address, and that the server is running; 'parlour serve' starts one."
        yield Finding("server", "wrong", f"Can't reach {server}: {error}.", advice)
        return
    if answer.is_welcome:
        yield Finding("server", "ok", f"{server} speaks {m.SUBPROTOCOL}, as you do.")
    else:
        advice = f"You need a Parlour server that speaks {m.SUBPROTOCOL}: update whichever is older."
        yield Finding("server", "wrong", f"{server} doesn't let you in: {answer.text.rstrip('.')}.", advice)
    if answer.ahead_s is not None:
        yield _clock(answer.ahead_s)


def _clock(ahead_s: float) -> Finding:
    """Check the clock. Games keep time on the server, so a skew stops nobody, but certificates may seem expired."""
    if abs(ahead_s) <= MOST_SKEW_S:
        return Finding("clock", "ok", "The same as the server's.")
    text = f"The server's clock is {abs(ahead_s):.0f} s {'ahead of' if ahead_s > 0 else 'behind'} yours."
    return Finding("clock", "note", text, "Fix whichever clock is wrong. Games still work.")
