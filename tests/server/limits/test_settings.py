"""Every limit holds by default, says what it counts, and can be changed by name."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from protocol.codec import encode
from protocol.messages import Play
from server.limits.settings import InvalidLimitError, ServerLimits, describe_limits, parse_limits


def test_the_listing_has_a_line_for_each_with_its_default():
    lines = {line.split()[0]: line.split()[1] for line in describe_limits().splitlines()}
    defaults = list(asdict(ServerLimits()).values())
    assert [float(default) for default in lines.values()] == pytest.approx(defaults, rel=0.005)
    assert not any("room" in name or "_" in name for name in lines)
    assert parse_limits([f"{name}=3" for name in lines]) == ServerLimits(**dict.fromkeys(asdict(ServerLimits()), 3))
    assert max(map(len, describe_limits().splitlines())) <= 120


def test_without_a_word_the_defaults_hold():
    assert parse_limits([]) == ServerLimits()


def test_a_limit_is_changed_by_its_name_and_no_other_is():
    held = parse_limits(["commands-per-s=2.5", "connections=7"])
    assert held == ServerLimits(commands_per_s=2.5, connections=7)
    assert isinstance(held.connections, int)


def test_the_last_word_counts():
    assert parse_limits(["connections=7", "connections=8"]).connections == 8


@pytest.mark.parametrize("value", ["0", "-1", "many", "", "nan", "inf", "1e999"])
@pytest.mark.parametrize("name", ["connections", "hello-s"])
def test_a_limit_is_a_number_above_0(name, value):
    with pytest.raises(InvalidLimitError, match=rf"the limit {name} must be a .*number above 0, not '{value}'"):
        parse_limits([f"{name}={value}"])


@pytest.mark.parametrize("written", ["connections=1.5", "moves-burst=1e3"])
def test_what_is_counted_is_a_whole_number(written):
    with pytest.raises(InvalidLimitError, match="whole number above 0"):
        parse_limits([written])


@pytest.mark.parametrize(
    ("written", "guess"),
    [
        ("", "--help"), ("=", "--help"), ("sentences=1", "--help"), ("connexions=1", "'connections'"),
        ("tabels=1", "'tables'"), ("arrivals=1", "'arrivals-per-s'"),
    ],
)  # fmt: skip
def test_a_name_that_is_none_is_answered_with_the_nearest_or_where_they_are(written, guess):
    with pytest.raises(InvalidLimitError, match=f"there's no limit .*; .*{guess}"):
        parse_limits([written])


def test_who_moves_as_fast_as_may_be_is_never_cut_off_for_the_bytes():
    longest = Play(room="KQFM", number=1000, ply=1000, move="paint 0.1.2.3.0.1")
    frame_bytes = len(encode(longest)) + 6
    limits = ServerLimits()
    assert limits.moves_per_s * frame_bytes < limits.inbound_bytes_per_s
    assert limits.moves_burst * frame_bytes < limits.inbound_burst_bytes
