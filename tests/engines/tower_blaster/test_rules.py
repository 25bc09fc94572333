"""Tower Blaster by example: every sentence of its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome
from engines.tower_blaster import rules
from engines.tower_blaster.view import (
    BRICKS,
    HEIGHT,
    LOG_TURNS,
    FinishedTurn,
    Options,
    Sighting,
    discard_pile,
    legal,
    read,
    run,
)
from tests.support.games.towers import STABLE, TOPSY, UPSIDE_DOWN, all_bricks, bricks, play, table

CHANCE = Chance.from_seed(bytes(32), "unused")
ALMOST = "2 7 13 20 26 31 38 44 50 1"
"""Stable but for the brick at the bottom."""


def refused(state, move, seat=None):
    """Why a move is refused, which must leave everything as it was."""
    before = replace(state)
    with pytest.raises(IllegalMoveError) as refusal:
        rules.apply(state, state.mover if seat is None else seat, read(move), CHANCE)
    assert state == before
    return str(refusal.value)


# Set-up.


def test_bricks_are_dealt_in_turn_and_each_lands_on_top():
    state = rules.deal(Options(), tuple(BRICKS))
    assert state.towers == (bricks("19 17 15 13 11 9 7 5 3 1"), bricks("20 18 16 14 12 10 8 6 4 2"))


def test_after_the_deal_the_top_of_the_main_pile_begins_the_discard_pile():
    state = rules.deal(Options(), tuple(BRICKS))
    assert state.discard == (21,)
    assert state.pile == tuple(range(22, 61))


def test_the_deal_is_a_shuffle():
    shuffled = Chance.from_seed(bytes(32), "deal").shuffle(BRICKS)
    assert rules.setup(Options(), 2, Chance.from_seed(bytes(32), "deal")) == rules.deal(Options(), shuffled)


def test_seat_0_plays_first_and_then_they_take_turns():
    state = table()
    assert rules.turn(state) == (0,)
    assert rules.turn(play(state, "take pile", "reject")) == (1,)
    assert rules.turn(play(state, "take pile", "reject", "take discard", "place 3")) == (0,)


# Taking.


def test_the_top_of_the_discard_pile_is_taken_in_hand():
    state = play(table(discard="3 4 9"), "take discard")
    assert (state.hand, state.source, state.discard) == (9, "discard", (3, 4))


def test_the_top_of_the_main_pile_is_taken_in_hand():
    state = play(table(pile="8 9 10"), "take pile")
    assert (state.hand, state.source, state.pile) == (8, "pile", (9, 10))


@pytest.mark.parametrize("source", ["discard", "pile"])
def test_taking_does_not_end_the_turn_and_changes_no_tower(source):
    state = play(table(), f"take {source}")
    assert rules.turn(state) == (0,)
    assert state.towers == table().towers


# Placing and rejecting.


@pytest.mark.parametrize("source", ["discard", "pile"])
def test_a_placed_brick_takes_a_slot_counted_from_the_top_and_the_replaced_one_is_thrown_away(source):
    state = play(table(discard="3 4", pile="4 8"), f"take {source}", "place 4")
    assert state.towers == (bricks("60 54 48 4 36 30 24 18 12 6"), bricks(TOPSY))
    assert state.discard[-1] == 42
    assert (state.hand, state.source) == (None, None)


def test_each_seat_builds_its_own_tower():
    state = play(table(pile="8 9 10"), "take pile", "place 1", "take pile", "place 1")
    assert [tower[0] for tower in state.towers] == [8, 9]


def test_a_brick_from_the_main_pile_may_be_rejected_which_changes_no_tower():
    state = play(table(discard="3", pile="8 9"), "take pile", "reject")
    assert state.towers == table().towers
    assert (state.pile, state.discard, state.hand) == ((9,), (3, 8), None)


def test_the_brick_just_thrown_is_the_next_seats_to_take():
    state = play(table(), "take pile", "place 4", "take discard")
    assert (state.mover, state.hand) == (1, 42)


WON = play(table(ALMOST, discard="57"), "take discard", "place 10")
TAKES = ("take discard", "take pile")
OVER, NOT_YOURS, TAKEN = "The game is over.", "It's not your turn.", "You already have a brick in hand."
TAKE_FIRST = "Take a brick first, from the discard pile or from the main pile."
MUST = "You must place a brick from the discard pile."


@pytest.mark.parametrize(
    ("state", "seat", "moves", "why"),
    [
        *((play(table(), first), 0, TAKES, TAKEN) for first in TAKES),
        (table(), 0, ("place 4", "place 11", "reject"), TAKE_FIRST),
        (table(), 1, (*TAKES, "place 4", "reject"), NOT_YOURS),
        (play(table(), "take discard"), 0, ("reject",), MUST),
        *((WON, seat, (*TAKES, "place 4", "reject"), OVER) for seat in (0, 1)),
        (table(UPSIDE_DOWN, STABLE), 0, ("take pile",), OVER),
    ],
)
def test_what_is_against_the_rules_is_refused_with_the_reason(state, seat, moves, why):
    assert {refused(state, move, seat) for move in moves} == {why}


@pytest.mark.parametrize("slot", [0, 11, 99])
@pytest.mark.parametrize("take", TAKES)
def test_a_slot_that_does_not_exist_is_refused_and_the_turn_is_not_used(take, slot):
    state = play(table(), take)
    assert refused(state, f"place {slot}") == f"There's no slot {slot}; slots are 1 (the top) to 10."
    assert rules.turn(play(state, "place 10")) == (1,)


# The end.


def limited(turns: int, first: str = UPSIDE_DOWN, second: str = TOPSY):
    """A table whose next turn, which changes no tower, is the last."""
    state = table(first, second, discard="3", pile="4 8 9", turns=turns - 1, turn_limit=turns)
    return play(state, "take pile", "reject")


STANDS = "A tower is stable."
LONGER = "The last turn is over, and the longer run from the top wins."
EQUAL = "The last turn is over, and both runs from the top are equally long."
TWO_FROM_THE_TOP, FOUR_FROM_THE_TOP = "1 54 48 42 36 30 24 18 12 6", "5 11 17 53 47 41 35 29 23 1"
WRONG_AT_THE_TOP = play(table("9 2 3 4 5 6 7 8 10 12", discard="13 11"), "take discard", "place 1")
ENDS = {
    "a tower that is stable after the deal wins at once": (table(UPSIDE_DOWN, STABLE), Outcome((1, 10), (1,), STANDS)),
    "of two towers stable after the deal that of seat 0 wins": (
        table(STABLE, "1 8 14 21 27 32 39 45 51 58", discard="3"), Outcome((10, 10), (0,), STANDS),
    ),
    "a player whose tower is stable after the turn has won": (WON, Outcome((10, 1), (0,), STANDS)),
    "the other seat wins as well": (
        play(table(second=ALMOST, discard="3", pile="8 57"), "take pile", "reject", "take pile", "place 10"),
        Outcome((1, 10), (1,), STANDS),
    ),
    "a tower wrong only in its first pair does not win": (WRONG_AT_THE_TOP, None),
    "a brick in hand does not win before it is placed": (play(table(ALMOST, discard="57"), "take discard"), None),
    "a last brick of the main pile that wins is no reason to fill it": (
        play(table(ALMOST, discard="3 4", pile="57"), "take pile", "place 10"), Outcome((10, 1), (0,), STANDS),
    ),
    **{
        f"at the turn limit of {turns} the longest ascending run from the top wins for seat {seat}": (
            limited(turns, **tower), Outcome(scores, (seat,), LONGER),
        )
        for turns in (1, 2, 40)
        for seat, tower, scores in (
            (0, {"first": TWO_FROM_THE_TOP}, (2, 1)), (1, {"second": FOUR_FROM_THE_TOP}, (1, 4)),
        )
    },
    "a long run further down counts for nothing": (
        limited(2, "60 1 2 6 12 18 24 30 36 42", "5 11 10 53 47 41 35 29 23 17"), Outcome((1, 2), (1,), LONGER),
    ),
    "equal runs at the turn limit are a draw": (limited(2), Outcome((1, 1), (0, 1), EQUAL)),
    "a tower made stable in the last turn wins as ever": (
        play(table(ALMOST, discard="57", turn_limit=1), "take discard", "place 10"), Outcome((10, 1), (0,), STANDS),
    ),
    "the game goes on before the turn limit": (play(table(turn_limit=2), "take pile", "reject"), None),
    "without a turn limit a game goes on as long as it takes": (play(table(), *("take pile", "reject") * 2000), None),
}  # fmt: skip


@pytest.mark.parametrize(("state", "ended"), ENDS.values(), ids=ENDS)
def test_a_game_ends_by_the_rules(state, ended):
    assert rules.outcome(state) == ended


# When the main pile is empty.


def last_drawn(move: str = "reject", chance: Chance | None = None):
    """A real game after its last brick was drawn from the main pile: with 39 others in the discard pile."""
    discard = " ".join(str(brick) for brick in BRICKS if brick not in bricks(f"{UPSIDE_DOWN} {TOPSY} 58"))
    return play(table(discard=discard, pile="58"), "take pile", move, chance=chance)


@pytest.mark.parametrize(("move", "thrown"), [("reject", 58), ("place 2", 54)])
def test_before_the_next_player_acts_the_discard_pile_is_shuffled_into_the_main_pile_and_one_is_turned_over(
    move, thrown
):
    state = last_drawn(move)
    assert (len(state.pile), len(state.discard)) == (39, 1)
    assert thrown in {*state.pile, *state.discard}
    assert sorted(all_bricks(state)) == list(BRICKS)


def test_the_order_is_that_of_the_chance_of_the_move_and_the_top_is_turned_over():
    before = last_drawn(chance=Chance.from_seed(bytes(32), "refill"))
    discard = [brick for brick in BRICKS if brick not in bricks(f"{UPSIDE_DOWN} {TOPSY} 58")]
    shuffled = Chance.from_seed(bytes(32), "refill").shuffle([*discard, 58])
    assert (before.discard, before.pile) == (shuffled[:1], shuffled[1:])


def test_nothing_is_filled_while_one_brick_is_left_in_the_main_pile():
    state = play(table(discard="3 4", pile="8 9"), "take pile", "reject")
    assert (state.pile, state.discard, state.refilled) == ((9,), (3, 4, 8), 0)


def test_nothing_is_filled_before_the_last_brick_is_placed_or_rejected():
    state = play(table(discard="3 4", pile="8"), "take pile")
    assert (state.pile, state.discard, state.hand) == ((), (3, 4), 8)


def test_nothing_is_filled_when_the_last_brick_wins():
    state = play(table(ALMOST, discard="3 4", pile="57"), "take pile", "place 10")
    assert (state.pile, state.discard) == ((), (3, 4, 1))


def test_a_discard_pile_that_is_empty_while_its_brick_is_in_hand_shows_no_top():
    seen = rules.view(play(table(discard="3"), "take discard"), 1)
    assert (seen.top, seen.discard, seen.hand) == (None, 0, 3)


# What each seat sees.


def test_a_seat_sees_its_own_tower_and_no_other():
    state = table()
    assert rules.view(state, 0).towers == (bricks(UPSIDE_DOWN), None)
    assert rules.view(state, 1).towers == (None, bricks(TOPSY))
    assert rules.view(state, None).towers == (None, None)


def test_everyone_sees_the_top_of_the_discard_pile_and_how_many_bricks_are_in_each_pile():
    for seat in (0, 1, None):
        seen = rules.view(table(discard="3 4", pile="8 9 10"), seat)
        assert (seen.top, seen.discard, seen.pile) == (4, 2, 3)


def test_a_brick_drawn_from_the_main_pile_is_seen_by_whoever_has_it_in_hand():
    state = play(table(pile="8 9"), "take pile")
    assert [rules.view(state, seat).hand for seat in (0, 1, None)] == [8, None, None]
    assert [rules.view(state, seat).source for seat in (0, 1, None)] == ["pile"] * 3


def test_a_brick_from_the_discard_pile_is_seen_by_all():
    state = play(table(discard="3 4"), "take discard")
    assert [rules.view(state, seat).hand for seat in (0, 1, None)] == [4, 4, 4]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_all_towers_are_seen_at_the_end(seat):
    state = play(table(ALMOST, discard="57"), "take discard", "place 10")
    assert rules.view(state, seat).towers == (bricks(STABLE), bricks(TOPSY))
    assert rules.view(limited(1), seat).towers == (bricks(UPSIDE_DOWN), bricks(TOPSY))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_bricks_taken_from_the_discard_pile_are_remembered_with_their_turn_but_not_their_slot(seat):
    state = play(table(discard="3 4"), "take discard", "place 7", "take discard", "place 2")
    assert rules.view(state, seat).taken == (Sighting(4, 1, 0), Sighting(24, 2, 1))
    other = play(table("60 54 24 42 36 30 48 18 12 6", discard="3 4"), "take discard", "place 3")
    unseen = rules.view(play(table(discard="3 4"), "take discard", "place 7"), None)
    assert rules.view(other, None) == unseen


def test_a_brick_thrown_away_again_is_no_longer_with_its_taker():
    state = play(table(discard="3 4"), "take discard", "place 7", "take pile", "reject", "take pile", "place 7")
    assert state.taken == ()
    assert state.thrown[-1] == Sighting(4, 3, 0)


def test_bricks_thrown_away_are_remembered_with_their_turn_and_seat():
    state = play(table(discard="3", pile="8 9 10"), "take pile", "place 1", "take pile", "reject")
    assert state.thrown == (Sighting(3, 0, None), Sighting(60, 1, 0), Sighting(9, 2, 1))


def test_the_log_tells_every_turn_but_not_which_brick_went_from_the_main_pile_into_a_tower():
    moves = ("take discard", "place 7", "take pile", "place 2", "take pile", "reject")
    state = play(table(discard="3 4", pile="8 9 10"), *moves)
    took, rejected = FinishedTurn(1, 0, "discard", 4, 24, None), FinishedTurn(3, 0, "pile", 9, 9, None)
    assert rules.view(state, None).log == (took, FinishedTurn(2, 1, "pile", None, 53, None), rejected)
    assert rules.view(state, 0).log == rules.view(state, None).log


def test_the_log_tells_a_seat_its_own_bricks():
    state = play(table(pile="8 9 10"), "take pile", "place 2")
    assert rules.view(state, 0).log == (FinishedTurn(1, 0, "pile", 8, 54, None),)
    assert rules.view(state, 1).log == (FinishedTurn(1, 0, "pile", None, 54, None),)


def test_the_log_tells_when_the_main_pile_was_filled_and_what_was_turned_over():
    state = last_drawn("place 2")
    (turned,) = state.discard
    assert rules.view(state, 1).log == (FinishedTurn(1, 0, "pile", None, 54, turned),)
    assert (state.refilled, state.thrown[-1]) == (1, Sighting(turned, 1, None))


def test_the_log_goes_back_so_many_turns_and_no_further():
    log = play(table(), *("take pile", "reject") * (LOG_TURNS + 5)).log
    assert [ended.number for ended in log] == list(range(6, LOG_TURNS + 6))


# The opened tower.


def test_the_first_tower_is_opened_only_where_the_options_say_so():
    state = rules.deal(Options(), tuple(BRICKS))
    assert [rules.view(state, seat).opened for seat in (0, 1, None)] == [None] * 3


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_opened_tower_is_shown_as_it_was_dealt_for_the_first_turn_of_each_seat(seat):
    state = rules.deal(Options(open_first_tower=True), tuple(BRICKS))
    dealt = state.towers[0]
    shown = [rules.view(state, seat).opened]
    for moves in (("take pile", "place 1"), ("take discard", "place 1"), ("take pile", "reject")):
        for move in moves:
            state = play(state, move)
            shown.append(rules.view(state, seat).opened)
    assert shown == [dealt, dealt, dealt, dealt, None, None, None]


# Every state that can be reached.

CHOICES = st.lists(st.integers(0, 10), max_size=120)
MOSTLY_DRAWN = st.lists(st.sampled_from([1, 1, 1, 10, 10, 10, 0, 4]), min_size=120, max_size=180)


def reached(number, choices):
    """The states of a game of these choices among the legal moves, the last of all for a choice beyond them."""
    chance = Chance.from_seed(bytes(32), "reached", number)
    state = rules.setup(Options(), 2, chance)
    yield state
    for choice in choices:
        if not (turn := rules.turn(state)):
            return
        moves = legal(rules.view(state, turn[0]))
        state = rules.apply(state, turn[0], moves[min(choice, len(moves) - 1)], chance)
        yield state


@settings(max_examples=60)
@given(number=st.integers(0, 2**32), choices=CHOICES | MOSTLY_DRAWN)
def test_all_bricks_are_accounted_for_what_everyone_remembers_is_so_and_no_turn_begins_with_an_empty_pile(
    number, choices
):
    for state in reached(number, choices):
        assert sorted(all_bricks(state)) == list(BRICKS)
        assert [len(tower) for tower in state.towers] == [HEIGHT, HEIGHT]
        assert bool(state.hand) == bool(state.source)
        assert discard_pile(rules.view(state, None)) == state.discard
        assert all(seen.brick in (*state.towers[seen.seat], state.hand) for seen in state.taken)
        assert len({seen.brick for seen in (*state.taken, *state.thrown)}) == len(state.taken) + len(state.thrown)
        assert state.source is not None or (state.pile and state.discard)


def test_the_choices_reach_a_main_pile_filled_again():
    drawing = [1, 10] * 100
    assert [state.refilled for state in reached(0, drawing)][-1] > 0


# Facts of the deal, from a sample with a fixed seed. Every bound is five standard errors of its own sample.

DEALS = 2000


def test_a_run_from_the_top_is_longer_than_one_brick_in_half_of_the_deals():
    deals = [rules.setup(Options(), 2, Chance.from_seed(bytes(32), "deals", number)) for number in range(DEALS)]
    longer = sum(run(state.towers[0]) > 1 for state in deals)
    assert abs(longer / DEALS - 0.5) < 5 * (0.25 / DEALS) ** 0.5
