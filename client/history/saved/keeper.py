"""Takes part in dealing, records what was seen of each game, and saves finished games so that they can be verified.

`Keeper` gets every event and answers those about dealing and transcripts; no screen has to know of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import msgspec

from client.history.saved.called_off import SeatWatch, on_new_deal, on_seats
from client.history.saved.dealing_share import DealingPart, on_deal, on_table
from client.history.saved.entry import VERIFIED
from client.history.saved.files import keep
from client.history.saved.game_id import parse_game_id
from protocol import messages as m
from protocol.dealing import digest
from protocol.saved_game import SavedGame, Witness, WitnessedTable, saved_game

FOLDER = "transcripts"
MAX_SIGHTS = 10_000
MAX_EVENTS = 50_000
"""Longer games are neither fetched nor kept."""
CODE_LENGTHS = (4, 6)
REF = 0


@dataclass(frozen=True, slots=True)
class GamesCap:
    """How many games a folder keeps, and how many bytes in all; the oldest are deleted."""

    files: int
    total_bytes: int


MANY = GamesCap(500, 64 * 1024 * 1024)
"""What a player's own machine keeps."""
FEW = GamesCap(16, 2 * 1024 * 1024)
"""What is kept for a visitor, while the visit lasts."""


@dataclass(frozen=True, slots=True)
class WitnessedGame:
    """What the player knows of the newest game of a room, and of how it was dealt.

    Attributes:
        seats: who was seen there, and which dealings were called off.
        number: which game it is.
        sights: the positions that were seen.
        ending: how it ended, once known.
        transcript: the part of its transcript that has arrived.
        is_asked: whether more of the transcript is on its way.
        is_kept: whether it has been saved, or never will be.
        is_untouched: whether the player has not moved in a game alone or against computers: that is not saved.
    """

    part: DealingPart = field(default_factory=DealingPart)
    seats: SeatWatch = field(default_factory=SeatWatch)
    number: int = 0
    sights: tuple[WitnessedTable, ...] = ()
    ending: m.Ending | None = None
    transcript: m.Transcript | None = None
    is_asked: bool = False
    is_kept: bool = False
    is_untouched: bool = False


