"""Players report each other over their own connections, and the owner reads it."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.limits.settings import ServerLimits
from server.moderation.reports import PlayerReport
from server.room.journal import StorageUnavailableError
from tests.support.processes.hosting import Hosted, hosting
from tests.support.processes.players import Player, pair, sign_in, sign_in_all, table_for_two

pytestmark = pytest.mark.slow


@pytest.fixture
async def hosted():
    async with hosting() as made:
        yield made


async def reported(hosted: Hosted) -> list[PlayerReport]:
    return list(await hosted.server.moderation.store.reports())


async def say(player: Player, text: str, room: str | None = None) -> None:
    player.send(m.Say(room=room, text=text))
    await player.next(m.Heard)


def about(name: str, text: str = "", room: str | None = None) -> m.ReportPlayer:
    return m.ReportPlayer(name=name, text=text, room=room)


async def test_a_report_is_kept_cleaned_with_its_table_and_the_newest_lines_there(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    for number in range(12):
        await say(ben, f"boo {number}", table.room)
    await say(ann, "please", table.room)
    ann.send(m.Mute(room=table.room, name="ben", on=True))
    await ann.next(m.Heard, lambda heard: heard.line.manner == "house")
    ann.send(about("BEN", " he\x1b[2J\n curses ", table.room))
    assert await ann.next(m.Reported) == m.Reported(name="ben")
    (kept,) = await reported(hosted)
    assert (kept.reporter, kept.reporter_name, kept.player, kept.name) == (1, "ann", 2, "ben")
    assert (kept.room, kept.why) == (table.room, "he�[2J curses")
    assert kept.talk == (*(f"ben: boo {number}" for number in range(3, 12)), "ann: please")
    assert abs(kept.at - hosted.server.moderation.now()) < 60
    assert hosted.server.moderation.waiting == 1


async def test_the_hall_has_its_own_talk_and_a_report_needs_no_reason(hosted):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben", browse=True)
    await say(ben, "boo")
    ann.send(about("ben"))
    await ann.next(m.Reported)
    (kept,) = await reported(hosted)
    assert (kept.room, kept.why, kept.talk) == ("", "", ("ben: boo",))


async def test_who_follows_no_such_table_sends_along_nothing_that_was_said_there(hosted):
    _, ben, table, _ = await pair(hosted.wires)
    await say(ben, "a secret", table.room)
    cleo = await sign_in(hosted.wires, "cleo")
    cleo.send(about("ben", room=table.room))
    await cleo.next(m.Reported)
    (kept,) = await reported(hosted)
    assert (kept.player, kept.room, kept.talk) == (2, "", ())


async def test_who_has_left_or_goes_by_another_name_is_reported_by_the_name_they_had_at_the_table(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    ben.send(m.Rename(name="bob"))
    await ben.next(m.Named)
    other = await sign_in(hosted.wires, "ben")
    ann.send(about("ben", room=table.room))
    assert await ann.next(m.Reported) == m.Reported(name="ben")
    other.socket.cut()
    (kept,) = await reported(hosted)
    assert kept.player == 2


async def test_the_same_player_is_reported_once_a_day(hosted):
    ann, _ = await sign_in_all(hosted.wires, "ann", "ben")
    ann.send(about("ben"))
    await ann.next(m.Reported)
    refused = await ann.refused(about("ben", "again"))
    assert (refused.code, refused.text) == ("not-now", "You have already reported ben today.")
    assert (len(await reported(hosted)), hosted.server.moderation.waiting) == (1, 1)


@pytest.mark.parametrize(
    ("report", "code", "text"),
    [
        (about("nobody"), "unknown-player", "There's no player nobody."),
        (about("no\x1b[2J"), "unknown-player", r"There's no player no\x1b[2J."),
        (about("ann"), "not-now", "You can't report yourself."),
        (about("ann", "x" * 201), "bad-text", "A report can have at most 200 characters."),
        (about("ann", "x\u0301\u0302" * 150), "bad-text", "A report can have at most 200 characters."),
    ],
)
async def test_a_report_that_cannot_be_is_refused_and_nothing_is_kept(hosted, report, code, text):
    ann = await sign_in(hosted.wires)
    refused = await ann.refused(report)
    assert (refused.code, refused.text) == (code, text)
    assert await reported(hosted) == []


async def test_one_who_reports_too_much_has_to_wait_and_so_has_their_address():
    limits = ServerLimits(reports_burst=2, address_reports_burst=3)
    async with hosting(limits=limits) as hosted:
        ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
        for _ in range(2):
            assert (await ann.refused(about("nobody"))).code == "unknown-player"
        refused = await ann.refused(about("ben"))
        assert refused.code == "too-many"
        assert 90 < refused.retry_after_s <= 100
        ben.send(about("ann"))
        await ben.next(m.Reported)
        assert (await ben.refused(about("nobody"))).code == "too-many"
        far = await sign_in(hosted.wires, "cleo", source="127.0.0.9")
        far.send(about("ann"))
        await far.next(m.Reported)


async def test_what_cannot_be_stored_is_said_to_be_not_and_can_be_reported_again(hosted):
    ann, _ = await sign_in_all(hosted.wires, "ann", "ben")
    store = hosted.server.moderation.store

    async def refuse(_report: PlayerReport) -> bool:
        raise StorageUnavailableError("the disk is full")

    whole, store.add_report = store.add_report, refuse
    assert (await ann.refused(about("ben"))).code == "unavailable"
    store.add_report = whole
    ann.send(about("ben"))
    await ann.next(m.Reported)


async def test_a_private_table_stays_as_private_as_it_was(hosted):
    ann, cleo = await sign_in_all(hosted.wires, "ann", "cleo")
    table = await ann.ask(table_for_two(listed=False))
    answers = []
    for room in (table.room, "NONE"):
        cleo.send(about("ann", room=room))
        answers.append(await cleo.read())
        await hosted.server.moderation.clear_reports(None)
    assert answers == [m.Reported(name="ann")] * 2
