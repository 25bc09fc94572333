"""So much at once, and from then on so much a second."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.limits.token_bucket import TokenBucket

LONG_UP_S = 400 * 24 * 3600.0


@pytest.mark.parametrize("start", [0.0, 12.5, LONG_UP_S])
def test_so_many_are_taken_at_once_and_then_none(start):
    bucket = TokenBucket(per_s=10, burst=20)
    assert [bucket.take(start) for _ in range(20)] == [0] * 20
    assert bucket.take(start) == pytest.approx(0.1, abs=1e-5)


def test_what_is_refused_takes_nothing():
    bucket = TokenBucket(per_s=10, burst=20)
    for _ in range(20):
        bucket.take(5.0)
    assert [bucket.take(5.0) for _ in range(100)] == [pytest.approx(0.1)] * 100
    assert bucket.take(5.1) == 0


@pytest.mark.parametrize("start", [0.0, LONG_UP_S])
def test_after_the_wait_it_told_there_is_enough(start):
    bucket = TokenBucket(per_s=10, burst=20)
    now = start
    for _ in range(200):
        if wait := bucket.take(now):
            now += wait
            assert bucket.take(now) == 0
    assert now - start == pytest.approx((200 - 20) / 10, abs=1e-3)


def test_it_never_holds_more_than_when_it_is_full():
    bucket = TokenBucket(per_s=10, burst=20)
    assert sum(bucket.take(1000.0) == 0 for _ in range(50)) == 20


def test_a_large_amount_counts_as_much_as_it_is():
    bucket = TokenBucket(per_s=100, burst=1000)
    assert bucket.take(0, 900) == 0
    assert bucket.take(0, 200) == pytest.approx(1.0)
    assert bucket.take(0, 100) == 0


def test_what_could_never_be_in_it_is_never_taken():
    bucket = TokenBucket(per_s=100, burst=1000)
    assert bucket.take(1e9, 1001) > 0


def test_it_is_full_until_something_is_taken_and_again_after_a_while():
    bucket = TokenBucket(per_s=10, burst=20)
    assert bucket.is_full(3.0)
    bucket.take(3.0, 5)
    assert not bucket.is_full(3.4)
    assert bucket.is_full(3.5)


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 8)), max_size=60))
def test_in_no_stretch_of_time_more_is_taken_than_a_full_bucket_and_what_flowed_in(steps):
    bucket, now = TokenBucket(per_s=10, burst=20), 0.0
    taken = []
    for wait, amount in steps:
        now += wait
        if not bucket.take(now, amount):
            taken.append((now, amount))
    for first, (begin, _) in enumerate(taken):
        total = 0
        for end, amount in taken[first:]:
            total += amount
            assert total <= 20 + 10 * (end - begin) + 0.001


def test_what_is_charged_beyond_what_it_holds_is_made_up_for_before_anything_is_taken():
    bucket = TokenBucket(per_s=10, burst=20)
    bucket.charge(5.0, 15)
    assert bucket.take(5.0, 0) == 0
    bucket.charge(5.0, 15)
    assert bucket.take(5.0, 0) == pytest.approx(1.0)
    assert bucket.take(5.9, 0) == pytest.approx(0.1)
    assert bucket.take(6.0, 0) == 0
    assert bucket.take(6.1) == 0
