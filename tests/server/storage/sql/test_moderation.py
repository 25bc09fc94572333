"""Bans, silences and reports are kept, in every database, and there are never more of them than may be."""

from __future__ import annotations

import pytest

from server.moderation.reports import AGAIN_S, PlayerReport
from server.moderation.sanctions import Sanction
from server.moderation.store import KnownPlayer, SanctionsFullError
from server.storage.sql import moderation
from server.storage.sql.moderation import SqlModeration
from server.storage.sql.players.accounts import SqlAccounts

pytestmark = pytest.mark.slow

BAN = Sanction("ban", "#1", "ann", "spam", 100, 160)
SILENCE = Sanction("silence", "#1", "ann", "", 110, None)
NETWORK = Sanction("ban", "192.0.2.0/24", "", "", 120, None)


@pytest.fixture
def store(any_database) -> SqlModeration:
    return SqlModeration(any_database)


def report(reporter: int = 1, player: int = 2, at: int = 1000, **changes) -> PlayerReport:
    fields = {"room": "KQFM", "why": "rude", "talk": ("ben: boo", "ann: please"), **changes}
    return PlayerReport(0, at, reporter, f"p{reporter}", player, f"p{player}", **fields)


async def test_a_player_is_found_by_a_name_that_looks_like_theirs_and_by_number(any_database, store):
    ann = await SqlAccounts(any_database).sign_in(None, "ann")
    known = KnownPlayer(ann.player, "ann")
    assert [await store.find_player(name) for name in ("ANN", "ben", "no name", "")] == [known, None, None, None]
    assert [await store.player_of(player) for player in (ann.player, ann.player + 1)] == [known, None]


async def test_bans_and_silences_are_kept_until_they_are_lifted(store):
    for each in (BAN, SILENCE, NETWORK):
        await store.impose(each)
    assert await store.sanctions() == [BAN, SILENCE, NETWORK]
    await store.lift("#1")
    assert await store.sanctions() == [NETWORK]


async def test_another_takes_the_place_of_the_first_and_what_is_over_goes(store):
    await store.impose(BAN)
    await store.impose(SILENCE)
    longer = Sanction("silence", "#1", "anna", "", 150, 900)
    await store.impose(longer)
    assert await store.sanctions() == [BAN, longer]
    later = Sanction("ban", "#2", "ben", "", 160, None)
    await store.impose(later)
    assert await store.sanctions() == [longer, later]


async def test_there_are_so_many_of_a_kind_and_what_is_over_makes_room(store, monkeypatch):
    monkeypatch.setattr(moderation, "MAX_OF_A_KIND", 2)
    await store.impose(BAN)
    await store.impose(NETWORK)
    with pytest.raises(SanctionsFullError):
        await store.impose(Sanction("ban", "#3", "cleo", "", 130, None))
    await store.impose(SILENCE)
    await store.impose(Sanction("ban", "192.0.2.0/24", "", "again", 140, None))
    await store.impose(Sanction("ban", "#3", "cleo", "", 160, None))
    assert [each.target for each in await store.sanctions()] == ["#1", "192.0.2.0/24", "#3"]


async def test_reports_are_kept_in_their_order_until_they_are_cleared(store):
    assert await store.add_report(report())
    assert await store.add_report(report(2, 1, room="", why="", talk=()))
    first, second = await store.reports()
    assert (first.number, first.talk, first.why) == (1, ("ben: boo", "ann: please"), "rude")
    assert (second.number, second.reporter, second.player, second.talk) == (2, 2, 1, ())
    assert [await store.clear_reports(number) for number in (7, 1, 1)] == [0, 1, 0]
    assert await store.reports() == [second]
    assert await store.add_report(report())
    assert await store.clear_reports(None) == 2
    assert await store.add_report(report())
    assert [each.number for each in await store.reports()] == [4]


async def test_one_player_reports_another_once_a_day(store):
    assert await store.add_report(report())
    assert not await store.add_report(report(at=1000 + AGAIN_S - 1))
    assert await store.add_report(report(2, 1))
    assert await store.add_report(report(1, 3))
    assert await store.add_report(report(at=1000 + AGAIN_S))


async def test_the_oldest_report_gives_way_to_one_too_many(store, monkeypatch):
    monkeypatch.setattr(moderation, "MAX_REPORTS", 3)
    for player in range(2, 7):
        assert await store.add_report(report(1, player))
    assert [each.player for each in await store.reports()] == [4, 5, 6]


async def test_all_of_it_is_there_after_a_restart(open_store):
    async with open_store(SqlModeration) as store:
        await store.impose(BAN)
        await store.add_report(report())
    async with open_store(SqlModeration) as store:
        assert await store.sanctions() == [BAN]
        assert [each.player for each in await store.reports()] == [2]
