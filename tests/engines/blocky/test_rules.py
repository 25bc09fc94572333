"""Blocky by example: every sentence of its rules."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.blocky import rules
from engines.blocky.block import COLOURS, at, grid, text
from engines.blocky.moves import Smash
from engines.blocky.view import LOG_TURNS, MoveMade, Options, legal
from engines.blocky.view import read as move_of
from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome
from tests.support.games.boards import A, board_of_chance, passed, plain_score, play, seats_of, table

CHANCE = Chance.from_seed(bytes(32), "unused")


def dealt(number, seats=4, **options):
    return rules.setup(Options(**options), seats, Chance.from_seed(bytes(32), "deal", number))


# Set-up.


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_has_another_colour(seats):
    deals = {dealt(number, seats, depth=2).colours for number in range(50)}
    assert all(len(set(colours)) == len(colours) == seats for colours in deals)
    assert {colours[0] for colours in deals} == set(COLOURS)


def test_all_seats_have_the_same_kind_of_goal_which_may_be_left_to_chance():
    assert {dealt(number, depth=2).kind for number in range(20)} == {"blob", "perimeter"}
    assert {dealt(number, depth=2, goal="blob").kind for number in range(20)} == {"blob"}
    assert {dealt(number, depth=2, goal="perimeter").kind for number in range(20)} == {"perimeter"}


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_the_board_is_divided_and_as_large_as_the_options_say(depth):
    for number in range(20):
        state = dealt(number, depth=depth)
        assert isinstance(state.board, tuple)
        assert len(grid(state.board, depth)) == 2**depth


def test_nothing_has_been_done_at_the_start():
    state = dealt(0, 3)
    assert (state.made, state.costs, state.painted) == ((0,) * 3, (0,) * 3, (None,) * 3)
    assert (state.gone, state.log, rules.turn(state)) == ((), (), (0,))


# Turns.


def test_seats_move_in_turn_until_each_has_made_its_moves():
    state, movers = table(colours=(0, 1, 2), moves=2), []
    while turn := rules.turn(state):
        movers += turn
        state = passed(state, 1)
    assert movers == [0, 1, 2, 0, 1, 2]


def test_a_move_changes_the_board_that_all_share():
    state = play(table(), "rotate clockwise 0", "swap horizontally board")
    assert text(state.board) == "(2(1130)31)"


def test_a_seat_paints_with_its_own_colour():
    state = play(table(colours=(3, 2)), "paint 0.1", "paint 0.2")
    assert at(state.board, (0,)) == (0, 3, 2, 3)


@pytest.mark.parametrize(
    ("state", "seat", "why"),
    [
        (table(), 1, "It's not your turn."),
        (passed(table(), 1), 0, "It's not your turn."),
        (rules.give_up(table(colours=(0, 1, 2)), 0), 0, "It's not your turn."),
        (passed(table(moves=1), 2), 0, "The game is over."),
    ],
    ids=["before it is on turn", "after its turn", "once it has given up", "once the game is over"],
)
def test_a_seat_does_not_move(state, seat, why):
    with pytest.raises(IllegalMoveError, match=f"^{why}$"):
        rules.apply(state, seat, move_of("pass"), CHANCE)


@pytest.mark.parametrize("move", ["rotate clockwise 1", "smash 0", "smash 0.0", "paint 0.0", "combine 1", "smash 3.3"])
def test_a_refused_move_leaves_the_same_seat_on_turn(move):
    state = table()
    with pytest.raises(IllegalMoveError):
        rules.apply(state, 0, move_of(move), CHANCE)
    assert play(state, "pass").made == (1, 0)


def test_a_smash_alone_leaves_anything_to_chance():
    state = table()
    for move in legal(rules.view(state, 0)):
        after = {text(rules.apply(state, 0, move, Chance(bytes(32), number)).board) for number in range(20)}
        assert (len(after) > 1) == isinstance(move, Smash)


def test_a_move_is_checked_by_itself_and_no_list_of_moves_is_made():
    state = rules.begin(Options(depth=5), "blob", (0,), board_of_chance(0))
    moves = [move_of(written) for written in ("rotate clockwise 0.1.2.3", "paint 0.0.0.0.0", "smash board", "pass")]
    called = []

    def profile(frame, event, _):
        if event == "call":
            called.append(frame.f_code.co_name)

    for move in moves:
        sys.setprofile(profile)
        with suppress(IllegalMoveError):
            rules.apply(state, 0, move, CHANCE)
        sys.setprofile(None)
    assert called.count("refusal") == len(moves)
    assert not {"legal", "blocks", "actions_at"} & set(called)


# The log.


def test_the_log_tells_every_turn_its_cost_its_gain_and_what_was_painted_or_combined():
    state = play(table(A, colours=(1, 0)), "combine 0", "smash 2", "rotate clockwise board")
    (combined, smashed, rotated) = state.log
    assert combined == MoveMade(1, 0, "combine 0", 1, -1, "(0113)")
    assert smashed[:4] == (2, 1, "smash 2", 3)
    assert smashed.was == rotated.was == ""
    assert (rotated.number, rotated.seat, rotated.cost) == (3, 0, 0)
    assert state.costs == (1, 3)


def test_a_gain_is_the_change_of_the_movers_score_by_its_own_move():
    state = table(A, colours=(0, 3), depth=2)
    for move in ("paint 0.1", "swap vertically board", "combine 3", "smash 0"):
        before, (mover,) = state.scores, rules.turn(state)
        state = play(state, move)
        assert state.log[-1].gain == state.scores[mover] - before[mover]


def test_a_view_shows_the_newest_turns_of_the_log():
    state = passed(table(moves=100), LOG_TURNS + 5)
    log = rules.view(state, 0).log
    assert [made.number for made in log] == list(range(6, LOG_TURNS + 6))


# The end.

FOUR_EACH = table("(0123)", colours=(3, 1), moves=1)
"""Two seats whose colours have four cells each."""
LEFT = rules.give_up(table(A, colours=(3, 0, 1), moves=1), 0)
LAST_TO_MOVE = passed(table(A, colours=(0, 1, 3), moves=1), 2)
ENDS = {
    "the highest score wins": (
        passed(table(A, colours=(0, 3), moves=1), 2), Outcome((1, 5), (1,), "The highest score wins."),
    ),
    "costs count": (
        play(table("(0(0012)23)", colours=(0, 3), moves=1), "combine 1", "pass"),
        Outcome((7, 4), (0,), "The highest score wins."),
    ),
    "of equal scores the lowest seat's wins": (
        passed(FOUR_EACH, 2), Outcome((4, 4), (0,), "A tie, won by the lowest seat."),
    ),
    "equal scores win together where the options say so": (
        passed(replace(FOUR_EACH, ties="shared"), 2), Outcome((4, 4), (0, 1), "The highest scores are equal."),
    ),
    "only the highest scores share a win": (
        passed(table("((0121)123)", colours=(3, 0, 1, 2), moves=1, ties="shared"), 4),
        Outcome((4, 1, 5, 4), (2,), "The highest score wins."),
    ),
    "alone one wins whatever the score": (
        passed(table("(1111)", colours=(0,), moves=1), 1), Outcome((0,), (0,), "All moves are made."),
    ),
    "a game goes on while a seat has moves to make": (passed(table(moves=2), 3), None),
    "of those who play on the highest score wins whoever gave up": (
        passed(LEFT, 2), Outcome((5, 1, 4), (2,), "The highest score wins."),
    ),
    "a seat that gave up shares no win": (
        passed(rules.give_up(table("(0123)", colours=(0, 1, 2), moves=1, ties="shared"), 0), 2),
        Outcome((4, 4, 4), (1, 2), "The highest scores are equal."),
    ),
    "nobody wins a game given up by the only seat": (
        rules.give_up(table(colours=(0,)), 0), Outcome((1,), (), "The game was given up."),
    ),
    "the game is over when the last to move gives up": (
        rules.give_up(LAST_TO_MOVE, 2), Outcome((1, 4, 5), (1,), "The highest score wins."),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "ended"), ENDS.values(), ids=ENDS)
def test_a_game_ends_by_the_rules(state, ended):
    assert rules.outcome(state) == ended


# Seats that give up.


def test_a_seat_that_gave_up_is_passed_over():
    state = rules.give_up(passed(table(colours=(0, 1, 2), moves=3), 1), 1)
    movers = []
    while turn := rules.turn(state):
        movers += turn
        state = passed(state, 1)
    assert movers == [2, 0, 2, 0, 2]
    assert state.made == (3, 0, 3)


@pytest.mark.parametrize("gone", [(1, 2), (2, 1)])
def test_the_last_one_left_wins_at_once(gone):
    state = table(A, colours=(0, 3, 1))
    for seat in gone:
        assert rules.outcome(state) is None
        state = rules.give_up(state, seat)
    assert rules.outcome(state) == Outcome((1, 5, 4), (0,), "Everyone else has given up.")
    assert rules.turn(state) == ()
    assert rules.view(state, 0).gone == gone


def test_nobody_gives_up_twice_or_after_the_end():
    state = rules.give_up(table(colours=(0, 1, 2)), 1)
    with pytest.raises(IllegalMoveError, match=r"^You have already resigned\.$"):
        rules.give_up(state, 1)
    with pytest.raises(IllegalMoveError, match=r"^The game is over\.$"):
        rules.give_up(rules.give_up(state, 0), 2)


# Taking back; why a move stands is told by the view.


def test_a_colour_that_was_seen_stays_known_when_the_paint_is_taken_back():
    state = play(table(colours=(3, 2), goals="secret"), "paint 0.1")
    assert rules.takeback(state, 0).painted == (3, None)


def test_alone_one_takes_back_move_after_move_down_to_the_start():
    start = table(colours=(0,), moves=100)
    moves = ("rotate clockwise 0", "swap horizontally 0", "paint 0.1", "combine 0", "rotate counter-clockwise board")
    state = passed(play(start, *moves), 94)
    for _ in range(99):
        state = rules.takeback(state, 0)
    assert replace(state, painted=start.painted) == start


def test_three_replies_are_taken_back_with_the_move_and_so_are_their_costs():
    start = table(colours=(0, 1, 2, 3), moves=5)
    before = play(start, "pass", "pass", "paint 0.1", "pass")
    state = play(before, "swap horizontally 0", "paint 0.0", "rotate clockwise board", "pass")
    assert state.costs != before.costs
    back = rules.takeback_through(state, 0)
    assert replace(back, painted=before.painted) == before
    assert rules.turn(back) == (0,)
    assert rules.takeback_through(state, 3) == rules.takeback(state, 3)


# Who sees what.


def test_open_goals_are_seen_by_everyone():
    state = table(A, colours=(3, 0), goals="open")
    for seat in seats_of(state):
        view = rules.view(state, seat)
        assert (view.colours, view.scores) == ((3, 0), (5, 1))


def test_a_secret_goal_and_its_score_are_seen_by_its_own_seat_alone():
    state = table(A, colours=(3, 0), goals="secret")
    shown = [(view.colours, view.scores) for view in (rules.view(state, seat) for seat in seats_of(state))]
    assert shown == [((3, None), (5, None)), ((None, 0), (None, 1)), ((None, None), (None, None))]


def test_what_a_move_gained_is_a_secret_where_the_goal_is():
    state = play(table(A, colours=(1, 0), goals="secret"), "combine 0")
    assert [rules.view(state, seat).log[-1].gain for seat in (0, 1, None)] == [-1, None, None]
    assert [rules.view(state, seat).costs for seat in (0, 1, None)] == [(1, 0)] * 3


@pytest.mark.parametrize("goals", ["open", "secret"])
def test_everything_is_shown_at_the_end(goals):
    state = play(table(A, colours=(1, 0), goals=goals, moves=1), "combine 0", "pass")
    for seat in seats_of(state):
        view = rules.view(state, seat)
        assert (view.colours, view.scores, view.mover) == ((1, 0), (3, 0), None)
        assert [made.gain for made in view.log] == [-1, 0]
        assert rules.final(state, seat) == view


def test_everything_is_shown_when_the_game_was_given_up():
    view = rules.final(play(table(A, colours=(1, 0), goals="secret"), "combine 0"), None)
    assert (view.colours, view.scores, view.mover, view.log[-1].gain) == ((1, 0), (3, 0), None, -1)


def test_a_seat_that_gave_up_keeps_its_secret_until_the_end():
    state = rules.give_up(table(colours=(0, 1, 2), goals="secret"), 1)
    assert rules.view(state, 0).colours == (0, None, None)
    assert rules.view(rules.give_up(state, 2), 0).colours == (0, 1, 2)


# Every state that can be reached.


@pytest.mark.slow
@settings(max_examples=40)
@given(number=st.integers(0, 2**32), choices=st.lists(st.integers(0, 10**6), max_size=Options().moves - 1))
def test_scores_are_a_plain_count_less_what_was_spent_and_any_move_but_a_smash_can_be_taken_back(number, choices):
    seats = 1 + number % 4
    state = dealt(number, seats, depth=2 + number % 3)
    for choice in choices:
        before, (seat,) = state, rules.turn(state)
        moves = list(legal(rules.view(state, seat)))
        move = moves[choice % len(moves)]
        state = rules.apply(before, seat, move, Chance(bytes(32), choice))
        spent = [sum(made.cost for made in state.log if made.seat == seat) for seat in range(seats)]
        counted = [plain_score(state.kind, state.board, state.depth, colour) for colour in state.colours]
        assert state.costs == tuple(spent)
        assert state.scores == tuple(worth - cost for worth, cost in zip(counted, spent, strict=True))
        assert len(grid(state.board, state.depth)) == 2**state.depth
        if not isinstance(move, Smash):
            assert replace(rules.takeback(state, seat), painted=before.painted) == before
