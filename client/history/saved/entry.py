"""A game that is over, out of the files of this machine and out of what its server tells: one list of both."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from client.drawing.canvas import clean
from client.drawing.grammar import Names
from client.history.saved.files import keep
from protocol import messages as m

VERIFIED = ".verified"
"""What the name of a mark beside a game's file ends with, where the game was found to be fair."""


class TranscriptSummary(msgspec.Struct, frozen=True):
    """What a list says of a game, out of all that its transcript holds, which counts its events."""

    room: str
    number: int
    game: str
    options: dict[str, Any]
    players: tuple[m.TranscriptPlayer, ...]
    ending: m.Ending
    commitment: str
    count: int | None = None


class SightSummary(msgspec.Struct, frozen=True):
    """A sight of it, as far as it says who looked."""

    seat: int | None


class WitnessSummary(msgspec.Struct, frozen=True):
    """What one saw of it."""

    seat: int | None = None
    sights: tuple[SightSummary, ...] = ()


class SavedGameSummary(msgspec.Struct, frozen=True):
    """What is read of a file; most of what it holds is of no interest here."""

    server: str
    transcript: TranscriptSummary
    witness: WitnessSummary


class PlayedGame(NamedTuple):
    """A game that is over.

    Attributes:
        path: the file that has all of it; None where it is not kept on this machine.
        ended: when it ended, in seconds since 1970, as its server says, or when the file was written; None where
            nobody knows.
        server: where it was played.
        seat: one's own; None for a spectator.
        record: what the server tells of it; None where it does not, or was not asked.
        verified: whether it was found on this machine to be fair.
    """

    path: Path | None
    ended: float | None
    server: str
    told: TranscriptSummary
    seat: int | None
    record: m.PastGame | None = None
    verified: bool = False

    @property
    def named(self) -> str:
        """What the game goes by, as in KQFM-2."""
        return f"{self.told.room}-{self.told.number}"

    @property
    def key(self) -> str:
        """What it can be asked for by: its file, or the number that its server has for it, as in KQFM-2#17."""
        return str(self.path) if self.path or self.record is None else f"{self.named}#{self.record.past}"

    @property
    def names(self) -> Names:
        """Who played, by seat."""
        return tuple(player.name for player in self.told.players)


def read_saved_games(folder: Path, game: str = "") -> tuple[PlayedGame, ...]:
    """The games kept in a folder, of one game or with an empty name of all, the newest first."""
    found = (past for path in folder.glob("*.json") if (past := _read(path)) is not None)
    return _in_order(past for past in found if game in ("", past.told.game))


def merge_games(kept: Iterable[PlayedGame], told: Iterable[m.PastGame], server: str) -> tuple[PlayedGame, ...]:
    """The games that are kept and those that the server tells of, each once, the newest first."""
    here = {past.told.commitment: past for past in kept}
    for record in told:
        known = here.get(record.commitment, PlayedGame(None, None, server, _told(record), record.seat))
        ended = known.ended if record.ended is None else record.ended
        here[record.commitment] = known._replace(ended=ended, record=record)
    return _in_order(here.values())


def mark_verified(path: Path) -> None:
    """Remember that the game in a file was found to be fair. Raises OSError."""
    keep(path.with_suffix(VERIFIED), b"")


def _in_order(pasts: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
    return tuple(sorted(pasts, key=_age, reverse=True))


def _age(past: PlayedGame) -> tuple[float, int, str]:
    """How new a game is; of a server that knows no times, by the number it has there."""
    return past.ended or 0.0, past.record.past if past.record else 0, past.named


def _read(path: Path) -> PlayedGame | None:
    """The game in a file; None for what is no such file."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=SavedGameSummary)
        ended = path.stat().st_mtime
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    seat = next((sight.seat for sight in file.witness.sights), file.witness.seat)
    told = file.transcript
    players = tuple(m.TranscriptPlayer(kind=player.kind, name=clean(player.name)) for player in told.players)
    told = msgspec.structs.replace(told, players=players)
    return PlayedGame(path, ended, file.server, told, seat, verified=path.with_suffix(VERIFIED).exists())


def _told(record: m.PastGame) -> TranscriptSummary:
    return TranscriptSummary(
        room=record.room,
        number=record.number,
        game=record.game,
        options=record.options,
        players=record.players,
        ending=record.ending,
        commitment=record.commitment,
    )
