"""Whom a ban is for, how long it lasts, and what they are told."""

from __future__ import annotations

import pytest

from server.moderation import sanctions
from server.moderation.sanctions import InvalidSanctionError, Sanction
from server.net.connection import MAX_REASON_BYTES

NOON = 1_800_000_000
"""2027-01-15, 08:00 UTC."""


def ban(**changes) -> Sanction:
    return Sanction(
        **{"kind": "ban", "target": "#12", "name": "ann", "why": "", "made_at": 0, "until": None, **changes}
    )


@pytest.mark.parametrize(
    ("written", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2::3", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::3/128", "2001:db8:1:2::3/128"),
        ("2001:DB8::/32", "2001:db8::/32"),
        ("ann", None),
        ("12", None),
        ("#12", None),
        ("", None),
        ("192.0.2.7/33", None),
    ],
)
def test_an_address_is_a_network_in_one_spelling_and_one_of_ipv6_is_what_a_customer_has(written, network):
    assert sanctions.parse_network(written) == network


@pytest.mark.parametrize("written", ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/15"])
def test_nobody_bans_the_whole_world_by_a_slip(written):
    with pytest.raises(InvalidSanctionError, match="too wide"):
        sanctions.parse_network(written)


@pytest.mark.parametrize(
    ("written", "player"), [("#12", 12), ("12", None), ("#", None), ("#x", None), ("#-1", None), ("#" + "9" * 30, None)]
)
def test_an_account_is_named_by_its_number(written, player):
    assert sanctions.parse_account(written) == player


@pytest.mark.parametrize(
    ("now", "seconds", "until"), [(NOON, None, None), (NOON, 60, NOON + 60), (NOON + 0.5, 60, NOON + 120)]
)
def test_what_lasts_a_while_ends_on_a_full_minute_and_never_early(now, seconds, until):
    assert sanctions.end_of(now, seconds) == until


def test_it_is_over_at_its_end_and_never_where_it_is_to_be_lifted():
    assert [ban(until=NOON).is_over(at) for at in (NOON - 1, NOON)] == [False, True]
    assert not ban().is_over(NOON)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "You are banned."),
        ({"until": NOON, "why": "spam"}, "You are banned until 2027-01-15 08:00 UTC: spam."),
        ({"target": "192.0.2.0/24"}, "Your network is banned."),
        ({"kind": "silence", "until": NOON}, "You can't chat on this server until 2027-01-15 08:00 UTC."),
    ],
)
def test_they_are_told_until_when_and_why(changes, told):
    assert sanctions.sanction_text(ban(**changes)) == told


def test_the_longest_sentence_fits_the_frame_that_closes_a_connection():
    why = sanctions.clean_reason("é" * (sanctions.WHY_BYTES // 2) + "e")
    longest = ban(target="192.0.2.0/24", until=NOON, why=why)
    assert len(sanctions.sanction_text(longest).encode()) <= MAX_REASON_BYTES


def test_a_longer_reason_is_refused_and_a_hostile_one_cleaned():
    with pytest.raises(InvalidSanctionError, match="at most 63 bytes; this one has 64"):
        sanctions.clean_reason("é" * 32)
    assert sanctions.clean_reason(" a\x1b[2J\n  b ") == "a�[2J b"
