"""Every law for clients, for every game of the catalog and for a game of which a client knows nothing but its views."""

from __future__ import annotations

import pytest

from client.games import find
from engines.catalog import games
from tests.support import facts
from tests.support.games import sums
from tests.support.laws.client_laws import LAWS, hold
from tests.support.laws.client_walks import client_walks
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

EVERYDAY, ALL = (3_000, 24), (40_000, 240)
"""How much there is to see and to do in all walks of a game, and at how many places a law takes a close look."""

CASES = {f"{name}-{most}": (name, most, looks) for most, looks in (EVERYDAY, ALL) for name in (*games(), "sums")}


@pytest.fixture(params=sample(CASES.values(), len(CASES) // 2), ids=CASES, scope="module")
def seen(request):
    name, most, looks = request.param
    game, known = (sums.GAME, sums.FACTS) if name == "sums" else (games()[name], facts.find(name))
    return client_walks(find(name), game, known, most, looks)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, seen):
    for each in seen:
        hold(law, each)
