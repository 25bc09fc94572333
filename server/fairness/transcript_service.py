"""Answers requests for transcripts: replays a room's journal in a thread, so that nothing else waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from protocol import messages as m
from server.fairness.transcript import TranscriptUnavailableError, page, readers, transcript
from server.room.journal import Journal
from server.room.outputs import Refuse
from server.room.replay import ReplayError

CACHE_MAX = 4
"""How many transcripts are cached: everyone at a table asks for the same one, page after page."""
WAITING_MAX = 20
RETRY_S = 1.0

_log = logging.getLogger("parlour.transcripts")


class _CachedTranscript(NamedTuple):
    """A transcript, and who may read it: None for anyone."""

    whole: m.Transcript
    readers: frozenset[int] | None


class TranscriptService:
    """Builds one transcript at a time, in a thread, and caches the newest."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._cache: OrderedDict[tuple[str, int], _CachedTranscript] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def write(
        self, name: str, number: int, asked: m.GetTranscript | m.GetPastGame, player: int | None = None
    ) -> m.Transcript | Refuse:
        """A page of the transcript of game `number` in the journal `name`, for the player who asks, or a refusal."""
        if self._waiting >= WAITING_MAX:
            return Refuse("too-many", "Too many ask for transcripts now. Try again in a moment.", RETRY_S)
        self._waiting += 1
        try:
            async with self._lock:
                cached = await self._load(name, number)
            if cached.readers is not None and player not in cached.readers:
                return Refuse("not-seated", "Only who sat at that table may read of its games; its players chose that.")
            return page(cached.whole, asked.ref, asked.after)
        except TranscriptUnavailableError as error:
            return Refuse("not-now", str(error))
        except ReplayError as error:
            _log.error("event=transcript-not-written room=%s error=%s", name, ascii(str(error)))
            return Refuse("unavailable", "There is no transcript of that game.")
        finally:
            self._waiting -= 1

    async def _load(self, name: str, number: int) -> _CachedTranscript:
        key = name, number
        if key not in self._cache:
            entries = await self._journal.read(name)
            self._cache[key] = _CachedTranscript(await asyncio.to_thread(transcript, entries, number), readers(entries))
            while len(self._cache) > CACHE_MAX:
                self._cache.popitem(last=False)
        return self._cache[key]
