"""What is kept of games: each one's part in dealing them, what was seen, and at the end a file to verify it all from.

`Keeper` hears everything that the server says and answers for itself; no screen has to know of it.
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

from client.history.saved.dealing_share import DealingPart, played, shown
from client.history.saved.entry import VERIFIED
from client.history.saved.files import keep
from client.history.saved.game_id import parse_game_id
from protocol import messages as m
from protocol.dealing import digest
from protocol.saved_game import SavedGame, Witness, WitnessedTable

FOLDER = "transcripts"
MAX_FILES = 500
MAX_BYTES = 64 * 1024 * 1024
"""How many games are kept, and how much of them in all; the oldest go."""
MAX_SIGHTS = 10_000
MAX_EVENTS = 50_000
"""Of a game that goes on for longer, nothing is kept."""
CODE_LENGTH = 4
REF = 0


@dataclass(frozen=True, slots=True)
class WitnessedGame:
    """What one knows of the newest game of a room, and of how it was dealt.

    Attributes:
        number: which game it is.
        sights: what was seen of it.
        ending: how it ended, once one was told.
        told: what has come of its transcript so far.
        is_asked: whether more of that is on its way.
        is_kept: whether it is in a file by now, or never will be.
    """

    part: DealingPart = field(default_factory=DealingPart)
    number: int = 0
    sights: tuple[WitnessedTable, ...] = ()
    ending: m.Ending | None = None
    told: m.Transcript | None = None
    is_asked: bool = False
    is_kept: bool = False


class Keeper:
    """Takes part in dealing for whoever plays here, and keeps what they will want to verify. Mutable: it remembers.

    `save` puts a game that is over where it is kept, and may raise OSError; `draw` gives random bytes.
    """

    def __init__(self, save: Callable[[SavedGame], None], draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        """Begin knowing nothing."""
        self._save = save
        self._draw = draw
        self._accounts: dict[str, WitnessedGame] = {}
        self._seated: set[str] = set()
        self._heard = asyncio.Event()

    def is_waiting(self, room: str = "") -> bool:
        """Whether a transcript is on its way, of one room's games or of any."""
        return any(account.is_asked for code, account in self._accounts.items() if room in ("", code))

    async def settle(self, room: str = "") -> None:
        """Wait until none is."""
        while self.is_waiting(room):
            self._heard.clear()
            await self._heard.wait()

    def hear(self, event: m.Event, server: str = "") -> tuple[m.Command, ...]:
        """What to send, once the server has said something. Raises OSError where a game cannot be kept."""
        try:
            return self._answer(event, server)
        finally:
            self._heard.set()

    def _answer(self, event: m.Event, server: str) -> tuple[m.Command, ...]:
        match event:
            case m.Welcome(seated=seated):
                self._seated = set(seated)
                return self._welcomed()
            case m.Entered(room=room, seat=seat) if seat is not None:
                self._seated.add(room)
            case m.Left(room=room):
                self._left(room)
            case m.Refused(about="transcribe", room=str(room)) if room in self._accounts:
                self._accounts[room] = replace(self._accounts[room], is_asked=False)
            case m.Deal():
                return self._dealt(event)
            case m.Table():
                return self._seen(event)
            case m.Transcript(ref=ref) if ref == REF:
                return self._told(event, server)
        return ()

    def _welcomed(self) -> tuple[m.Command, ...]:
        """Ask again for what was on its way when the connection was lost."""
        waiting = [(room, account) for room, account in self._accounts.items() if account.is_asked]
        return tuple(_request(room, account) for room, account in waiting)

    def _left(self, room: str) -> None:
        """Forget a room, but for a game of which the transcript is on its way."""
        self._seated.discard(room)
        if room in self._accounts and not self._accounts[room].is_asked:
            del self._accounts[room]

    def _dealt(self, deal: m.Deal) -> tuple[m.Command, ...]:
        account = self._accounts.get(deal.room, WitnessedGame())
        reply = shown(account.part, deal, self._draw, plays=deal.room in self._seated)
        is_over = deal.stage == "over" and deal.number == account.number
        return self._known(deal.room, replace(account, part=reply.part), is_over=is_over, command=reply.command)

    def _seen(self, table: m.Table) -> tuple[m.Command, ...]:
        """Remember a sight of a game."""
        (self._seated.discard if table.seat is None else self._seated.add)(table.room)
        account = self._accounts.get(table.room, WitnessedGame())
        if not table.number or table.number < account.number:
            return self._known(table.room, account)
        if table.number > account.number:
            account = WitnessedGame(account.part, table.number)
        sight = WitnessedTable(table.seat, table.events, table.head, digest(table.view))
        if account.sights[-1:] != (sight,) and len(account.sights) < MAX_SIGHTS:
            account = replace(account, sights=(*account.sights, sight))
        account = replace(account, part=played(account.part, table.number), ending=table.ending)
        return self._known(table.room, account, is_over=table.phase == "over")

    def _known(
        self, room: str, account: WitnessedGame, *, is_over: bool = False, command: m.Command | None = None
    ) -> tuple[m.Command, ...]:
        """Remember the account, and ask for the transcript once its game is over."""
        commands = () if command is None else (command,)
        if is_over and not account.is_asked and not account.is_kept and account.part.game == account.number:
            account = replace(account, is_asked=True)
            commands = (*commands, _request(room, account))
        self._accounts[room] = account
        return commands

    def _told(self, page: m.Transcript, server: str) -> tuple[m.Command, ...]:
        """Take a page of a transcript; with the last one the game is kept."""
        account = self._accounts.get(page.room)
        if account is None or not account.is_asked or page.number != account.number:
            return ()
        whole = page if account.told is None else _joined(account.told, page)
        account = replace(account, told=whole)
        is_whole = len(whole.events) >= whole.count or not page.events or whole.count > MAX_EVENTS
        if not is_whole:
            self._accounts[page.room] = account
            return (_request(page.room, account),)
        self._accounts[page.room] = replace(account, sights=(), told=None, is_asked=False, is_kept=True)
        if whole.count <= MAX_EVENTS:
            self._save(SavedGame("parlour transcript 1", server, whole, _witness(account)))
        return ()


