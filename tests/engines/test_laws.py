"""Every law, for every game of the catalog, over walks from fixed seeds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.catalog import games
from engines.game import UnreadableMove
from tests.support.games import FACTS
from tests.support.laws import LAWS
from tests.support.walks import walk

pytestmark = pytest.mark.thorough

WITHOUT_COMPUTERS = {"streets_and_alleys"}
SEEDS = (bytes(32), b"a second seed for every table....")

WALKS = {
    f"{name}-{table}-{seats}-seats-{number}": (name, table, seats, seed)
    for name in games()
    for table in FACTS[name].tables
    for seats in games()[name].seats
    for number, seed in enumerate(SEEDS)
}


@pytest.fixture(params=WALKS.values(), ids=WALKS, scope="module")
def walked(request):
    name, table, seats, seed = request.param
    return walk(games()[name], FACTS[name], FACTS[name].tables[table], seats, seed)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, walked):
    law(walked)


def test_every_game_of_the_catalog_is_under_the_laws():
    assert set(FACTS) == set(games())


def test_every_game_has_computer_players_but_those_known_to_have_none():
    assert {name for name, game in games().items() if not game.bots} == WITHOUT_COMPUTERS


@pytest.mark.parametrize("game", games().values(), ids=games())
@given(written=st.text(max_size=12))
def test_a_text_is_a_move_written_the_one_way_it_is_written_or_no_move(game, written):
    try:
        move = game.read(written)
    except UnreadableMove:
        return
    assert game.text(move) == written
