"""Whole worlds of several nodes, each from a seed: whatever goes wrong in them, what is promised is kept."""

from __future__ import annotations

import pytest

from tests.support.laws.depth import sample
from tests.support.world.cluster.world import made
from tests.support.world.world import unfold

pytestmark = pytest.mark.slow

SEEDS = 100
CHUNK = 10


@pytest.mark.parametrize("first", sample(range(0, SEEDS, CHUNK), 1))
def test_every_cluster_keeps_what_is_promised(first):
    for seed in range(first, first + CHUNK):
        unfold(made(seed))
