"""Races imagined behind a view: what is seen is kept, and what is hidden may be anything."""

from __future__ import annotations

import pytest

from engines.chance import Chance
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.determinize import redeal
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.view import Options
from tests.support.games.streets import cards, layout, play, race
from tests.support.games.streets_lines import DEAL, commands

TIMES = 10


def raced(*plies, **options):
    """A race in which each seat is so many moves along the stored line."""
    state = rules.setup(Options(deal=DEAL, **options), len(plies), Chance(bytes(32)))
    for seat, moves in enumerate(plies):
        state = play(state, *commands()[:moves], seat=seat)
    return state


def imagined(state, seat):
    """Some races behind a seat's view."""
    view = rules.view(state, seat)
    races = [redeal(view, Chance.from_seed(bytes(32), "imagined", number)) for number in range(TIMES)]
    assert all(rules.view(other, seat) == view for other in races)
    return races


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_sees_of_its_own_table_is_kept_with_all_that_can_be_undone_and_redone(seat):
    state = play(raced(30, 60), "U", "U", seat=seat)
    assert all(other.tables[seat] == state.tables[seat] for other in imagined(state, seat))


def test_on_a_hidden_table_the_cards_in_the_piles_may_lie_anywhere():
    state = raced(30, 60)
    others = imagined(state, 0)
    assert len({other.tables[1].layout for other in others}) == TIMES
    assert all(cards(other.tables[1].layout) == cards(state.tables[1].layout) for other in others)


def test_a_hidden_table_where_nothing_was_moved_is_the_deal():
    assert all(other.tables[1].layout == deal(DEAL) for other in imagined(raced(30, 0), 0))


def test_a_hidden_table_can_be_gone_on_with():
    for other in imagined(raced(30, 5), 0):
        assert cards(play(other, *["U"] * 5, seat=1).tables[1].layout) == cards(deal(DEAL))


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_a_hidden_table_with_one_card_left_can_be_gone_on_with_too(moves):
    almost = layout("KH", foundations="KC KS KD QH")
    for other in imagined(race(almost, almost, lines=("", "01" * moves)), 0):
        assert len(cards(play(other, *["U"] * moves, seat=1).tables[1].layout)) == 52


def test_a_spectator_imagines_every_table():
    assert len({other.tables for other in imagined(raced(30, 60, 90), None)}) == TIMES


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    "state",
    [raced(30, 60, tables="shown"), rules.time_up(raced(30, 60)), rules.give_up(raced(1, 2), 0), raced(108, 0)],
    ids=["by option", "when the time is up", "when one gave up", "when all is won"],
)
def test_shown_tables_are_kept(state, seat):
    assert all(other.tables == state.tables for other in imagined(state, seat))
