"""Blocky's computer players: exactly as random and as smart as the rules say."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engines.blocky import rules
from engines.blocky.block import path_at, text
from engines.blocky.bots.evaluation import SMASHES
from engines.blocky.bots.levels import BOTS, BoardSight, any_move, smart, wise
from engines.blocky.game import GAME
from engines.blocky.moves import Paint, Pass, Smash, actions_at, apply_move, cost, refusal
from engines.blocky.moves import read as move_of
from engines.blocky.view import Options, board_of, legal
from engines.chance import Chance
from tests.support.games.boards import A, board_of_chance, plain_score, random_board, table
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

SEEDS = range(40)


def chance_of(number, use="computer"):
    return Chance.from_seed(bytes(32), use, number)


def view_of(board, kind="blob", colour=0, depth=2):
    """What the only seat sees of a table."""
    return rules.view(rules.begin(Options(depth=depth), kind, (colour,), board), 0)


def attempts(view):
    """How many of all equally likely attempts are each of the allowed moves."""
    board, width, weights = board_of(view), 1 << view.depth, Counter()
    for x in range(width):
        for y in range(width):
            for level in range(view.depth + 1):
                weights.update(actions_at(path_at(board, view.depth, x, y, level)))
    colour = view.colours[view.seat]
    return {move: weight for move, weight in weights.items() if refusal(board, view.depth, colour, move) is None}


def chi_square(found, weights):
    """How far numbers found are from being as the weights, and how many of the numbers are free."""
    assert set(found) <= set(weights)
    times, total = sum(found.values()), sum(weights.values())
    expected = {move: times * weight / total for move, weight in weights.items()}
    return sum((found[move] - often) ** 2 / often for move, often in expected.items()), len(weights) - 1


def plainly_smart(tries, view, chance):
    """The smart player as the rules tell it, on whole boards and with a plain count."""
    board, colour = board_of(view), view.colours[view.seat]
    best, most = Pass(), plain_score(view.kind, board, view.depth, colour)
    for _ in range(tries):
        move = any_move(view, chance)
        worth = plain_score(view.kind, apply_move(board, view.depth, colour, move, chance), view.depth, colour)
        if worth > most:
            best, most = move, worth
    return best


def plainly_wise(tries, view, chance):
    """The wise player told plainly, on whole boards and with a plain count."""
    board, colour = board_of(view), view.colours[view.seat]
    rivals = [(each, view.costs[seat]) for seat, each in enumerate(view.colours) if seat != view.seat]

    def worth(after):
        others = [plain_score(view.kind, after, view.depth, rival) - paid for rival, paid in rivals]
        return plain_score(view.kind, after, view.depth, colour) - max(others)

    best, most = Pass(), worth(board)
    for _ in range(tries):
        move = any_move(view, chance)
        imagined = range(SMASHES if isinstance(move, Smash) else 1)
        worths = [worth(apply_move(board, view.depth, colour, move, chance)) for _ in imagined]
        if (reached := sum(worths) / len(worths) - cost(move)) > most:
            best, most = move, reached
    return best


# Random.


@pytest.mark.parametrize(
    ("board", "depth"), [(A, 2), ("((0113)(3333)(0123)2)", 2), ("(0(2(1103)12)33)", 3)], ids=["A", "cells", "deeper"]
)
def test_random_moves_are_as_frequent_as_their_attempts(board, depth):
    view = rules.view(table(board, colours=(1,), depth=depth), 0)
    chance, weights = chance_of(0), attempts(view)
    found = Counter(any_move(view, chance) for _ in range(20_000))
    square, free = chi_square(found, weights)
    # A chi-square has mean n and variance 2n; four standard deviations are one seed in some thousands.
    assert square < free + 4 * (2 * free) ** 0.5


def test_random_never_passes_and_makes_every_other_legal_move_now_and_then():
    view = rules.view(table(A), 0)
    found = {any_move(view, chance_of(number)) for number in range(2000)}
    assert found == set(legal(view)) - {Pass()}


# Smart.


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("tries", [0, 1, 5, 25])
def test_smart_is_what_the_rules_say_told_plainly(kind, tries):
    for number in SEEDS:
        depth = 2 + number % 3
        view = view_of(random_board(number, depth), kind, number % 4, depth)
        assert smart(tries, view, chance_of(number)) == plainly_smart(tries, view, chance_of(number))


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_smart_is_what_the_rules_say_on_a_deep_board_of_cells(kind):
    view = view_of(board_of_chance(0), kind, 2, depth=5)
    assert smart(25, view, chance_of(0)) == plainly_smart(25, view, chance_of(0))


def test_one_try_is_one_random_move_that_is_made_or_not():
    """Where the colour is nowhere, every paint is better than nothing, a smash may be, and nothing else is."""
    view = view_of((1, 1, 1, (1, 2, 3, 2)))
    for number in range(400):
        move, done = any_move(view, chance_of(number)), smart(1, view, chance_of(number))
        match move:
            case Paint():
                assert done == move
            case Smash():
                assert done in (move, Pass())
            case _:
                assert done == Pass()


def test_the_tries_of_smart_are_as_frequent_as_attempts():
    """With a colour that is nowhere every paint is an improvement, so one try tells which of them was drawn."""
    view = view_of((1, (3, 3, 1, 2), 1, (1, 2, 3, 2)))
    weights = {move: weight for move, weight in attempts(view).items() if isinstance(move, Paint)}
    chance = chance_of(0)
    found = Counter(move for move in (smart(1, view, chance) for _ in range(30_000)) if isinstance(move, Paint))
    square, free = chi_square(found, weights)
    assert len(weights) == 8
    assert square < free + 4 * (2 * free) ** 0.5
    share = sum(found.values()) / 30_000
    expected = sum(weights.values()) / sum(attempts(view).values())
    assert abs(share - expected) < 4 * (expected * (1 - expected) / 30_000) ** 0.5


@pytest.mark.parametrize("tries", [5, 25, 100])
@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_smart_passes_where_nothing_can_be_better(tries, kind):
    """A board of nothing but its colour, where rotations and swaps are equal and a smash is no better."""
    view = view_of((1, 1, 1, (1, 1, 1, 1)), kind, colour=1)
    assert {smart(tries, view, chance_of(number)) for number in SEEDS} == {Pass()}


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_smart_never_makes_a_move_that_is_no_better_than_none(kind):
    for number in range(200):
        depth, colour = 2 + number % 3, number % 4
        view = view_of(random_board(number, depth), kind, colour, depth)
        move = smart(5, view, chance_of(number))
        if not isinstance(move, Pass | Smash):
            after = apply_move(board_of(view), depth, colour, move, chance_of(0))
            assert plain_score(kind, after, depth, colour) > plain_score(kind, board_of(view), depth, colour)


def test_smart_does_not_mind_what_a_move_costs():
    """With a colour that is nowhere, what a smash promised is worth less than its three points, and is done."""
    view, promised = view_of((1, 1, 1, 1)), []
    for number in range(400):
        if (move := smart(1, view, chance_of(number))) != Pass():
            chance = chance_of(number)
            assert any_move(view, chance) == move
            promised.append(plain_score("blob", apply_move(board_of(view), 2, 0, move, chance), 2, 0))
    assert min(promised) == 1 < cost(move_of("smash 0"))


def test_smart_paints_for_a_point_that_costs_a_point():
    view = view_of((1, 1, 1, (1, 2, 3, 2)))
    found = {smart(5, view, chance_of(number)) for number in SEEDS}
    assert any(isinstance(move, Paint) for move in found)
    assert all(isinstance(move, Paint | Smash | Pass) for move in found)


# Wise.


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("tries", [0, 1, 20])
def test_wise_looks_at_what_moves_bring_and_cost_and_leave_the_others(kind, tries):
    for number in SEEDS:
        depth, seats = 2 + number % 3, 2 + number % 2
        board = text(random_board(number, depth))
        view = rules.view(table(board, colours=tuple(range(seats)), depth=depth, kind=kind), number % 2)
        assert wise(tries, view, chance_of(number)) == plainly_wise(tries, view, chance_of(number))


def test_wise_leaves_alone_what_costs_as_much_as_it_brings():
    """With a colour that is nowhere, a paint brings the point that it costs."""
    view = view_of((1, 1, 1, (1, 2, 3, 2)))
    found = [wise(5, view, chance_of(number)) for number in SEEDS]
    assert all(isinstance(move, Smash | Pass) for move in found)
    assert Pass() in found


def test_wise_takes_a_point_from_another_for_a_point():
    alone, beside = (rules.view(table("((1111)(1111)(1111)(1111))", colours=colours), 0) for colours in ((0,), (0, 1)))
    assert {wise(20, alone, chance_of(number)) for number in SEEDS} == {Pass()}
    assert any(isinstance(wise(20, beside, chance_of(number)), Paint) for number in SEEDS)


def test_thinking_leaves_the_board_alone():
    view = view_of(board_of_chance(1, depth=3), depth=3)
    sight, board = BoardSight.of(view), text(board_of(view))
    for number in SEEDS:
        sight.worth_after(sight.any_move(chance_of(number)), chance_of(number))
    assert sight == BoardSight.of(view)
    assert text(board_of(view)) == board


# Strength, in games from fixed seeds: the same games, and so the same numbers, every time.


def game(number, *levels, **options):
    """The winners of a whole game between computers, from a seed of its own."""
    chance = chance_of(number, "game")
    state = GAME.setup(Options(depth=3, moves=10, ties="shared", **options), len(levels), chance)
    while turn := GAME.turn(state):
        move = GAME.bots[levels[turn[0]]](GAME.view(state, turn[0]), chance)
        state = GAME.apply(state, turn[0], move, chance)
    return GAME.outcome(state)


LADDER = [("random", "smart-2"), ("smart-2", "wise-4"), ("wise-4", "wise-20")]


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("levels", sample(LADDER, 1), ids="-".join)
def test_a_stronger_level_wins_most_games_over_both_seatings(kind, levels):
    (weaker, stronger), play_one = levels, partial(game, goal=kind)
    first = sum(play_one(number, stronger, weaker).winners == (0,) for number in range(60))
    second = sum(play_one(number, weaker, stronger).winners == (1,) for number in range(60))
    assert first + second >= 70


@pytest.mark.parametrize("level", BOTS)
def test_a_computer_plays_alone_to_the_end(level):
    assert game(0, level).winners == (0,)


def test_a_computer_with_a_secret_goal_plays_as_with_an_open_one():
    """Those that look at nobody else's."""
    for level in list(BOTS)[:2]:
        assert game(1, level, level, goals="secret") == game(1, level, level, goals="open")


def test_a_computer_may_sit_anywhere():
    assert len(game(2, *list(BOTS)[:4]).scores) == 4
    assert len(game(2, *list(BOTS)[1:], goals="secret").scores) == 4
