"""What one has won and lost today: by the player's own day, and asked for once a day."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from client.state.phrases import today
from client.state.phrases.today import TodayScore, midnight
from protocol import messages as m


@pytest.fixture(params=["Europe/Berlin", "America/St_Johns", "Pacific/Auckland", "UTC"])
def zone(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield ZoneInfo(request.param)
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("moment", ["2026-11-22 04:30", "2026-03-29 13:00", "2026-10-25 23:59", "2026-07-01 00:00"])
def test_a_day_begins_at_midnight_where_the_player_is_be_its_hours_23_or_25(zone, moment):
    now = datetime.fromisoformat(moment).replace(tzinfo=zone)
    assert datetime.fromtimestamp(midnight(now.timestamp()), zone) == now.replace(hour=0, minute=0)


@pytest.mark.parametrize("moment", ["2026-11-22 04:30", "2026-03-29 13:00", "2026-10-25 23:59", "2026-07-01 00:00"])
def test_what_was_said_is_shown_with_the_hour_of_the_players_own_clock(zone, moment):
    then = datetime.fromisoformat(moment).replace(tzinfo=zone).timestamp()
    ahead_s = today.ahead_s(5000.0, then)
    assert today.hour(ahead_s + 5000.0) == moment[-5:]
    assert today.hour(ahead_s + 5000.0 + 86_400) == moment[-5:]


def test_the_server_is_asked_once_a_day(zone):
    clock = [datetime(2026, 11, 22, 4, 30, tzinfo=zone).timestamp()]
    calendar = TodayScore(lambda: clock[0])
    asked = []
    for hours in (0, 1, 18, 1, 0, 24):
        clock[0] += hours * 3600
        asked.append(calendar.due())
    days = [midnight(clock[0]) - 86_400 * back for back in (2, 1, 0)]
    first, second, third = (m.WatchScore(since=day) for day in days)
    assert asked == [first, None, None, second, None, third]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((3, 0, 1), "Today: 3 won, 1 lost"),
        ((0, 0, 2), "Today: 0 won, 2 lost"),
        ((1, 2, 0), "Today: 1 won, 2 tied, 0 lost"),
        ((0, 0, 0), ""),
    ],
)
def test_a_day_is_said_in_a_few_words(counts, said):
    won, tied, lost = counts
    assert today.describe_score(m.Score(since=0, won=won, tied=tied, lost=lost)) == said


def test_of_a_day_that_is_not_known_nothing_is_said():
    assert today.describe_score(None) == ""
