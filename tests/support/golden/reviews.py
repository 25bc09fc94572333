"""Finished games to look back at: those of the golden journals, as files and as replays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from client.history.replay import Replay
from client.history.saved.entry import PlayedGame
from engines.game import Seat
from protocol import messages as m
from protocol.saved_game import SavedGame, Witness, saved_game
from server.fairness.positions import positions
from server.fairness.transcript import transcript
from server.room import replay
from tests.support.golden import journals
from tests.support.golden.files import GOLDEN

FILES = sorted((GOLDEN / "journals").glob("*.txt"))


def entries(stem: str) -> list[bytes]:
    return journals.read((GOLDEN / "journals" / f"{stem}.txt").read_text(encoding="utf-8"))


def games() -> Iterator[tuple[str, int]]:
    """Every game in the golden journals that is over: the journal's name and which of its games."""
    for path in FILES:
        rooms = [room for room, _ in replay.history(entries(path.stem))]
        over = {room.sitting.number for room in rooms if room.sitting and room.sitting.outcome}
        yield from ((path.stem, number) for number in sorted(over))


def saved(stem: str = "war-normal", number: int = 1, seat: Seat | None = 0) -> SavedGame:
    """A game as a client keeps it that saw it from a seat."""
    told = transcript(entries(stem), number)
    return saved_game("ws://localhost:8765", told, Witness(seat=seat))


def filed(folder: Path, stem: str = "war-normal", number: int = 1, seat: Seat | None = 0, code: str = "KQFM") -> Path:
    """The file of a game, in the folder where clients keep them."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{code}-{number}-ann-0.json"
    told = saved(stem, number, seat)
    named = msgspec.structs.replace(told, transcript=msgspec.structs.replace(told.transcript, room=code))
    path.write_bytes(msgspec.json.encode(named))
    return path


def days(folder: Path) -> Path:
    """A folder with three games, kept one day after the other, and two files that are no games."""
    games = (("war-normal", 1, 0, "KQFM"), ("blocky-three", 1, 2, "ABCD"), ("war-suits", 2, None, "WXYZ"))
    for day, (stem, number, seat, code) in enumerate(games, 1):
        path = filed(folder, stem, number, seat, code)
        os.utime(path, (day * 86400, day * 86400))
    (folder / "other.json").write_text("{}")
    (folder / "broken.json").write_bytes(b"\xff")
    return folder


def reviewed(stem: str = "war-normal", number: int = 1, seat: Seat | None = 0, at: int = 0) -> Replay:
    """A game to step through, at one of its places."""
    told = saved(stem, number).transcript
    return Replay(Path(f"{stem}.json"), told, tuple(map(msgspec.json.encode, positions(told, seat))), seat, at)


def record_of(kept: PlayedGame, **changes: Any) -> m.PastGame:
    """What the server tells of a game that is kept."""
    told = kept.summary
    record = m.PastGame(
        past=1,
        room=told.room,
        number=told.number,
        game=told.game,
        options=told.options,
        players=told.players,
        seat=kept.seat or 0,
        ending=told.ending,
        ended=None,
        seconds=9.5,
        moves=9,
        serious=False,
        rated=False,
        commitment=told.commitment,
    )
    return msgspec.structs.replace(record, **changes)
