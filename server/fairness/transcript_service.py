"""Who writes transcripts: reads a room's journal again, beside everything else that goes on, for whoever asks."""

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

KEPT = 4
"""How many transcripts are kept: everyone at a table asks for the same one, page after page."""
WAITING_MAX = 20
RETRY_S = 1.0

_log = logging.getLogger("parlour.transcripts")


class _Written(NamedTuple):
    """A transcript, and who may read it: None for anyone."""

    whole: m.Transcript
    readers: frozenset[int] | None


class TranscriptService:
    """Writes one transcript at a time, in a thread. Mutable: it keeps the newest, and counts who waits."""

    def __init__(self, journal: Journal) -> None:
        """Read from a journal."""
        self._journal = journal
        self._kept: OrderedDict[tuple[str, int], _Written] = OrderedDict()
        self._desk = asyncio.Lock()
        self._waiting = 0

    async def write(
        self, name: str, number: int, asked: m.GetTranscript | m.GetPastGame, player: int | None = None
    ) -> m.Transcript | Refuse:
        """A page of the transcript of game `number` of the journal kept under a name, for who asks; or why not."""
        if self._waiting >= WAITING_MAX:
            return Refuse("too-many", "Too many ask for transcripts now. Try again in a moment.", RETRY_S)
        self._waiting += 1
        try:
            async with self._desk:
                written = await self._written(name, number)
            if written.readers is not None and player not in written.readers:
                return Refuse("not-seated", "Only who sat at that table may read of its games; its players chose that.")
            return page(written.whole, asked.ref, asked.after)
        except TranscriptUnavailableError as error:
            return Refuse("not-now", str(error))
        except ReplayError as error:
            _log.error("event=transcript-not-written room=%s error=%s", name, ascii(str(error)))
            return Refuse("unavailable", "There is no transcript of that game.")
        finally:
            self._waiting -= 1

    async def _written(self, name: str, number: int) -> _Written:
        key = name, number
        if key not in self._kept:
            entries = await self._journal.read(name)
            self._kept[key] = _Written(await asyncio.to_thread(transcript, entries, number), readers(entries))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]
