"""Hints of Tower Blaster: they are the best computer's moves, and what they say of them is so."""

from __future__ import annotations

import re

import pytest

from client.games.tower_blaster import ascending
from engines.chance import Chance
from engines.game import Hint
from engines.tower_blaster import rules
from engines.tower_blaster.bots.estimate import with_brick
from engines.tower_blaster.bots.hints import helping, hint, to_fix
from engines.tower_blaster.bots.levels import foresee, settle
from engines.tower_blaster.view import BRICKS, HEIGHT, Options, is_stable, text
from tests.support.games.towers import STABLE, UPSIDE_DOWN, bricks, play, table
from tests.support.laws.depth import sample

CHANCE = Chance.from_seed(bytes(32), "unused")
TOWER = "4 9 17 12 24 31 44 38 52 57"
"""12 and then 44 or 38 are out of order; 18 to 23 fit slot 4 only."""


def told(state) -> Hint:
    return hint(rules.view(state, state.mover), CHANCE)


def test_a_brick_that_fits_one_slot_is_taken_for_it() -> None:
    assert told(table(TOWER, discard="3 20")) == Hint(
        "take discard", "Take 20: it fits slot 4 and leaves 1 brick to fix."
    )


def test_the_main_pile_is_better_than_a_brick_that_helps_nowhere() -> None:
    assert told(table(TOWER, discard="3 58")) == Hint("take pile", "Draw from the pile: 58 doesn't help in any slot.")


def test_a_drawn_brick_is_placed_where_alone_it_helps() -> None:
    state = play(table(TOWER, discard="3", pile="20 10"), "take pile")
    assert told(state) == Hint("place 4", "Place 20 in slot 4: it only helps there, and leaves 1 brick to fix.")


def test_a_drawn_brick_that_helps_nowhere_is_rejected() -> None:
    state = play(table("4 9 17 20 24 31 44 38 52 57", pile="58 10"), "take pile")
    assert told(state) == Hint("reject", "Reject 58: it doesn't help in any slot.")


def test_a_brick_that_finishes_is_said_to() -> None:
    state = table("2 7 13 20 26 31 38 44 50 1", discard="3 53", pile="54 8")
    assert told(state) == Hint("take discard", "Take 53: in slot 10 it finishes your tower.")
    assert told(play(state, "take discard")).reason == "Place 53 in slot 10: it finishes your tower."
    assert told(play(state, "take pile")).reason == "Place 54 in slot 10: it finishes your tower."


def test_a_brick_that_must_be_placed_is_never_rejected() -> None:
    state = play(table("4 9 17 20 24 31 44 38 52 57", discard="58"), "take discard")
    assert told(state).reason == (
        "Place 58 in slot 10: it leaves 1 brick to fix, but this slot should help you finish soonest."
    )


@pytest.mark.parametrize(("tower", "left"), [(STABLE, 0), (TOWER, 2), (UPSIDE_DOWN, 9), ("1 2 60 4 5 6 7 8 9 10", 1)])
def test_bricks_are_left_to_fix_that_cannot_stay(tower: str, left: int) -> None:
    assert to_fix(bricks(tower)) == left


def test_no_room_above_or_below_is_no_place_to_stay() -> None:
    assert to_fix(bricks("60 1 2 3 4 5 6 7 8 9")) == HEIGHT


@pytest.mark.parametrize("number", range(50))
def test_the_screen_and_the_hint_count_alike(number: int) -> None:
    tower = Chance.from_seed(bytes(32), "towers", number).shuffle(BRICKS)[:HEIGHT]
    assert to_fix(tower) == ascending.bricks_to_fix(tower)
    assert helping(tower, 30) == tuple(slot + 1 for slot in ascending.helpful_slots(tower, 30))


def told_in_a_game(number: int):
    """What is hinted in each position of a game in which one seat follows and the other only settles bricks."""
    chance = Chance.from_seed(bytes(32), "hints", number)
    state = rules.setup(Options(turn_limit=100), 2, chance)
    while rules.turn(state):
        view = rules.view(state, state.mover)
        yield view, hint(view, chance)
        move = (foresee, settle)[state.mover](view, chance)
        state = rules.apply(state, state.mover, move, chance)


@pytest.mark.parametrize("number", sample(range(4), 1))
def test_a_hint_is_the_best_computers_move_and_what_it_claims_is_so(number: int) -> None:
    for view, advised in told_in_a_game(number):
        assert advised.move == text(foresee(view, CHANCE))
        tower = view.towers[view.mover]
        brick = view.top if view.hand is None else view.hand
        assert tower is not None
        assert brick is not None
        _is_true(advised.reason, tower, brick)


def _is_true(reason: str, tower: tuple[int, ...], brick: int) -> None:
    """Check every claim of a sentence that can be checked without judging what is to come."""
    slots = helping(tower, brick)
    named = re.search(r"(?:in|fits) slot (\d+)", reason.partition(" would help ")[0])
    after = with_brick(tower, brick, int(named[1])) if named else tower
    assert f" {brick}" in reason or reason.startswith("Draw")
    assert ("finishes your tower" in reason) == (named is not None and is_stable(after))
    if left := re.search(r"leaves (\d+) bricks? to fix", reason):
        assert int(left[1]) == to_fix(after)
    if "only there" in reason:
        assert slots == (int(named[1]),) if named else False
    if claimed := re.search(r"help(?:s)? in slots? ([\d, and]+\d)", reason):
        assert tuple(map(int, re.findall(r"\d+", claimed[1]))) == slots
    if "no slot" in reason:
        assert slots == ()
    if "fits slot" in reason:
        assert to_fix(after) < to_fix(tower)
