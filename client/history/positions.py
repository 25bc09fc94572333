"""Finished games to look back at: finds the file, and has a program of the server's side derive every position.

The client knows no rules, so it asks who does; what comes back are Tables like those that were sent at the time.
"""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import msgspec

from client.drawing import sanitize
from client.drawing.canvas import clean
from client.history.replay import Replay, go_to, own_seat, seat_of
from client.history.saved.keeper import newest
from client.server_programs import server_command, server_environment
from protocol.saved_game import SavedGame

LIMIT_S = 60.0
MAX_BYTES = 64 * 1024 * 1024


class GameUnavailableError(ValueError):
    """The game cannot be looked back at; the message is a sentence."""


def find_file(folder: Path, named: str) -> Path:
    """The file of a game. Raises Irretrievable."""
    if Path(named).is_file():
        return Path(named)
    path = newest(folder, named)
    if path is None:
        raise GameUnavailableError(f"There is no saved game {clean(named)[:80]}.")
    return path


async def replay_of(path: Path, eyes: str = "", at: int = 0) -> Replay:
    """A saved game at one of its places, as somebody saw it. Raises Irretrievable."""
    saved = _saved(path)
    told = sanitize.clean(saved.transcript)
    try:
        seat = seat_of(eyes, told) if eyes else own_seat(saved)
    except ValueError as error:
        raise GameUnavailableError(str(error)) from None
    positions = await _positions(path, seat)
    if len(positions) != told.count + 1:
        raise GameUnavailableError(f"{path.name} changed while it was read; try again.")
    return go_to(Replay(path, told, positions, seat), at)


def _saved(path: Path) -> SavedGame:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise GameUnavailableError(f"{path} is too big for a saved game.")
        return msgspec.json.decode(path.read_bytes(), type=SavedGame)
    except OSError as error:
        raise GameUnavailableError(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise GameUnavailableError(f"{path} is no saved game.") from None


async def _positions(path: Path, seat: int | None) -> tuple[bytes, ...]:
    """The lines that the program writes."""
    command = (*server_command("server.tools.review"), str(path), *(() if seat is None else ("--seat", str(seat))))
    process = await asyncio.create_subprocess_exec(
        *command, env=server_environment(), stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            written, complaint = await process.communicate()
    except TimeoutError:
        raise GameUnavailableError(f"{path.name} is too long to be played again here.") from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.returncode:
        raise GameUnavailableError(
            clean(complaint.decode(errors="replace")).strip() or f"{path.name} cannot be replayed."
        )
    return tuple(written.splitlines())
