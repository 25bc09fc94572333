"""Every law, for every game of the catalog, over walks from fixed seeds and from named positions."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.catalog import games
from engines.game import UnreadableMoveError
from tests.support import facts
from tests.support.laws.depth import sample
from tests.support.laws.hostile import strange_numbers
from tests.support.laws.laws import (
    LAWS,
    RARELY_BROKEN,
    every_computer_player_chooses_a_legal_move,
    hides,
    hold,
    is_clean,
)
from tests.support.laws.walks import tightest, walk, walk_from, walks

pytestmark = pytest.mark.slow

SEEDS = (3, 0, 1, 2)
"""Of the walks over every table; `make test` takes the first alone."""


def diagonal(name):
    """So many pairs of a game's tables and numbers of seats that each table and each number is in one."""
    tables, seats = [*facts.find(name).tables], games()[name].seats
    return [(tables[at % len(tables)], seats[at % len(seats)]) for at in range(max(len(tables), len(seats)))]


FIRST = [(name, *pair, SEEDS[0]) for name in facts.games() for pair in diagonal(name)]
"""What `make test` takes."""
EVERY = [
    (name, *pair, number)
    for number in SEEDS
    for name, known in facts.games().items()
    for pair in product(known.tables, games()[name].seats)
]
WALKS = {"{}-{}-{}-seats-{}".format(*each): each for each in (*FIRST, *EVERY)}
TABLES = [(name, table) for name, known in facts.games().items() for table in known.tables]
POSITIONS = [(name, position) for name, known in facts.games().items() for position in known.positions]


@pytest.fixture(params=sample(WALKS.values(), len(FIRST)), ids=WALKS, scope="module")
def walked(request):
    name, table, seats, number = request.param
    known = facts.find(name)
    return walk(games()[name], known, known.tables[table], seats, bytes((number,)) * 32)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, walked):
    hold(law, walked)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_what_rare_positions_break_is_kept_in_many_walks(name, table):
    walked = list(walks(games()[name], facts.find(name), table))
    for each in walked:
        for law in RARELY_BROKEN:
            hold(law, each)
    for each in tightest(walked, facts.find(name).tight):
        hold(every_computer_player_chooses_a_legal_move, each)


@pytest.mark.parametrize("name", facts.games())
def test_the_facts_tell_of_a_game_that_hides_something(name):
    known = facts.find(name)
    walked = (each for table in known.tables for each in walks(games()[name], known, table))
    assert known.secrets or not any(map(hides, walked)) or facts.secrets(name)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_a_named_position_keeps_the_law_and_so_does_what_comes_of_it(name, position, law):
    hold(law, walked_from(name, position))


@cache
def walked_from(name, position):
    known = facts.find(name)
    return walk_from(games()[name], known, known.positions[position], bytes(32))


@pytest.mark.parametrize("name", facts.games())
def test_the_options_that_the_facts_name_are_options_of_the_game(name):
    known, options = facts.find(name), games()[name].rules.Options
    for each, values in known.world.options.items():
        assert all(options(**{each: value}) for value in values)
    for usual in (known.hosted, known.ladder.options, known.secrets.options if known.secrets else {}):
        assert options(**usual)


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


@pytest.mark.parametrize("name", facts.games())
def test_a_number_that_is_none_makes_no_move(name):
    game, known = games()[name], facts.find(name)
    walked = walk(game, known, next(iter(known.tables.values())), game.seats[0], bytes(32))
    for text in strange_numbers({game.rules.text(ply.move) for ply in walked.plies}):
        with suppress(UnreadableMoveError):
            assert game.rules.text(game.rules.read(text)) == text
