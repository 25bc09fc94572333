"""A host for the tests of its rooms, and two with a game before them."""

from __future__ import annotations

import pytest

from server.limits.settings import ServerLimits
from tests.support.builders.rooms import ANN, BEN
from tests.support.fakes.running_rooms import world


@pytest.fixture
async def here():
    async with world() as made:
        yield made


@pytest.fixture
async def pair(here):
    """ann and ben, with a game before them."""
    return await here.between(ANN, BEN)


@pytest.fixture
async def calm(here):
    """The same with all the time in the world, also before anybody has moved."""
    here.house.limits = ServerLimits(deserted_s=ServerLimits().deserted_game_s)
    return await here.between(ANN, BEN, auto_flip_s=0)
