"""Whatever is typed and clicked: no traceback, a whole screen, and an end in good order."""

from __future__ import annotations

import pytest

from client.arguments import games
from tests.support.monkey import Monkey, type_at

pytestmark = pytest.mark.whole

OPENINGS = ("", *(f"play {game}" for game in games()), "learn blocky")
BURSTS = 40


@pytest.mark.parametrize(("seed", "opening"), list(enumerate(OPENINGS)))
async def test_whatever_is_typed_and_clicked_the_screen_stays_whole(seed: int, opening: str) -> None:
    monkey = Monkey(seed)
    await type_at(monkey, BURSTS, opening)
    assert monkey.bursts == BURSTS
    assert len(monkey.seen) > 4, "it got nowhere"
