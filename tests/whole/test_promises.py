"""Every promise is kept, as far as a slice of its proof can tell; `make torture` proves them in full."""

from __future__ import annotations

import pytest

from tests.support.laws.depth import sample
from torture.scale import EVERYDAY
from torture.topics import TOPICS, prove

pytestmark = pytest.mark.slow

QUICK = ("restarts", "order", "frames", "kills", "replayed")
"""Topics of which a slice is soon tried."""
EVERYWHERE = [topic for topic in TOPICS if topic != "portal"]
"""What can be tried on any machine; visitors need OpenSSH and a browser, which no lock file brings."""


@pytest.mark.parametrize("topic", sample(sorted(EVERYWHERE, key=QUICK.__contains__, reverse=True), len(QUICK)))
def test_the_promises_of_a_topic_are_kept(topic: str):
    found = prove(topic, EVERYDAY)
    assert {each.promise for each in found} == set(TOPICS[topic].promises)
    assert [each for each in found if not each.holds] == []
