"""Tables imagined behind a view: all that was seen fits them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chance import Chance
from engines.tower_blaster import rules
from engines.tower_blaster.determinize import redeal
from engines.tower_blaster.view import BRICKS, Options, is_stable, legal
from tests.support.games.towers import TOPSY, UPSIDE_DOWN, all_bricks, bricks, play, table

pytestmark = pytest.mark.slow

TIMES = 20


def imagined(state, seat):
    """Some tables behind a seat's view."""
    view = rules.view(state, seat)
    tables = [redeal(view, Chance.from_seed(bytes(32), "imagined", number)) for number in range(TIMES)]
    assert all(rules.view(other, seat) == view for other in tables)
    assert all(sorted(all_bricks(other)) == list(BRICKS) for other in tables)
    return tables


def random_state(number, turns, options=None):
    """A table after some turns in which every seat did anything it might."""
    chance = Chance.from_seed(bytes(32), "random", number)
    state = rules.setup(options or Options(), 2, chance)
    while rules.turn(state) and state.turns < turns:
        move = chance.choice(legal(rules.view(state, state.mover)))
        state = rules.apply(state, state.mover, move, chance)
    return state


def test_the_other_tower_and_the_main_pile_are_dealt_anew():
    tables = imagined(random_state(0, 5), 1)
    assert len({other.towers[0] for other in tables}) == TIMES
    assert len({other.pile for other in tables}) == TIMES


def test_a_brick_drawn_by_the_other_seat_may_be_any_that_is_out_of_sight():
    state = play(table(), "take pile")
    assert len({other.hand for other in imagined(state, 1)}) > TIMES / 2


def test_a_spectator_imagines_both_towers():
    tables = imagined(random_state(0, 5), None)
    assert len({other.towers for other in tables}) == TIMES


def test_a_brick_taken_from_the_discard_pile_is_in_its_takers_tower_in_any_slot():
    state = play(table(discard="3 4"), "take discard", "place 7")
    slots = {other.towers[0].index(4) for other in imagined(state, 1)}
    assert len(slots) > 5


def test_a_brick_thrown_away_is_in_no_tower():
    state = play(table(discard="3 4"), "take discard", "place 7", "take pile", "reject", "take pile", "place 7")
    assert all(4 not in other.towers[0] for other in imagined(state, 1))


def test_what_was_never_thrown_away_when_the_main_pile_was_filled_is_in_the_tower_it_was_in():
    discard = " ".join(str(brick) for brick in BRICKS if brick not in bricks(f"{UPSIDE_DOWN} {TOPSY} 58"))
    state = play(table(discard=discard, pile="58"), "take pile", "place 1")
    hidden = set(UPSIDE_DOWN.split()) - {"60"}
    for other in imagined(state, 1):
        assert len(set(map(int, hidden)) & set(other.towers[0])) == 9


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("turns", [10, 70, 150, 250])
def test_any_table_can_be_imagined(turns, number, seat):
    imagined(random_state(number, turns), seat)


@pytest.mark.parametrize("moves", [(), ("take pile",), ("take pile", "place 4"), ("take discard", "place 4")])
def test_an_opened_tower_is_known_but_for_what_went_into_it_unseen(moves):
    state = play(rules.deal(Options(open_first_tower=True), tuple(BRICKS)), *moves)
    for other in imagined(state, 1):
        differing = [a for a, b in zip(state.towers[0], other.towers[0], strict=True) if a != b]
        assert len(differing) <= (moves == ("take pile", "place 4"))


def test_no_tower_is_imagined_stable_while_the_game_goes_on():
    almost = "1 2 7 13 20 26 31 38 44 3"
    state = replace(rules.deal(Options(open_first_tower=True), tuple(BRICKS)), turns=1, towers=(bricks(almost),) * 2)
    view = replace(rules.view(state, 1), opened=bricks("1 2 7 13 20 26 31 38 44 57"), towers=(None, bricks(TOPSY)))
    thrown = replace(view, log=(rules.FinishedTurn(1, 0, "pile", None, 57, None),))
    tables = [redeal(thrown, Chance.from_seed(bytes(32), "unstable", number)) for number in range(TIMES)]
    assert not any(is_stable(other.towers[0]) for other in tables)
