"""What led to a layout, and what was taken back."""

from __future__ import annotations

from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.solver.history import redo_trail, trail
from tests.support.games.streets import play, race
from tests.support.games.streets_lines import DEAL, commands


def test_a_trail_holds_all_layouts_from_the_deal_to_the_present():
    states = [race(deal(DEAL))]
    for command in commands():
        states.append(play(states[-1], command))
    table = states[-1].tables[0]
    assert trail(table.layout, table.line) == tuple(state.tables[0].layout for state in states)


def test_the_trail_of_a_deal_is_the_deal():
    assert trail(deal(DEAL), "") == (deal(DEAL),)


def test_what_was_taken_back_comes_in_the_order_it_would_be_done_again():
    begun = race(deal(DEAL))
    first, second = (play(begun, *commands()[:number]).tables[0].layout for number in (1, 2))
    back = play(begun, *commands()[:2], "U", "U").tables[0]
    assert redo_trail(back.layout, back.undone) == (first, second)
    assert redo_trail(first, "") == ()
