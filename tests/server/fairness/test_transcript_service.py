"""Transcripts are written for whoever asks, kept for whoever asks next, and cost nobody else's time."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.fairness import transcript_service
from server.fairness.transcript_service import CACHE_MAX, WAITING_MAX, WAITING_OF_ADDRESS, TranscriptService
from server.limits.addresses import AddressUsage
from server.limits.settings import ServerLimits
from server.ops.tasks import Tasks
from server.players.sessions.routing import Request
from server.room.journal import StorageUnavailableError
from server.room.match.occupants import OpenSeat
from server.storage.memory import MemoryJournal
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import SqlResultStore
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import SCHEMA
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN, CLEO, CODE, DORA, opened, person, playing
from tests.support.fakes.visitors import Visitor
from tests.support.golden.journals import told

READ_SLICE = 100
ROOM = replace(playing(), sitting=replace(playing().sitting, number=100))
"""A room where many games were played."""


class Read(MemoryJournal):
    """A journal that counts how often one was read from its beginning, and the largest piece that was read."""

    reads = largest = 0

    async def read(self, room, after=0, most=None):
        entries = await super().read(room, after, most)
        self.reads += not after
        self.largest = max(self.largest, len(entries))
        return entries


@pytest.fixture
def here():
    """A room where three games were played, and one is going on."""
    here = Gathering(Random(1), "war", 2)
    for _ in range(3):
        here.play(0)
        here.again()
    here.settle()
    return here


@pytest.fixture
async def journal(here):
    journal = Read()
    await journal.append("room", 1, *here.entries)
    return journal


@pytest.fixture
async def service(journal):
    tasks = Tasks()
    database = MemoryDatabase(SCHEMA)
    accounts = SqlAccounts(database)
    for name in ("ann", "ben"):
        await accounts.sign_in(None, name)
    yield TranscriptService(journal, SqlResultStore(database), accounts.archive, tasks)
    await tasks.aclose()


@pytest.fixture
def ann():
    return Visitor(ANN, "ann")


async def ask(service, visitor, number, ref=5, *, name="room", room=ROOM):
    """What a visitor is sent who asks for a game."""
    game = m.GetTranscript(ref=ref, room=CODE, number=number, after=0)
    service.send(Request(visitor, game, CODE), game, name, room)
    return await visitor.next(m.Message, lambda event: getattr(event, "ref", None) == ref)


async def test_a_transcript_is_written_for_who_asks(service, ann):
    told = await ask(service, ann, 2)
    assert (told.ref, told.number, told.deal, told.after) == (5, 2, 2, 0)


async def test_a_journal_is_read_once_for_everybody_who_asks(service, journal):
    visitors = [Visitor(player) for player in range(1, 11)]
    pages = await asyncio.gather(*(ask(service, visitor, 1, visitor.player) for visitor in visitors))
    assert [page.ref for page in pages] == list(range(1, 11))
    assert journal.reads == 1


async def test_few_transcripts_are_kept(service, journal, ann, monkeypatch):
    monkeypatch.setattr(transcript_service, "CACHE_MAX", 2)
    for number in (1, 2, 3, 3, 2, 1):
        await ask(service, ann, number, ref=number + len(ann.heard) * 10)
    assert journal.reads == 4
    assert CACHE_MAX >= 2


async def test_a_game_that_is_known_to_go_on_is_refused_before_anything_is_read(service, journal, here, ann):
    for number in (4, 5, 99):
        refused = await ask(service, ann, number, ref=number, room=here.room)
        assert (refused.code, refused.text) == ("not-now", "That game isn't over yet.")
    assert journal.reads == 0
    assert isinstance(await ask(service, ann, 3, room=here.room), m.Transcript)


async def test_of_a_long_journal_nothing_is_read(service, journal, ann, monkeypatch):
    monkeypatch.setattr(transcript_service, "MAX_ENTRIES", 2)
    refused = await ask(service, ann, 1)
    assert refused.text == "That table's record is too long for a transcript."
    assert journal.reads == 0


async def test_a_journal_is_read_and_replayed_in_slices(service, journal, ann, monkeypatch):
    monkeypatch.setattr(transcript_service, "READ_SLICE", READ_SLICE)
    turns = 0

    async def count_turns():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.ensure_future(count_turns())
    assert isinstance(await ask(service, ann, 3), m.Transcript)
    counting.cancel()
    assert 0 < journal.largest <= READ_SLICE
    assert turns > await journal.head("room") // 2 // transcript_service.REPLAY_SLICE


async def test_an_address_may_have_so_much_replayed_and_no_more(service, journal, here, ann):
    ann.address_usage = AddressUsage(ServerLimits(replays_per_s=1.0, replays_burst=2 * len(here.entries)))
    assert [type(await ask(service, ann, number, ref=number)) for number in (1, 2)] == [m.Transcript] * 2
    refused = await ask(service, ann, 3)
    assert refused.code == "too-many"
    assert 0 < refused.retry_after_s <= len(here.entries)
    assert isinstance(await ask(service, Visitor(CLEO), 3), m.Transcript)
    assert isinstance(await ask(service, ann, 3, ref=6), m.Transcript), "what is cached costs nothing"


async def test_a_journal_that_does_not_replay_is_written_into_the_log(service, journal, ann, caplog):
    await journal.append("torn", 1, b"\xff")
    assert (await ask(service, ann, 1, name="torn")).code == "unavailable"
    assert "event=transcript-not-written room=torn" in caplog.text


async def test_when_too_many_ask_the_rest_may_try_again(service):
    visitors = [Visitor(player) for player in range(1, WAITING_MAX + 4)]
    answers = await asyncio.gather(*(ask(service, visitor, 1) for visitor in visitors))
    refused = [answer for answer in answers if isinstance(answer, m.Refused)]
    assert [(answer.code, answer.retry_after_s) for answer in refused] == [("too-many", transcript_service.RETRY_S)] * 3


async def test_those_of_one_address_wait_for_few_transcripts_at_a_time(service, ann):
    for number in range(1, WAITING_OF_ADDRESS + 4):
        game = m.GetTranscript(ref=number, room=CODE, number=number, after=0)
        service.send(Request(ann, game, CODE), game, "room", ROOM)
    answers = [await ann.next(m.Message) for _ in range(WAITING_OF_ADDRESS + 3)]
    assert [answer.ref for answer in answers if getattr(answer, "code", "") == "too-many"] == [
        *range(WAITING_OF_ADDRESS + 1, WAITING_OF_ADDRESS + 4)
    ]
    assert not ann.address_usage.transcripts


async def test_all_who_sit_at_a_table_may_be_of_one_address(service, journal, ann):
    family = [Visitor(player) for player in range(2, 10)]
    for each in family:
        each.address_usage = ann.address_usage
    told = await asyncio.gather(*(ask(service, each, 1) for each in family))
    assert [type(each) for each in told] == [m.Transcript] * 8
    assert (journal.reads, not ann.address_usage.transcripts) == (1, True)


async def test_where_the_disk_cannot_be_read_it_is_said(service, journal, ann, monkeypatch):
    async def refuse(_):
        raise StorageUnavailableError("a disk that is gone")

    monkeypatch.setattr(journal, "head", refuse)
    assert (await ask(service, ann, 1)).code == "unavailable"


async def test_nobody_reads_of_a_table_that_nobody_may_watch_but_who_sat_there(service, journal, ann):
    story = told(opened(person(ANN), OpenSeat(), watch="nobody"))
    await journal.append("closed", 1, *story.entries)
    refused = await ask(service, Visitor(DORA), 1, name="closed")
    assert (type(refused), refused.code) == (m.Refused, "not-seated")
    assert isinstance(await ask(service, Visitor(CLEO), 1, name="closed"), m.Transcript)
