"""Every law for clients, for every game of the catalog, for one without a client of its own, and for one on a grid."""

from __future__ import annotations

import pytest

from client.games import find
from client.state import reading
from engines.catalog import games
from tests.support import facts
from tests.support.games import noughts, sums
from tests.support.laws.client_laws import LAWS, hold
from tests.support.laws.client_walks import client_walks
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

EVERYDAY, ALL = (2_000, 16), (40_000, 240)
"""How much there is to see and to do in all walks of a game, and at how many places a law takes a close look."""

OURS = {
    "sums": (find("sums"), sums.GAME, sums.FACTS),
    "noughts": (noughts.CLIENT, noughts.GAME, noughts.FACTS),
}
"""Games that only tests know."""
CASES = {f"{name}-{most}": (name, most, looks) for most, looks in (EVERYDAY, ALL) for name in (*games(), *OURS)}


@pytest.fixture(params=sample(CASES.values(), len(CASES) // 2), ids=CASES, scope="module")
def seen(request):
    name, most, looks = request.param
    client, game, known = OURS.get(name) or (find(name), games()[name], facts.find(name))
    return client_walks(client, game, known, most, looks)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, seen, monkeypatch):
    monkeypatch.setattr(reading, "find", lambda _: seen[0].client)
    for each in seen:
        hold(law, each)
