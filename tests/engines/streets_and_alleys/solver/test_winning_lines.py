"""Ways to win from the end of a trail: new ones, and the one that proves the deal as far as it was followed."""

from __future__ import annotations

import pytest

from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Build, Raise, apply_move, moves
from engines.streets_and_alleys.solver.known_wins import proof
from engines.streets_and_alleys.solver.winning_lines import Fork, fork, last_fork, redo_trail, trail, way
from tests.support.games.streets import layout, play, race
from tests.support.games.streets_lines import DEAL, commands
from tests.support.games.streets_small import in_order

BUDGET = 30_000
AT = layout("QS KS", "KH QH", foundations="JS JH KD KC")
LINE = (Build(0, 2), Raise(0, 0), Raise(2, 0), Raise(1, 1), Raise(1, 1))
"""Wins from there, and raises cards that are safe later than it could."""


def after(*line, at=AT):
    """The trail of a line."""
    trail = [at]
    for move in line:
        trail.append(apply_move(trail[-1], move))
    return trail


# Trails.


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


# Ways that are searched for.


@pytest.mark.slow
def test_a_way_comes_back_to_nothing_before_it():
    at = layout("2S", "QS", "KS", foundations="AS KH KD KC")
    between = apply_move(at, Build(0, 3))
    before = {in_order(at), in_order(between)}
    for move in way([at, between], BUDGET):
        between = apply_move(between, move)
        assert in_order(between) not in before


# The way of a proof.


def test_where_nothing_is_proved_nothing_was_left():
    assert fork([AT], ()) is None


@pytest.mark.parametrize("number", range(len(LINE)))
def test_who_has_gone_no_other_way_has_the_rest_of_it_to_go(number):
    found = fork(after(*LINE[:number]), LINE)
    assert found is not None
    assert found.kept == number
    assert len(found.line) == len(LINE) - number


def test_a_way_was_left_where_the_cards_lay_on_it_last():
    line = proof(DEAL)
    on = after(*line[:10], at=deal(DEAL))
    aside = next(move for move in moves(on[-1]) if fork([*on, apply_move(on[-1], move)], line).kept == 10)
    assert fork([*on, apply_move(on[-1], aside)], line) == Fork(10, line[10:])


def test_who_came_back_to_the_way_is_on_it_again():
    line = proof(DEAL)
    on = after(*line[:10], at=deal(DEAL))
    assert fork([*on, on[4], on[5]], line) == Fork(len(on) + 1, line[5:])


def test_of_several_ways_the_one_left_last_counts_and_then_the_shortest():
    longer = (*LINE[:1], Build(2, 3), Build(3, 2), *LINE[1:])
    on = after(*longer[:2])
    assert last_fork(on, [(), LINE, longer]) == last_fork(on, [longer, LINE]) == fork(on, LINE)
    assert last_fork(after(), []) is None


def test_another_empty_pile_is_no_other_way():
    assert fork(after(Build(0, 7)), LINE) == Fork(1, (Raise(0, 0), Raise(1, 1), Raise(1, 1), Raise(7, 0)))


def test_a_safe_card_raised_sooner_is_no_other_way():
    found = fork(after(Raise(1, 1)), LINE)
    assert found is not None
    assert (found.kept, found.line[0]) == (1, Raise(1, 1))
