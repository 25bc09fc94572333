"""Whole worlds, each unfolded from a seed: whatever goes wrong in them, what is promised is kept.

And each of the bugs that `tests.support.world.bugs` plants into the real code is found.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.laws.depth import sample
from tests.support.world.alone import made
from tests.support.world.bugs import BUGS
from tests.support.world.world import WorldBrokenError, seeds_until_broken, unfold

pytestmark = pytest.mark.slow

SEEDS = 1_000
CHUNK = 20
WITHIN = 500
"""In how many seeds a planted bug has to be found."""
FOUND_LATE = {"the_outbox_keeps_what_it_sent": 7, "the_outbox_has_no_bound": 86, "a_slow_reader_is_sent_updates": 49}
"""From which seed on a bug is looked for that few worlds show."""
ONCE_BROKEN = (24, 29, 40, 59, 109, 862, 1_292, 1_331, 14_314, 15_775, 16_709, 17_651, 19_454, 20_053, 20_365)
"""Seeds after the first `CHUNK` in which something was found that is mended now."""


@pytest.mark.parametrize("first", sample(range(0, SEEDS, CHUNK), 1))
def test_every_world_keeps_what_is_promised(first):
    for seed in range(first, first + CHUNK):
        unfold(made(seed))


@pytest.mark.parametrize("seed", ONCE_BROKEN)
def test_a_world_that_was_broken_once_is_whole(seed):
    unfold(made(seed))


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_found(bug):
    assert seeds_until_broken(bug, made, WITHIN, FOUND_LATE.get(bug.__name__, 0))


@pytest.mark.parametrize("seeds", sample([3, 20], 1))
def test_a_seed_tells_the_same_story_wherever_a_process_keeps_things(seeds):
    """Neither the hashes of texts nor the addresses of objects, by which sets are gone through, make a difference."""
    tell = (
        "import sys; kept = [bytearray(each % 997) for each in range(int(sys.argv[1]))]; "
        "from tests.support.world.alone import made; from tests.support.world.world import unfold; "
        f"print([unfold(made(seed)).story.digest() for seed in range({seeds})])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", tell, kept], check=True, capture_output=True, env={"PYTHONHASHSEED": hashes}
        ).stdout
        for hashes, kept in (("1", "0"), ("2", "20000"), ("3", "60000"))
    }
    assert len(told) == 1


def test_a_broken_world_says_how_to_see_it_again():
    with BUGS[0](), pytest.raises(WorldBrokenError, match=r"seed 0: .*\(python -m tests.support.world 0\)"):
        unfold(made(0))
