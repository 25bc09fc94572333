"""Whole worlds of several nodes, each from a seed: whatever goes wrong in them, what is promised is kept.

And each of the bugs that `tests.support.world.cluster.bugs` plants into the code is found.
"""

from __future__ import annotations

import pytest

from tests.support.laws.depth import sample
from tests.support.world.cluster.bugs import BUGS
from tests.support.world.cluster.world import made
from tests.support.world.world import seeds_until_broken, unfold

pytestmark = pytest.mark.slow

SEEDS = 100
CHUNK = 10
WITHIN = 500
"""In how many seeds a planted bug has to be found."""
FOUND_LATE = {
    "no_fence": 50,
    "an_update_replaces_what_it_builds_on": 117,
    "a_node_is_evicted_although_it_beats": 38,
    "a_room_is_read_when_it_is_looked_for": 43,
    "players_outlast_their_node": 10,
}
"""From which seed on a bug is looked for that few worlds show."""
ONCE_BROKEN = (
    *(147, 156, 251, 281, 1237, 2553, 3860, 3951, 5762, 6066, 6460, 6695, 7336, 7758),
    *(10118, 10183, 10493, 10610, 10906, 11363, 12361, 12616, 13599, 13607, 13717, 16532, 18508, 20439, 21574),
)
"""Seeds after the first `SEEDS` in which something was found that is mended now."""


@pytest.mark.parametrize("first", sample(range(0, SEEDS, CHUNK), 1))
def test_every_cluster_keeps_what_is_promised(first):
    for seed in range(first, first + CHUNK):
        unfold(made(seed))


@pytest.mark.parametrize("seed", ONCE_BROKEN)
def test_a_cluster_that_was_broken_once_is_whole(seed):
    unfold(made(seed))


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_bug_planted_into_a_cluster_is_found(bug):
    assert seeds_until_broken(bug, made, WITHIN, FOUND_LATE.get(bug.__name__, 0))
