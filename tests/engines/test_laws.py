"""Every law, for every game of the catalog, over walks from fixed seeds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.catalog import games
from engines.game import UnreadableMoveError
from tests.support.laws.depth import sample
from tests.support.laws.games import FACTS
from tests.support.laws.laws import LAWS, is_clean
from tests.support.laws.walks import walk

pytestmark = pytest.mark.slow

SEEDS = (3, 0, 1, 2)
"""Of the walks over every table; `make test` takes the first alone."""

WALKS = {
    f"{name}-{table}-{seats}-seats-{number}": (name, table, seats, number)
    for number in SEEDS
    for name in games()
    for table in FACTS[name].tables
    for seats in games()[name].seats
}


@pytest.fixture(params=sample(WALKS.values(), len(WALKS) // len(SEEDS)), ids=WALKS, scope="module")
def walked(request):
    name, table, seats, number = request.param
    return walk(games()[name], FACTS[name], FACTS[name].tables[table], seats, bytes((number,)) * 32)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, walked):
    law(walked)


def test_every_game_of_the_catalog_is_under_the_laws():
    assert set(FACTS) == set(games())


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_has_computer_players(game):
    assert game.bots.levels


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_computer_player_has_a_sentence(game):
    assert all(is_clean(bot.about) for bot in (*game.bots.levels, *game.bots.numbered))


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_pace_takes_some_time(game):
    assert all(bot.pace_s is None or bot.pace_s > 0 for bot in (*game.bots.levels, *game.bots.numbered))


@pytest.mark.parametrize("game", games().values(), ids=games())
@given(written=st.text(max_size=12))
def test_a_text_is_a_move_written_the_one_way_it_is_written_or_no_move(game, written):
    try:
        move = game.rules.read(written)
    except UnreadableMoveError:
        return
    assert game.rules.text(move) == written
