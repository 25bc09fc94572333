"""Blocky's computer players: exactly as random and as smart as the rules say."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engines.blocky import rules
from engines.blocky.block import path_at, text
from engines.blocky.bots.evaluation import SMASHES
from engines.blocky.bots.levels import IDLE, any_move, smart, wise
from engines.blocky.game import GAME
from engines.blocky.moves import Pass, Smash, actions_at, apply_move, cost, refusal
from engines.blocky.view import Options, board_of, legal
from engines.chance import Chance
from tests.support.games.boards import A, board_of_chance, plain_score, random_board, table
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow


def chance_of(number, use="computer"):
    return Chance.from_seed(bytes(32), use, number)


def attempts(view):
    """How many of all equally likely attempts are each of the allowed moves."""
    board, width, weights = board_of(view), 1 << view.depth, Counter()
    for x in range(width):
        for y in range(width):
            for level in range(view.depth + 1):
                weights.update(actions_at(path_at(board, view.depth, x, y, level)))
    colour = view.colours[view.seat]
    return {move: weight for move, weight in weights.items() if refusal(board, view.depth, colour, move) is None}


def best_of(tries, view, chance, worth, imagined, idle=0.0):
    """The best of so many random moves by their mean worth over what is imagined of them; to pass where none is."""
    board, colour = board_of(view), view.colours[view.seat]
    best, most = Pass(), worth(board, Pass()) - idle
    for _ in range(tries):
        move = any_move(view, chance)
        outcomes = range(imagined if isinstance(move, Smash) else 1)
        worths = [worth(apply_move(board, view.depth, colour, move, chance), move) for _ in outcomes]
        if (reached := sum(worths) / len(worths)) > most:
            best, most = move, reached
    return best


def plainly_smart(tries, view, chance):
    """The smart player as the rules tell it, on whole boards and with a plain count."""
    colour = view.colours[view.seat]
    return best_of(tries, view, chance, lambda after, _: plain_score(view.kind, after, view.depth, colour), imagined=1)


def plainly_wise(tries, view, chance):
    """The wise player told plainly, on whole boards and with a plain count."""
    rivals = [(each, view.costs[seat]) for seat, each in enumerate(view.colours) if seat != view.seat]

    def worth(after, move):
        others = [plain_score(view.kind, after, view.depth, rival) - paid for rival, paid in rivals]
        own = plain_score(view.kind, after, view.depth, view.colours[view.seat])
        return own - max(others, default=0) - cost(move)

    return best_of(tries, view, chance, worth, SMASHES, IDLE)


# Random.


@pytest.mark.parametrize(
    ("board", "depth"), [(A, 2), ("((0113)(3333)(0123)2)", 2), ("(0(2(1103)12)33)", 3)], ids=["A", "cells", "deeper"]
)
def test_random_moves_are_as_frequent_as_their_attempts(board, depth):
    view = rules.view(table(board, colours=(1,), depth=depth), 0)
    chance, weights, times = chance_of(0), attempts(view), 20_000
    found = Counter(any_move(view, chance) for _ in range(times))
    assert set(found) <= set(weights)
    expected = {move: times * weight / sum(weights.values()) for move, weight in weights.items()}
    free = len(weights) - 1
    # A chi-square has mean n and variance 2n; four standard deviations are one seed in some thousands.
    square = sum((found[move] - often) ** 2 / often for move, often in expected.items())
    assert square < free + 4 * (2 * free) ** 0.5


def test_random_never_passes_and_makes_every_other_legal_move_now_and_then():
    view = rules.view(table(A), 0)
    found = {any_move(view, chance_of(number)) for number in range(2000)}
    assert found == set(legal(view)) - {Pass()}


# Smart and wise.

POSITIONS = {
    "any boards": [(text(random_board(number, 2 + number % 3)), 2 + number % 3) for number in range(12)],
    "a deep board of cells": [(text(board_of_chance(0)), 5)],
    "a colour that is nowhere": [("(111(1232))", 2), ("(1(3312)1(1232))", 2), ("(1111)", 2)],
    "another's whole board": [("((1111)(1111)(1111)(1111))", 2)],
    "a board of one's own": [("(000(0000))", 2)],
}


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("choose", "plainly", "tries"), [(smart, plainly_smart, 5), (wise, plainly_wise, 20)])
@pytest.mark.parametrize("boards", POSITIONS.values(), ids=POSITIONS)
def test_smart_and_wise_are_what_the_rules_say_told_plainly(boards, choose, plainly, tries, seats, kind):
    for number, (board, depth) in enumerate(boards):
        view = rules.view(table(board, colours=tuple(range(seats)), depth=depth, kind=kind), 0)
        for often in (0, 1, tries):
            assert choose(often, view, chance_of(number)) == plainly(often, view, chance_of(number))


# Strength, in games from fixed seeds: the same games, and so the same numbers, every time.


def game(number, *levels, **options):
    """The winners of a whole game between computers, from a seed of its own."""
    chance = chance_of(number, "game")
    state = GAME.rules.setup(Options(depth=3, moves=10, ties="shared", **options), len(levels), chance)
    while turn := GAME.rules.turn(state):
        move = GAME.bots[levels[turn[0]]].choose(GAME.rules.view(state, turn[0]), chance)
        state = GAME.rules.apply(state, turn[0], move, chance)
    return GAME.rules.outcome(state)


LADDER = [("random", "smart-2"), ("smart-2", "wise-4"), ("wise-4", "wise-20")]


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("levels", sample(LADDER, 1), ids="-".join)
def test_a_stronger_level_wins_most_games_over_both_seatings(kind, levels):
    (weaker, stronger), play_one = levels, partial(game, goal=kind)
    first = sum(play_one(number, stronger, weaker).winners == (0,) for number in range(60))
    second = sum(play_one(number, weaker, stronger).winners == (1,) for number in range(60))
    assert first + second >= 70


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("level", sample(["planner", "wise-4", "wise-20"], 1))
def test_no_move_is_undone_and_made_again_for_ever(level, kind):
    for number in range(4):
        chance, made = chance_of(number, "again"), Counter()
        state = GAME.rules.setup(Options(depth=3, moves=20, goal=kind), 2, chance)
        while turn := GAME.rules.turn(state):
            move = GAME.bots[level].choose(GAME.rules.view(state, turn[0]), chance)
            if isinstance(move, Smash):
                made.clear()
            elif not isinstance(move, Pass):
                made[state.board, move] += 1
            state = GAME.rules.apply(state, turn[0], move, chance)
            assert max(made.values(), default=0) <= 2
