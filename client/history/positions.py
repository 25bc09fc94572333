"""Opens finished games for replay: finds the file, and runs a server program that computes every position.

The client knows no rules, so a program that does computes the Tables as they were sent at the time.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from client.drawing import sanitize
from client.drawing.canvas import clean
from client.history.replay import Replay, go_to, own_seat, seat_of
from client.history.saved.keeper import newest_file
from client.server_programs import run_to_end
from protocol.saved_game import SavedGame

MAX_BYTES = 64 * 1024 * 1024


class GameUnavailableError(ValueError):
    """The game cannot be opened; the message is a sentence."""


def find_file(folder: Path, named: str) -> Path:
    """The file of a game. Raises GameUnavailableError."""
    if Path(named).is_file():
        return Path(named)
    path = newest_file(folder, named)
    if path is None:
        raise GameUnavailableError(f"There's no saved game {clean(named)[:80]}.")
    return path


async def replay_of(path: Path, eyes: str = "", at: int = 0) -> Replay:
    """Open a saved game at one of its positions, as somebody saw it. Raises GameUnavailableError."""
    saved = _read_saved(path)
    transcript = sanitize.clean(saved.transcript)
    try:
        seat = seat_of(eyes, transcript) if eyes else own_seat(saved)
    except ValueError as error:
        raise GameUnavailableError(str(error)) from None
    positions = await _positions(path, seat)
    if len(positions) != transcript.count + 1:
        raise GameUnavailableError(f"{path.name} changed while it was being read. Try again.")
    return go_to(Replay(path, transcript, positions, seat), at)


def _read_saved(path: Path) -> SavedGame:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise GameUnavailableError(f"{path} is too big to be a saved game.")
        return msgspec.json.decode(path.read_bytes(), type=SavedGame)
    except OSError as error:
        raise GameUnavailableError(f"{path} can't be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise GameUnavailableError(f"{path} isn't a saved game.") from None


async def _positions(path: Path, seat: int | None) -> tuple[bytes, ...]:
    """The lines that the program writes, one for each position."""
    words = (str(path), *(() if seat is None else ("--seat", str(seat))))
    try:
        code, written, complaint = await run_to_end("server.tools.review", *words)
    except TimeoutError:
        raise GameUnavailableError(f"{path.name} is too long to replay here.") from None
    if code:
        raise GameUnavailableError(
            clean(complaint.decode(errors="replace")).strip() or f"{path.name} can't be replayed."
        )
    return tuple(written.splitlines())
