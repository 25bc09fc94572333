"""Durations are counted as Prometheus wants them: each in every bucket whose bound it does not exceed."""

from __future__ import annotations

import pytest

from server.ops.histogram import Histogram


@pytest.fixture
def durations():
    return Histogram()


def test_a_duration_counts_in_every_bucket_that_it_fits(durations):
    for seconds in (0.02, 0.03, 0.5, 60.0):
        durations.add(seconds)
    buckets, sum_s = durations.totals()
    counts = dict(buckets)
    assert (counts["0.01"], counts["0.03"], counts["0.3"], counts["1.0"], counts["10.0"]) == (0, 2, 2, 3, 3)
    assert counts["+Inf"] == 4
    assert sum_s == pytest.approx(60.55)
