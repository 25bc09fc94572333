"""Who asks what they have won and lost is told, and told again whenever a game of theirs is kept."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results.records import ResultRow
from server.players.results.score_feed import ScoreFeed
from server.players.sessions.client_session import ClientSession
from tests.support.fakes.held_stores import HeldRecords

ANN, BEN = 1, 2
SINCE = m.WatchScore(since=0)
WON = ResultRow("KQFM-1", 1, 0, ANN, "ann", "peak", "", 11, 90.5, won=True, solved=True, line="")


class Caller:
    """A connected player, as far as it is told things. Mutable: it hears."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.heard: list[m.Event] = []

    def tell(self, event: m.Event) -> None:
        self.heard.append(event)

    def deny(self, refusal: object, about: str, ref: int | None) -> None:
        self.heard.append(cast(m.Event, SimpleNamespace(refusal=refusal, about=about, ref=ref)))


def caller(player: int) -> ClientSession:
    return cast(ClientSession, Caller(player))


def heard(guest: ClientSession) -> list[m.Event]:
    return cast(Caller, guest).heard


def reckoned(won: int, lost: int = 0, since: int = 0) -> m.Score:
    return m.Score(since=since, won=won, tied=0, lost=lost)


@pytest.fixture
async def score_feed():
    """A reckoner with its records, which hold a game that ann has won."""
    records, tasks = HeldRecords(), Tasks()
    await records.keep([WON])
    yield ScoreFeed(records, tasks), records
    await tasks.aclose()


async def idle():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_asks_is_told_and_told_again_when_a_game_of_theirs_is_kept(score_feed):
    known, records = score_feed
    ann = caller(ANN)
    known.watch(ann, SINCE)
    await idle()
    await records.keep([ResultRow("KQFM-1", 2, 0, ANN, "ann", "peak", "", 3, 1.0, won=False, solved=False, line="")])
    known.renew((ANN, BEN))
    await idle()
    assert heard(ann) == [reckoned(1), reckoned(1, 1)]


async def test_who_has_asked_nothing_is_told_nothing(score_feed):
    known, _ = score_feed
    ann = caller(ANN)
    known.watch(ann, SINCE)
    known.forget(ANN)
    known.forget(BEN)
    known.renew((ANN, BEN))
    await idle()
    assert heard(ann) == []


async def test_the_newest_question_is_the_one_that_is_answered(score_feed):
    known, _ = score_feed
    ann = caller(ANN)
    known.watch(ann, SINCE)
    known.watch(ann, m.WatchScore(since=2**40))
    await idle()
    known.renew((ANN,))
    await idle()
    assert heard(ann) == [reckoned(0, since=2**40)] * 2


async def test_where_the_disk_refuses_it_is_said_and_the_next_game_is_told(score_feed):
    known, records = score_feed
    ann = caller(ANN)
    records.refuse_reads(1)
    known.watch(ann, SINCE)
    await idle()
    known.renew((ANN,))
    await idle()
    refused, sent = heard(ann)
    assert (refused.refusal.code, refused.about) == ("unavailable", "reckon")
    assert sent == reckoned(1)
