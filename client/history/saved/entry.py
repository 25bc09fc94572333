"""One list of finished games, merged from this machine's files and from what the server lists."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from client.drawing.canvas import clean
from client.drawing.grammar import Names
from client.history.saved.files import keep
from protocol import messages as m
from protocol.reasons import player_names, sentence

VERIFIED = ".verified"
"""The suffix of the file that marks a game as verified."""


class TranscriptSummary(msgspec.Struct, frozen=True):
    """The part of a transcript that a list shows; `count` is the number of its events."""

    room: str
    number: int
    game: str
    options: dict[str, Any]
    players: tuple[m.TranscriptPlayer, ...]
    ending: m.Ending
    commitment: str
    count: int | None = None


class SightSummary(msgspec.Struct, frozen=True):
    """The part of a witnessed position that says who saw it."""

    seat: int | None


class WitnessSummary(msgspec.Struct, frozen=True):
    """The part of a witness's record that says who it was."""

    seat: int | None = None
    sights: tuple[SightSummary, ...] = ()


class SavedGameSummary(msgspec.Struct, frozen=True):
    """The parts that are read of a saved game's file."""

    server: str
    transcript: TranscriptSummary
    witness: WitnessSummary


class PlayedGame(NamedTuple):
    """A finished game.

    Attributes:
        path: the file that holds it; None if it is not kept on this machine.
        ended: when it ended, in seconds since 1970, by its server's clock or the file's time; None if unknown.
        server: where it was played.
        seat: the player's own; None for a spectator.
        record: what the server lists of it; None if it does not, or was not asked.
        verified: whether this machine has verified that it was fair.
    """

    path: Path | None
    ended: float | None
    server: str
    summary: TranscriptSummary
    seat: int | None
    record: m.PastGame | None = None
    verified: bool = False

    @property
    def named(self) -> str:
        """The game's name, as in KQFM-2."""
        return f"{self.summary.room}-{self.summary.number}"

    @property
    def key(self) -> str:
        """What to ask for it by: its file, or its name with the server's own number, as in KQFM-2#17."""
        return str(self.path) if self.path or self.record is None else f"{self.named}#{self.record.past}"

    @property
    def names(self) -> Names:
        """Who played, by seat."""
        return tuple(player.name for player in self.summary.players)


def read_saved_games(folder: Path, game: str = "") -> tuple[PlayedGame, ...]:
    """The games kept in a folder, newest first; an empty name means every game."""
    found = (played for path in folder.glob("*.json") if (played := _read(path)) is not None)
    return _newest_first(played for played in found if game in ("", played.summary.game))


def merge_games(kept: Iterable[PlayedGame], listed: Iterable[m.PastGame], server: str) -> tuple[PlayedGame, ...]:
    """The kept games and the server's, each once, newest first."""
    here = {played.summary.commitment: played for played in kept}
    for record in listed:
        summary = msgspec.convert(record, TranscriptSummary, from_attributes=True)
        known = here.get(record.commitment, PlayedGame(None, None, server, summary, record.seat))
        ended = known.ended if record.ended is None else record.ended
        here[record.commitment] = known._replace(ended=ended, record=record)
    return _newest_first(here.values())


def mark_verified(path: Path) -> None:
    """Mark the game in a file as verified. Raises OSError."""
    keep(path.with_suffix(VERIFIED), b"")


def _newest_first(games: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
    return tuple(sorted(games, key=_age, reverse=True))


def _age(played: PlayedGame) -> tuple[float, int, str]:
    """The sort key for newest first; a server that gives no times counts its games."""
    return played.ended or 0.0, played.record.past if played.record else 0, played.named


def _ending_sentence(reason: str, players: Iterable[m.TranscriptPlayer]) -> str:
    """Why a game ended, in words, where its file has it as it was hashed."""
    return sentence(reason, player_names(players))


def _read(path: Path) -> PlayedGame | None:
    """The game in a file; None if the file holds none."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=SavedGameSummary)
        ended = path.stat().st_mtime
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    seat = next((sight.seat for sight in file.witness.sights), file.witness.seat)
    summary = file.transcript
    players = tuple(m.TranscriptPlayer(kind=player.kind, name=clean(player.name)) for player in summary.players)
    ending = msgspec.structs.replace(summary.ending, reason=_ending_sentence(summary.ending.reason, players))
    summary = msgspec.structs.replace(summary, players=players, ending=ending)
    return PlayedGame(path, ended, file.server, summary, seat, verified=path.with_suffix(VERIFIED).exists())
