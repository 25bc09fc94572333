"""Computer players of Streets and Alleys: they win what they can, and no race of theirs goes on for ever."""

from __future__ import annotations

import pytest

from engines.chance import Chance
from engines.game import Seat
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.game import GAME
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import Raise, text
from engines.streets_and_alleys.solver.bots import GIVE_UP, LEVELS
from engines.streets_and_alleys.solver.known_wins import winnable_deals
from engines.streets_and_alleys.view import Options, read
from tests.support.games.streets import layout, play, race
from tests.support.games.streets_lines import DEAL, commands

pytestmark = pytest.mark.slow

CHANCE = Chance(bytes(32))
LOST_DEALS = (5, 6, 10)
UNKNOWN_DEAL = 42
FAR = 1000
"""More moves than any computer makes."""


def dealt(number, seats=1):
    return rules.setup(Options(deal=number), seats, CHANCE)


def chosen(state, seat: Seat = 0, level: str = "flying"):
    """The move of a computer; None where it gives up."""
    return GAME.bots[level].choose(rules.view(state, seat), CHANCE)


def raced(state, clock=(1,)):
    """The end of a race between computers, of whom each moves as often as its number says in every round."""
    for _ in range(FAR):
        for seat, times in enumerate(clock):
            for _ in range(times):
                if rules.outcome(state):
                    return state
                move = chosen(state, seat) if seat not in state.gone else None
                if move is not None:
                    state = rules.apply(state, seat, move, CHANCE)
                elif seat not in state.gone:
                    state = rules.give_up(state, seat)
    pytest.fail("it went on and on")


# Levels.


def test_there_are_five_levels_each_faster_than_the_one_before():
    assert [bot.name for bot in LEVELS] == ["strolling", "walking", "striding", "running", "flying"]
    assert [bot.pace_s for bot in LEVELS] == [12, 8, 5, 3, 1.5]
    assert GAME.bots.levels == LEVELS


def test_all_levels_play_the_same():
    assert len({chosen(dealt(DEAL), level=level) for level in GAME.bots.names}) == 1


# Deals that can be won.


def test_a_computer_alone_wins_a_deal_that_it_has_solved():
    end = raced(dealt(DEAL))
    assert is_won(end.tables[0].layout)
    assert end.tables[0].moves == 90


def test_the_faster_of_two_computers_wins_the_race():
    end = raced(dealt(DEAL, 2), clock=(2, 3))
    assert rules.outcome(end).winners == (1,)
    assert end.tables[0].moves == 60


@pytest.mark.parametrize("number", winnable_deals()[:: len(winnable_deals()) // 4])
def test_a_computer_wins_the_listed_deals(number):
    end = raced(dealt(number))
    assert is_won(end.tables[0].layout)


def test_a_computer_wins_from_where_a_person_left_off():
    state = play(dealt(DEAL), *commands()[:30])
    assert is_won(raced(state).tables[0].layout)


def test_a_computer_begins_again_where_a_person_has_lost_a_deal_that_it_can_win():
    state = play(dealt(DEAL), "MTT 7 4")
    assert text(chosen(state)) == "again"
    assert is_won(raced(state).tables[0].layout)


# Others.


@pytest.mark.parametrize("number", LOST_DEALS)
def test_a_computer_plays_a_lost_deal_for_a_while_and_gives_it_up(number):
    end = raced(dealt(number))
    assert end.gone == (0,)
    assert 0 < end.tables[0].moves <= GIVE_UP


@pytest.mark.parametrize("number", LOST_DEALS)
def test_a_race_of_two_computers_on_a_lost_deal_ends(number):
    end = raced(dealt(number, 2), clock=(1, 8))
    assert rules.outcome(end) is not None


def test_where_nothing_wins_a_card_that_can_be_raised_is_raised():
    state = dealt(LOST_DEALS[0])
    while (move := chosen(state)) is not None:
        view = rules.view(state, 0)
        assert isinstance(move, Raise) or not any(isinstance(other, Raise) for other in GAME.rules.legal(view))
        state = rules.apply(state, 0, move, CHANCE)


# What it knows.


def test_a_computer_looks_at_its_own_table_alone():
    own = layout("KS", "5H 4H", foundations="QS 3H KD KC")
    other = race(own, deal(3))
    assert chosen(race(own, own)) == chosen(other)
    assert chosen(race(own, own)) in tuple(GAME.rules.legal(rules.view(other, 0)))
    assert read(text(chosen(other))) == chosen(other)
