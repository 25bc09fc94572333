"""What the player follows is asked for again, in its newest form, and nothing else is."""

from __future__ import annotations

import asyncio

import pytest

from client.net.following.subscriptions import Subscriptions
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view

LOOK = m.Look(room="AAAA")
WATCH = m.Watch(ref=1, room="AAAA")
UNAVAILABLE = m.Refused(code="unavailable", text="No.", about="watch", ref=1, room="AAAA", retry_after_s=1.0)


@pytest.fixture
def asked() -> list[m.Command]:
    return []


@pytest.fixture
def following(asked) -> Subscriptions:
    return Subscriptions(asked.append)


def test_the_newest_of_each_command_that_stays_in_force_is_sent_again(following):
    newest = (m.Browse(on=True), LOOK, m.WatchScore(since=2), WATCH)
    for command in (m.Look(room=None), m.WatchScore(since=1), *newest, m.Resign(room="AAAA")):
        following.remember(command)
    assert tuple(following) == newest


def test_who_no_longer_browses_is_not_shown_the_lobby_again(following):
    following.remember(m.Browse(on=True))
    following.remember(m.Browse(on=False))
    assert tuple(following) == ()


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(m.Left(room="AAAA", reason="You left."), id="left"),
        pytest.param(
            m.Refused(code="unknown-room", text="No.", about="watch", ref=1, room="AAAA", retry_after_s=None),
            id="refused",
        ),
    ],
)
def test_a_table_is_watched_until_it_is_left_or_refused(following, end):
    following.hear(m.Entered(ref=1, room="AAAA", seat=None))
    assert (tuple(following), following.rooms) == ((WATCH,), ("AAAA",))
    following.hear(end)
    assert (tuple(following), following.rooms) == ((), ())


def test_a_table_is_watched_on_though_it_was_asked_for_once_more_in_vain(following):
    following.remember(WATCH)
    following.hear(m.Entered(ref=1, room="AAAA", seat=None))
    following.hear(UNAVAILABLE)
    assert tuple(following) == (WATCH,)


def test_a_table_that_could_not_be_shown_is_not_watched(following):
    following.remember(WATCH)
    following.hear(UNAVAILABLE)
    assert tuple(following) == ()


def test_a_table_that_is_shown_after_it_was_refused_is_watched_after_all(following):
    following.remember(WATCH)
    following.hear(UNAVAILABLE)
    following.hear(war_table(war_view(), room="AAAA", seat=None))
    following.hear(UNAVAILABLE)
    assert following.rooms == ("AAAA",)
    following.hear(war_table(war_view(), room="BBBB", seat=1))
    assert following.rooms == ("AAAA",)


def test_a_table_with_ones_own_seat_is_not_watched(following):
    following.hear(m.Entered(ref=1, room="AAAA", seat=0))
    assert following.rooms == ()


async def test_a_look_that_came_too_early_is_repeated_unless_the_line_is_lost_before(following, asked):
    following.remember(LOOK)
    following.look_again(0.001)
    following.stop()
    following.look_again(0.002)
    loop = asyncio.get_running_loop()
    later = loop.create_future()
    loop.call_later(0.01, later.set_result, None)
    await later
    assert asked == [LOOK]
