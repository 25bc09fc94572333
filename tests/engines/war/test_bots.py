"""War's computer player."""

from __future__ import annotations

from engines.chance import Chance
from engines.war import rules
from engines.war.bots import BOTS
from engines.war.view import Flip, Options


def test_the_one_level_flips():
    chance = Chance.from_seed(bytes(32), "deal")
    state = rules.setup(Options(), 2, chance)
    assert {level: choose(rules.view(state, 1), chance) for level, choose in BOTS.items()} == {"flipper": Flip()}
