"""Transcripts are written for whoever asks, and kept for whoever asks next."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from protocol import messages as m
from server.fairness import transcript_service
from server.fairness.transcript_service import CACHE_MAX, WAITING_MAX, TranscriptService
from server.room.match.occupants import OpenSeat
from server.room.outputs import Refuse
from server.storage.memory import MemoryJournal
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN, CLEO, CODE, DORA, opened, person
from tests.support.golden.journals import told


class Read(MemoryJournal):
    """A journal that counts how often it was read."""

    reads = 0

    async def read(self, room, after=0):
        self.reads += 1
        return await super().read(room, after)


@pytest.fixture
async def journal():
    """A journal with a room where three games were played, and one is going on."""
    here, made = Gathering(Random(1), "war", 2), Read()
    for _ in range(3):
        here.play(0)
        here.again()
    here.settle()
    await made.append("room", 1, *here.entries)
    return made


def asked(number, ref=5, after=0):
    return m.GetTranscript(ref=ref, room=CODE, number=number, after=after)


async def test_a_transcript_is_written_for_who_asks(journal):
    told = await TranscriptService(journal).write("room", 2, asked(2))
    assert (told.ref, told.number, told.deal, told.after) == (5, 2, 2, 0)


async def test_a_journal_is_read_once_for_everybody_who_asks(journal):
    writer = TranscriptService(journal)
    pages = await asyncio.gather(*(writer.write("room", 1, asked(1, ref)) for ref in range(10)))
    assert [page.ref for page in pages] == list(range(10))
    assert journal.reads == 1


async def test_few_transcripts_are_kept(journal, monkeypatch):
    monkeypatch.setattr(transcript_service, "CACHE_MAX", 2)
    writer = TranscriptService(journal)
    for number in (1, 2, 3, 3, 2, 1):
        await writer.write("room", number, asked(number))
    assert journal.reads == 4
    assert CACHE_MAX >= 2


async def test_there_is_no_transcript_of_a_game_that_goes_on(journal):
    refusal = await TranscriptService(journal).write("room", 4, asked(4))
    assert refusal == Refuse("not-now", "That game is not over.")


async def test_a_journal_that_does_not_replay_is_written_into_the_log(journal, caplog):
    await journal.append("torn", 1, b"\xff")
    refusal = await TranscriptService(journal).write("torn", 1, asked(1))
    assert refusal.code == "unavailable"
    assert "event=transcript-not-written room=torn" in caplog.text


async def test_when_too_many_ask_the_rest_may_try_again(journal):
    writer = TranscriptService(journal)
    answers = await asyncio.gather(*(writer.write("room", 1, asked(1, ref)) for ref in range(WAITING_MAX + 3)))
    refused = [answer for answer in answers if isinstance(answer, Refuse)]
    assert [(answer.code, answer.retry_after_s) for answer in refused] == [("too-many", transcript_service.RETRY_S)] * 3


async def test_nobody_reads_of_a_table_that_nobody_may_watch_but_who_sat_there():
    story = told(opened(person(ANN), OpenSeat(), watch="nobody"))
    journal = MemoryJournal()
    await journal.append("room", 1, *story.entries)
    writer = TranscriptService(journal)
    for stranger in (DORA, None):
        refused = await writer.write("room", 1, asked(1), stranger)
        assert isinstance(refused, Refuse)
        assert refused.code == "not-seated"
    assert isinstance(await writer.write("room", 1, asked(1), CLEO), m.Transcript)