class Keeper:
    """Takes part in dealing for a player, and saves their games.

    `save` stores a finished game, and may raise OSError; `draw` gives random bytes.
    """

    def __init__(self, save: Callable[[SavedGame], None], draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._save = save
        self._draw = draw
        self._games: dict[str, WitnessedGame] = {}
        self._seated: set[str] = set()
        self._warning = ""
        self._heard = asyncio.Event()

    def is_waiting(self, room: str = "") -> bool:
        """Whether a transcript is on its way, for one room or for any."""
        return any(game.is_asked for code, game in self._games.items() if room in ("", code))

    async def settle(self, room: str = "") -> None:
        """Wait until no transcript is on its way."""
        while self.is_waiting(room):
            self._heard.clear()
            await self._heard.wait()

    def hear(self, event: m.Event, server: str = "") -> tuple[m.Command, ...]:
        """Handle an event; returns the commands to send. Raises OSError if a game cannot be saved."""
        try:
            return self._answer(event, server)
        finally:
            self._heard.set()

    def take_warning(self) -> str:
        """What the player is to be warned of since the last call; empty where nothing is unusual."""
        warning, self._warning = self._warning, ""
        return warning

    def _answer(self, event: m.Event, server: str) -> tuple[m.Command, ...]:
        match event:
            case m.Welcome(seated=seated):
                self._seated = set(seated)
                return self._on_welcome()
            case m.Entered(room=room, seat=seat) if seat is not None:
                self._seated.add(room)
            case m.Left(room=room):
                self._on_left(room)
            case m.Refused(about="transcribe", room=str(room)) if room in self._games:
                self._games[room] = replace(self._games[room], is_asked=False)
            case m.Deal():
                return self._on_deal(event)
            case m.Table():
                return self._on_table(event)
            case m.Transcript(ref=ref) if ref == REF:
                return self._on_transcript(event, server)
        return ()

    def _on_welcome(self) -> tuple[m.Command, ...]:
        """Ask again for the transcripts that were on their way when the connection was lost."""
        waiting = [(room, game) for room, game in self._games.items() if game.is_asked]
        return tuple(_request(room, game) for room, game in waiting)

    def _on_left(self, room: str) -> None:
        """Forget a room, except for a game whose transcript is on its way."""
        self._seated.discard(room)
        if room in self._games and not self._games[room].is_asked:
            del self._games[room]

    def _on_deal(self, deal: m.Deal) -> tuple[m.Command, ...]:
        game = self._games.get(deal.room, WitnessedGame())
        seats = on_new_deal(game.seats, game.part, deal)
        if seats.again > game.seats.again:
            self._warning = seats.warning
        reply = on_deal(game.part, deal, self._draw, plays=deal.room in self._seated)
        is_over = deal.stage == "over" and deal.number == game.number
        return self._update(
            deal.room, replace(game, part=reply.part, seats=seats), is_over=is_over, command=reply.command
        )

    def _on_table(self, table: m.Table) -> tuple[m.Command, ...]:
        """Record a position."""
        (self._seated.discard if table.seat is None else self._seated.add)(table.room)
        game = self._games.get(table.room, WitnessedGame())
        game = replace(game, seats=on_seats(game.seats, table.chairs))
        if not table.number or table.number < game.number:
            return self._update(table.room, game)
        if table.number > game.number:
            game = WitnessedGame(game.part, game.seats, table.number)
        sight = WitnessedTable(table.seat, table.events, table.head, digest(table.view))
        if game.sights[-1:] != (sight,) and len(game.sights) < MAX_SIGHTS:
            game = replace(game, sights=(*game.sights, sight))
        part, untouched = on_table(game.part, table.number), _is_untouched(table)
        game = replace(game, part=part, ending=table.ending, is_untouched=untouched)
        return self._update(table.room, game, is_over=table.phase == "over")

    def _update(
        self, room: str, game: WitnessedGame, *, is_over: bool = False, command: m.Command | None = None
    ) -> tuple[m.Command, ...]:
        """Store what is known of a room's game, and ask for the transcript once it is over."""
        commands = () if command is None else (command,)
        is_wanted = is_over and not (game.is_asked or game.is_kept or game.is_untouched)
        if is_wanted and game.part.game == game.number:
            game = replace(game, is_asked=True)
            commands = (*commands, _request(room, game))
        self._games[room] = game
        return commands

    def _on_transcript(self, page: m.Transcript, server: str) -> tuple[m.Command, ...]:
        """Add a page of a transcript; after the last one, save the game."""
        game = self._games.get(page.room)
        if game is None or not game.is_asked or page.number != game.number:
            return ()
        whole = page if game.transcript is None else _join(game.transcript, page)
        game = replace(game, transcript=whole)
        is_whole = len(whole.events) >= whole.count or not page.events or whole.count > MAX_EVENTS
        if not is_whole:
            self._games[page.room] = game
            return (_request(page.room, game),)
        self._games[page.room] = replace(game, sights=(), transcript=None, is_asked=False, is_kept=True)
        if whole.count <= MAX_EVENTS:
            self._save(saved_game(server, whole, _witness(game)))
        return ()


def _is_untouched(table: m.Table) -> bool:
    """Whether the player has not moved in a game alone or against computers, which then counts for nothing."""
    is_alone = all(seat == table.seat or chair.kind == "computer" for seat, chair in enumerate(table.chairs))
    return table.seat is not None and not table.ply and is_alone and not table.serious


def save_into(folder: Path, owner: str, cap: GamesCap = MANY) -> Callable[[SavedGame], None]:
    """Returns a function that saves games into a folder and deletes the oldest ones. It may raise OSError."""

    def save(saved: SavedGame) -> None:
        if _is_code(saved.transcript.room):
            _write(folder, saved, owner, cap)

    return save


def save_fetched(
    folder: Path,
    transcript: m.Transcript,
    record: m.PastGame | None,
    server: str,
    owner: str,
    cap: GamesCap = MANY,
) -> Path:
    """Save a game fetched from its server, with the time at which it ended.

    Raises ValueError, or OSError if it cannot be saved.
    """
    if not _is_code(transcript.room):
        raise ValueError(f"{transcript.room[:40]!r} isn't a table's code.")
    seat = None if record is None else record.seat
    path = _write(folder, saved_game(server, transcript, Witness(seat=seat)), owner, cap)
    if record is not None and record.ended is not None:
        os.utime(path, (record.ended, record.ended))
    return path


def newest_file(folder: Path, word: str) -> Path | None:
    """The file of a table's newest game, by its code as in KQFM, or of one of its games, as in KQFM-2."""
    game_id = parse_game_id(word)
    if game_id is None or game_id.past is not None:
        return None
    files = folder.glob(f"{game_id}-*.json")
    return max(files, key=_age, default=None)


def _request(room: str, game: WitnessedGame) -> m.GetTranscript:
    known = 0 if game.transcript is None else len(game.transcript.events)
    return m.GetTranscript(ref=REF, room=room, number=game.number, after=known)


def _join(before: m.Transcript, page: m.Transcript) -> m.Transcript:
    """The transcript with one more page; a page that does not follow is dropped, and asked for again."""
    if page.after != len(before.events):
        return before
    return msgspec.structs.replace(before, events=before.events + page.events)


def _witness(game: WitnessedGame) -> Witness:
    dealt = msgspec.convert(game.part, Witness, from_attributes=True)
    return msgspec.structs.replace(dealt, sights=game.sights, ending=game.ending, called_off=game.seats.called_off)


def _write(folder: Path, saved: SavedGame, owner: str, cap: GamesCap) -> Path:
    transcript = saved.transcript
    mark = sha256(transcript.commitment.encode()).hexdigest()[:8]
    path = folder / f"{transcript.room}-{transcript.number}-{owner}-{mark}.json"
    keep(path, msgspec.json.encode(saved))
    _delete_oldest(folder, cap)
    return path


def _is_code(code: str) -> bool:
    """Whether it is a room's code: it becomes part of a file name, and a server could send anything."""
    return len(code) in CODE_LENGTHS and code.isascii() and code.isalnum()


def _delete_oldest(folder: Path, cap: GamesCap) -> None:
    """Delete the oldest files beyond the limits of number and size."""
    files = sorted(folder.glob("*.json"), key=_age, reverse=True)
    total = 0
    for place, file in enumerate(files):
        with contextlib.suppress(OSError):
            total += file.stat().st_size
            if place >= cap.files or total > cap.total_bytes:
                file.unlink()
                file.with_suffix(VERIFIED).unlink(missing_ok=True)


def _age(file: Path) -> float:
    """When a file was written; a file that has gone counts as the oldest."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