def saving(folder: Path, owner: str) -> Callable[[SavedGame], None]:
    """What saves games into a folder, with their owner's name, and lets old ones go. It may raise OSError."""

    def save(saved: SavedGame) -> None:
        if _is_code(saved.transcript.room):
            _write(folder, saved, owner)

    return save


def fetched(folder: Path, told: m.Transcript, record: m.PastGame | None, server: str, owner: str) -> Path:
    """The file of a game that its server has told, as it was played elsewhere. It is as old as the game is.

    Raises ValueError, or OSError where it cannot be kept.
    """
    if not _is_code(told.room):
        raise ValueError(f"{told.room[:40]!r} is no table's code.")
    seat = None if record is None else record.seat
    path = _write(folder, SavedGame("parlour transcript 1", server, told, Witness(seat=seat)), owner)
    if record is not None and record.ended is not None:
        os.utime(path, (record.ended, record.ended))
    return path


def newest(folder: Path, word: str) -> Path | None:
    """The file of a table's newest game, by its code as in KQFM, or of one of its games, as in KQFM-2."""
    wanted = parse_game_id(word)
    if wanted is None or wanted.past is not None:
        return None
    files = folder.glob(f"{wanted}-*.json")
    return max(files, key=_age, default=None)


def _request(room: str, account: WitnessedGame) -> m.GetTranscript:
    known = 0 if account.told is None else len(account.told.events)
    return m.GetTranscript(ref=REF, room=room, number=account.number, after=known)


def _joined(before: m.Transcript, page: m.Transcript) -> m.Transcript:
    """The transcript with one more page; one that does not follow is left out, and asked for again."""
    if page.after != len(before.events):
        return before
    return msgspec.structs.replace(before, events=before.events + page.events)


def _witness(account: WitnessedGame) -> Witness:
    part = account.part
    return Witness(
        seat=part.seat,
        share=part.share,
        bound=part.bound,
        hashes=part.hashes,
        shares=part.shares,
        steps=part.steps,
        sights=account.sights,
        ending=account.ending,
    )


def _write(folder: Path, saved: SavedGame, owner: str) -> Path:
    told = saved.transcript
    mark = sha256(told.commitment.encode()).hexdigest()[:8]
    path = folder / f"{told.room}-{told.number}-{owner}-{mark}.json"
    keep(path, msgspec.json.encode(saved))
    _clear(folder)
    return path


def _is_code(code: str) -> bool:
    """Whether it is a room's code: what a server says becomes part of a file's name."""
    return len(code) == CODE_LENGTH and code.isascii() and code.isalnum()


def _clear(folder: Path) -> None:
    """Let the oldest files go where there are too many, or too much."""
    files = sorted(folder.glob("*.json"), key=_age, reverse=True)
    total = 0
    for place, file in enumerate(files):
        with contextlib.suppress(OSError):
            total += file.stat().st_size
            if place >= MAX_FILES or total > MAX_BYTES:
                file.unlink()
                file.with_suffix(VERIFIED).unlink(missing_ok=True)


def _age(file: Path) -> float:
    """When a file was written; one that is gone meanwhile is the oldest of all."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
