"""Every promise is kept, as far as a slice of its proof can tell; `make torture` proves them in full."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.laws.depth import sample
from tests.support.postgres.server import is_installed
from torture.scale import EVERYDAY, Store
from torture.topics import TOPICS, prove

pytestmark = pytest.mark.slow

QUICK = ("restarts", "order", "frames", "kills", "replayed")
"""Topics of which a slice is soon tried."""
ELSEWHERE = {("portal", "sqlite"), ("order", "postgres"), ("disks", "postgres")}
"""What can't be tried on any machine: no lock file brings OpenSSH and a browser, or leave to trace and to mount."""
EVERYWHERE = [
    (topic, store) for topic, about in TOPICS.items() for store in about.stores if (topic, store) not in ELSEWHERE
]


def _comes_first(tried: tuple[str, Store]) -> bool:
    topic, store = tried
    return topic in QUICK and store == "sqlite"


@pytest.mark.parametrize("tried", sample(sorted(EVERYWHERE, key=_comes_first, reverse=True), len(QUICK)), ids="-".join)
def test_the_promises_of_a_topic_are_kept(tried: tuple[str, Store]):
    topic, store = tried
    if store == "postgres" and not is_installed():
        pytest.skip("there is no PostgreSQL here that may be killed")
    found = prove(topic, replace(EVERYDAY, store=store))
    assert {each.promise for each in found} == set(TOPICS[topic].promises)
    assert [each for each in found if not each.holds] == []
