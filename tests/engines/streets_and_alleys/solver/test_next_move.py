"""What to do next: never round in a circle, on to a win where one is known, and back to one where none is any more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.cards import Card
from engines.chance import Chance
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import Build, Lower, Raise, apply_move, moves, refusal, text
from engines.streets_and_alleys.solver.known_wins import proof
from engines.streets_and_alleys.solver.next_move import NoProgress, Onward, TakeBackMoves, best_looking, lead, new_moves
from engines.streets_and_alleys.solver.winning_lines import fork, way
from tests.support.games.streets import layout
from tests.support.games.streets_lines import DEAL
from tests.support.games.streets_small import in_order, reachable, small_deal, winnable
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

BUDGET = 30_000
SMALL = (3, 4, 3)
WON, LOST = 0, 9
"""Small deals that can be won and cannot."""
HARD, HARDEST = 761, (33, 38, 307, 754, 759)
"""Deals that are listed as winnable, and need many positions to be won."""
UNKNOWN, LOSING = Build(0, 2), Build(2, 6)
"""First moves of the first of them: of what one leads to nothing is known, and the other loses."""


def followed(trail, budget=BUDGET, steps=300, wins=()):
    """The trail and its steps, once leads were followed until it is won or leads nowhere; a win found is known on."""
    trail, undone, steps_made, wins = [*trail], [], [], [*wins]
    while not is_won(trail[-1]) and len(steps_made) < steps:
        step = lead(trail, undone, wins, budget)
        steps_made.append(step)
        match step:
            case Onward(move, line):
                assert refusal(trail[-1], move) is None
                wins = [*wins[-1:], (*moves_of(trail), *line)] if line else wins
                trail.append(apply_move(trail[-1], move))
                undone = []
            case TakeBackMoves(number, line):
                wins = [*wins[-1:], (*moves_of(trail[: len(trail) - number]), *line)]
                undone = [trail.pop(), *undone]
            case NoProgress():
                break
    return trail, steps_made


def moves_of(trail):
    """The moves that lead through a trail."""
    return tuple(
        next(move for move in moves(here) if apply_move(here, move) == there) for here, there in pairwise(trail)
    )


def walked(at, number, steps):
    chance, trail = Chance.from_seed(bytes(32), "walk", number), [at]
    for _ in range(chance.below(steps)):
        if here := tuple(moves(trail[-1])):
            trail.append(apply_move(trail[-1], chance.choice(here)))
    return trail


# On to a win.


def test_a_move_comes_with_what_speaks_for_it():
    first = lead([layout("QS KS", "KH", foundations="JS QH KD KC")])
    assert isinstance(first, Onward)
    assert (text(first.move), first.is_safe, first.empties, len(first.line)) == ("MTF 1 1", True, True, 4)
    first = lead([layout("QS KS", foundations="JS KH KD KC")])
    assert isinstance(first, Onward)
    assert (text(first.move), first.is_safe, first.empties, len(first.line)) == ("MTT 0 1", False, False, 3)
    assert first.frees == Card.read("QS")


def test_leads_win_a_deal_and_no_layout_comes_twice():
    trail, steps = followed([deal(DEAL)])
    assert is_won(trail[-1])
    assert all(isinstance(step, Onward) and step.line for step in steps)
    assert len(set(map(in_order, trail))) == len(trail)
    assert len(trail) < 130


# Back.


def test_who_can_win_no_more_is_told_how_far_to_go_back():
    leads = reachable(small_deal(*SMALL, WON))
    can_be_won = winnable(leads)
    trail = next(
        [at, lost] for at in leads if at in can_be_won for lost in map(in_order, leads[at]) if lost not in can_be_won
    )
    back = lead(trail)
    assert isinstance(back, TakeBackMoves)
    assert (back.moves, back.why) == (1, "lost")
    assert back.line == way(trail[:1], BUDGET)


def test_who_has_gone_where_only_the_way_back_wins_is_told_to_go_back():
    at = small_deal(*SMALL, WON)
    raised = apply_move(at, Raise(0, 2))
    lowered = apply_move(raised, Lower(2, 1))
    step = lead([at, raised, lowered])
    assert (step.moves, len(step.line), step.why) == (1, 15, "behind")


def test_a_deal_that_nobody_can_win_leads_nowhere():
    at = small_deal(*SMALL, LOST)
    assert in_order(at) not in winnable(reachable(at))
    assert lead([at]) == NoProgress(is_lost=True, is_lost_deal=True)
    after = apply_move(at, next(moves(at)))
    assert lead([at, after]) == NoProgress(is_lost=True, is_lost_deal=True)


# What looks best.


def test_nothing_new_is_a_move_to_where_one_was_or_to_what_was_undone():
    at = layout("5S", "6D", "6H", foundations="KC 4S 4D 4H")
    onto_the_first = apply_move(at, Build(0, 1))
    assert Build(1, 0) not in new_moves([at, onto_the_first])
    assert Build(0, 1) in new_moves([at])
    assert Build(0, 1) not in new_moves([at], [onto_the_first])


def test_piles_that_only_change_places_are_nothing_new():
    at = layout("KS", "5H", foundations="KC QS KD 4H")
    assert Build(0, 2) not in new_moves([at])


def test_what_looks_best_is_chosen_of_what_there_is():
    at = layout("5S AH", "6D", "6H")
    assert best_looking(at, []) is None
    assert best_looking(at, [Raise(0, 0)]) == Raise(0, 0)
    assert best_looking(at, moves(at)) == Raise(0, 0)


@pytest.mark.parametrize("number", range(6))
def test_leads_never_circle_where_no_win_is_found(number):
    at = small_deal(*SMALL, number)
    trail, _ = followed([at], budget=1)
    assert len(set(map(in_order, trail))) == len(trail)


# Everywhere on the way.


@pytest.mark.parametrize("number", sample((0, 4, 1, 2, 3, *range(5, 12)), 2))
def test_leads_win_every_small_deal_that_can_be_won_from_wherever_chance_led(number):
    at = small_deal(*SMALL, number)
    can_be_won = in_order(at) in winnable(reachable(at))
    trail, _ = followed(walked(at, number, 12))
    assert is_won(trail[-1]) == can_be_won


@pytest.mark.parametrize("number", sample([2, 14, 101], 1))
def test_leads_followed_from_anywhere_win_or_say_that_they_cannot(number):
    start = walked(deal(number), number, 20)
    trail, steps = followed(start)
    assert is_won(trail[-1]) or isinstance(steps[-1], NoProgress)
    ahead = list(map(in_order, trail[len(start) :]))
    assert len(set(ahead)) == len(ahead), "a layout came twice"


def test_who_follows_a_lead_is_shown_one_way_and_not_another_at_every_move():
    line = lead([deal(DEAL)]).line
    trail = [deal(DEAL)]
    for number, move in enumerate(line):
        assert lead(trail, wins=[line]).line == line[number:]
        trail.append(apply_move(trail[-1], move))


# On deals that are proved.


def test_who_is_on_the_way_of_a_proof_goes_on_as_it_does():
    trail, line = [deal(HARD)], proof(HARD)
    for number, move in enumerate(line):
        step = lead(trail, wins=[line])
        assert isinstance(step, Onward)
        assert (step.move, step.line) == (move, line[number:])
        trail.append(apply_move(trail[-1], move))


def test_who_left_a_proof_for_where_no_win_is_found_is_told_to_go_back():
    trail = [deal(HARD), apply_move(deal(HARD), UNKNOWN)]
    assert not way(trail, BUDGET)
    assert lead(trail, (), [proof(HARD)], BUDGET) == TakeBackMoves(1, proof(HARD), "unknown")
    without = lead(trail, (), (), BUDGET)
    assert isinstance(without, Onward)
    assert not without.line


def test_who_left_a_proof_and_lost_is_told_to_go_back():
    trail = [deal(HARD), apply_move(deal(HARD), LOSING)]
    assert lead(trail, wins=[proof(HARD)]) == TakeBackMoves(1, proof(HARD), "lost")


def test_who_left_a_proof_for_another_way_to_win_is_told_so_and_to_go_on_along_it():
    line = proof(DEAL)
    trail = next(
        [deal(DEAL), after]
        for after in (apply_move(deal(DEAL), move) for move in moves(deal(DEAL)) if move != line[0])
        if fork([deal(DEAL), after], line).kept == 0 and way([deal(DEAL), after], BUDGET)
    )
    first = lead(trail, wins=[line])
    assert isinstance(first, Onward)
    assert first.is_aside
    trail, steps = followed(trail, wins=[line])
    assert is_won(trail[-1])
    assert all(isinstance(step, Onward) and step.line for step in steps)
    assert [step.is_aside for step in steps] == [True] + [False] * (len(steps) - 1)


@pytest.mark.parametrize("number", sample((1, 0, 2, 3, 4), 1))
def test_who_follows_leads_wins_a_proved_deal_from_wherever_chance_led(number):
    chance, line = Chance.from_seed(bytes(32), "off the way", number), proof(HARDEST[number % len(HARDEST)])
    trail = [deal(HARDEST[number % len(HARDEST)])]
    for move in line[: chance.below(40)]:
        trail.append(apply_move(trail[-1], move))
    for _ in range(chance.below(16)):
        trail.append(apply_move(trail[-1], chance.choice(tuple(moves(trail[-1])))))
    trail, _ = followed(trail, wins=[line])
    assert is_won(trail[-1])
