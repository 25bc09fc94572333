"""The bands of the computers' levels fit the levels that there are."""

import pytest

from client.state.phrases.strength import STRENGTHS, strength_of, with_strength
from engines import catalog

ORDER = ("easy", "medium", "hard", "expert")
GAMES = {name: game for name, game in catalog.games().items() if game.bots and len(game.bots.levels) > 1}


@pytest.mark.parametrize("name", GAMES)
def test_every_level_has_a_band_and_none_is_weaker_than_the_one_before(name):
    levels = [level.name for level in GAMES[name].bots.levels]
    bands = [ORDER.index(strength_of(name, level)) for level in levels]
    assert bands == sorted(bands)
    assert set(bands) == set(range(len(ORDER)))
    assert set(STRENGTHS[name]) == set(levels)


def test_what_has_no_band_goes_by_its_name_alone():
    assert with_strength("blocky", "smart-7") == "smart-7"
    assert with_strength("war", "flipper") == "flipper"
    assert with_strength("chess", "wise-4") == "wise-4"
