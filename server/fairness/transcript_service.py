"""Answers requests for transcripts: reads and replays a room's journal in slices, so that nothing else waits for it.

What a transcript costs grows with its room's journal, however short the request, so an address may have a certain
number of entries replayed in a second. What is known not to be over is refused before anything is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from protocol import messages as m
from server.fairness.transcript import NOT_OVER, WrittenTranscript, page, readers, withhold_names, write_transcript
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.accounts.archive import AccountArchive
from server.players.results.records import ResultStore
from server.players.sessions.refusals import UNAVAILABLE
from server.players.sessions.routing import Request
from server.room.journal import Journal, StorageUnavailableError
from server.room.outputs import Refuse
from server.room.replay import ReplayError
from server.room.step import Room

CACHE_MAX = 4
"""How many transcripts are cached: everyone at a table asks for the same one, page after page."""
WAITING_MAX = 40
WAITING_OF_ADDRESS = 8
"""How many requests may wait in all, and for how many different transcripts those of one address: a family whose games
end together."""
MAX_ENTRIES = 20_000
"""Rooms with longer journals have no transcripts, as replaying them would take seconds."""
READ_SLICE = 1000
"""How many entries are read at a time, while moves wait to be stored."""
REPLAY_SLICE = 16
"""How many are replayed before other tasks run: about a millisecond's worth."""
RETRY_S = 1.0

UNENDED = Refuse("not-now", NOT_OVER)
TOO_LONG = Refuse("not-now", "That table's record is too long for a transcript.")
PRIVATE = Refuse("not-seated", "Only players of that table can read its games.")
TOO_OFTEN = "Slow down a little: too many transcripts for your address."
TOO_MANY = Refuse("too-many", "Too many people are asking for transcripts. Try again in a moment.", RETRY_S)
REMOVED = Refuse("unavailable", "That game ended long ago, and its record has been removed.")
MISSING = Refuse("unavailable", "That game has no transcript.")
NOT_PLAYED = Refuse("not-seated", "You haven't played that game.")

_log = logging.getLogger("parlour.transcripts")


class _CachedTranscript(NamedTuple):
    """A transcript, and who may read it: None for anyone."""

    written: WrittenTranscript
    readers: frozenset[int] | None


class TranscriptService:
    """Writes one transcript at a time, and caches the newest."""

    def __init__(self, journal: Journal, records: ResultStore, accounts: AccountArchive, tasks: Tasks) -> None:
        self._journal = journal
        self._records = records
        self._accounts = accounts
        self._tasks = tasks
        self._cache: OrderedDict[tuple[str, int], _CachedTranscript] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = 0

    def send(self, request: Request[Requester], game: m.GetTranscript, name: str, room: Room) -> None:
        """Send a page of a game's transcript, from the journal `name` of a room."""
        number = game.number or room.last_ended
        if room.has_ended(number):
            self._tasks.start(self._send(request, game, name, number))
        else:
            request.refuse(UNENDED)

    def send_past_game(self, requester: Requester, game: m.GetPastGame) -> None:
        """Send a page of the transcript of a past game of the player's, whatever has become of its table."""
        self._tasks.start(self._send_past_game(Request(requester, game), game))

    # Inside.

    async def _send_past_game(self, request: Request[Requester], game: m.GetPastGame) -> None:
        try:
            place = await self._records.place(request.requester.player, game.past)
        except StorageUnavailableError:
            request.refuse(UNAVAILABLE)
        else:
            if place is None:
                request.refuse(NOT_PLAYED)
            else:
                await self._send(request, game, *place)

    async def _send(
        self, request: Request[Requester], game: m.GetTranscript | m.GetPastGame, name: str, number: int
    ) -> None:
        requester = request.requester
        match await self._wait(requester, name, number):
            case _CachedTranscript(readers=readers) if readers is not None and requester.player not in readers:
                request.refuse(PRIVATE)
            case _CachedTranscript(written=written):
                await self._send_page(request, game, written)
            case Refuse() as refusal:
                request.refuse(refusal)

    async def _send_page(
        self, request: Request[Requester], game: m.GetTranscript | m.GetPastGame, written: WrittenTranscript
    ) -> None:
        """Send a page without the names of those whose account is deleted."""
        people = {account: seat for seat, account in enumerate(written.accounts) if account is not None}
        try:
            former = await self._accounts.former(people)
        except StorageUnavailableError:
            request.refuse(UNAVAILABLE)
        else:
            whole = withhold_names(written.whole, [people[account] for account in former])
            request.requester.tell(page(whole, game.ref, game.after))

    async def _wait(self, requester: Requester, name: str, number: int) -> _CachedTranscript | Refuse:
        """The transcript, once it is this request's turn, unless too many wait already.

        All who sit at a table may be of one address, and ask for the same one.
        """
        key, wanted = (name, number), requester.address_usage.transcripts
        if self._waiting >= WAITING_MAX or (key not in wanted and len(wanted) >= WAITING_OF_ADDRESS):
            return TOO_MANY
        self._waiting += 1
        wanted[key] += 1
        try:
            return await self._write(requester, name, number)
        finally:
            self._waiting -= 1
            wanted[key] -= 1
            if not wanted[key]:
                del wanted[key]

    async def _write(self, requester: Requester, name: str, number: int) -> _CachedTranscript | Refuse:
        """The transcript of game `number` in the journal `name`, or why it cannot be had."""
        key = name, number
        if key in self._cache:
            return self._cache[key]
        try:
            async with self._lock:
                return self._cache.get(key) or await self._load(requester, name, number)
        except StorageUnavailableError:
            return UNAVAILABLE
        except ReplayError as error:
            _log.error("event=transcript-not-written room=%s error=%s", name, ascii(str(error)))
            return MISSING

    async def _load(self, requester: Requester, name: str, number: int) -> _CachedTranscript | Refuse:
        """Write a transcript and cache it, if the requester's address may have so much replayed now.

        Raises StorageUnavailableError or ReplayError.
        """
        entries = await self._journal.head(name)
        if not entries:
            return REMOVED
        if entries > MAX_ENTRIES:
            return TOO_LONG
        if wait_s := requester.address_usage.replays.take(asyncio.get_running_loop().time(), entries):
            return Refuse("too-many", TOO_OFTEN, wait_s)
        written = await self._replay(await self._read(name, entries), number)
        if written is None:
            return MISSING
        self._cache[name, number] = written
        while len(self._cache) > CACHE_MAX:
            self._cache.popitem(last=False)
        return written

    async def _read(self, name: str, count: int) -> list[bytes]:
        entries: list[bytes] = []
        while len(entries) < count and (further := await self._journal.read(name, len(entries), READ_SLICE)):
            entries += further
        return entries

    async def _replay(self, entries: list[bytes], number: int) -> _CachedTranscript | None:
        for count, written in enumerate(write_transcript(entries, number)):
            if written is not None:
                return _CachedTranscript(written, readers(entries))
            if not count % REPLAY_SLICE:
                await asyncio.sleep(0)
        return None
