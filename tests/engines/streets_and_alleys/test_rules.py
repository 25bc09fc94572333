"""Streets and Alleys by example: deals, undo and redo, and the race."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cards import DECK
from engines.catalog import find
from engines.chance import Chance
from engines.game import IllegalMoveError, Outcome, SeatResult
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import DEALS, deal
from engines.streets_and_alleys.moves import read, read_line, text
from engines.streets_and_alleys.solver.known_wins import winnable_deals
from engines.streets_and_alleys.view import MAX_LINE, Options, legal
from tests.support.games.streets import COMMANDS, SecondTable, cards, layout, play, position, race, table
from tests.support.games.streets_lines import DEAL, commands
from tests.support.laws.depth import sample

CHANCE = Chance.from_seed(bytes(32), "unused")
ALL_CARDS = sorted(card.plain for card in DECK)
WON = layout(foundations="KC KS KD KH")
ALMOST = layout("KH", foundations="KC KS KD QH")
FAR = layout("5S", "6H", "7D 2C", foundations="AS AH - -")


def begun(seats=1, **options):
    """A game of the deal that the stored line wins."""
    return rules.setup(Options(deal=DEAL, **options), seats, CHANCE)


def refused(state, move, seat=0):
    """Why a move is refused, which must leave everything as it was."""
    before = replace(state)
    with pytest.raises(IllegalMoveError) as refusal:
        rules.apply(state, seat, read(move), CHANCE)
    assert state == before
    return str(refusal.value)


# Set-up.


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_seat_has_a_table_of_its_own_with_the_same_deal(seats):
    state = begun(seats)
    assert [own.layout for own in state.tables] == [deal(DEAL)] * seats
    assert rules.turn(state) == tuple(range(seats))


def test_without_a_number_any_deal_may_come():
    states = [rules.setup(Options(), 1, Chance.from_seed(bytes(32), "any", number)) for number in range(20)]
    assert len({state.deal for state in states}) == 20
    assert all(state.deal in DEALS and state.tables[0].layout == deal(state.deal) for state in states)


def test_where_only_winnable_deals_may_come_they_all_may_and_no_others():
    states = [
        rules.setup(Options(winnable=True), 1, Chance.from_seed(bytes(32), "any", number)) for number in range(20)
    ]
    assert len({state.deal for state in states}) > 10
    assert all(state.deal in winnable_deals() and state.tables[0].layout == deal(state.deal) for state in states)


def test_games_of_version_1_are_dealt_as_they_were_then():
    then = find("streets_and_alleys").at_version(1)
    deals = [then.rules.setup(Options(), 1, Chance(bytes([number]) * 32)).deal for number in range(5)]
    assert deals == [927, 45, 286, 911, 205]  # as version 0.1.0 dealt them
    assert then.rules.setup(Options(deal=6), 1, CHANCE).deal == 6
    chance = Chance.from_seed(bytes(32), "any")
    any_deal = Options(winnable=False)
    assert then.rules.setup(any_deal, 1, chance) == rules.setup(any_deal, 1, Chance.from_seed(bytes(32), "any"))
    assert then.version == 1
    assert find("streets_and_alleys").at_version(3) is None


def test_a_numbered_deal_is_dealt_even_where_only_winnable_ones_may_come():
    assert rules.setup(Options(deal=6, winnable=True), 1, CHANCE).deal == 6


# Undo, redo and the same deal again. A second reading of the rules tells what they lead to, below.


def test_undo_restores_and_asks_no_rule_and_there_must_be_something_to_undo():
    state = play(table("5S AH", "9D"), "MTF 0 3", "U")
    assert state.tables[0].layout == layout("5S AH", "9D")
    assert refused(state, "U") == "No moves to undo."


def test_undo_and_redo_move_back_what_was_moved_back_from_a_foundation():
    state = play(table("5S", "2H", foundations="- - - AS"), "MFT 3 1", "U")
    assert state.tables[0].layout == layout("5S", "2H", foundations="- - - AS")
    assert play(state, "Y").tables[0].layout == layout("5S", "2H AS")


def test_there_is_nothing_to_redo_before_an_undo_or_after_another_move():
    assert refused(play(begun(), *commands()[:2]), "Y") == "No moves to redo."
    assert refused(play(begun(), *commands()[:2], "U", commands()[1]), "Y") == "No moves to redo."


def test_the_same_deal_again_clears_what_was_done_and_undone():
    assert play(begun(), *commands()[:9], "U", "again") == begun()
    assert play(begun(), commands()[0], "U", "again") == begun()
    assert refused(begun(), "again") == "You haven't moved anything yet."


def test_a_refused_move_is_not_recorded():
    state = play(begun(), *commands()[:5], "U", "U")
    for command in COMMANDS:
        if read(command) not in tuple(legal(rules.view(state, 0))):
            refused(state, command)
    assert play(state, "Y", "Y") == play(begun(), *commands()[:5])


def test_moves_are_counted_without_those_taken_back():
    state = play(begun(), *commands()[:5], "U", "U", "Y")
    assert rules.view(state, 0).moves == (4,)
    assert rules.view(play(state, "again"), 0).moves == (0,)


def test_a_line_ends_where_no_frame_could_hold_it():
    full = race(layout("5S", ""), lines=("0110" * (MAX_LINE // 2),))
    assert refused(full, "MTT 0 1") == "A deal can take 5000 moves at most. Undo some, or restart it."
    assert refused(full, "MTT 0 0") == refused(full, "MTT 0 1")
    assert list(map(text, legal(rules.view(full, 0)))) == ["U", "again"]
    assert play(full, "U", "MTT 1 0", "U", "Y") == full


# Winning.


def test_the_stored_line_wins():
    state = play(begun(), *commands())
    assert len(commands()) >= 90
    assert position(state.tables[0].layout)[0] == ((),) * 8
    assert rules.outcome(state) == Outcome((52,), (0,), "All cards are on the foundations.")
    assert rules.turn(state) == ()


ALL_UP = "All cards are on the foundations."
MOST = "The time is up, and the most cards on the foundations win."
FEWER = "The time is up, and of those with the most cards on the foundations, fewer moves win."
NOBODY = "The time is up, and nobody is ahead in cards or in moves."
ENDS = {
    "a game goes on until the last card is up": (race(ALMOST), None),
    "a game is won with the last card": (play(race(ALMOST), "MTF 0 3"), Outcome((52,), (0,), ALL_UP)),
    "the first to have all cards on the foundations wins at once": (
        play(race(ALMOST, FAR, ALMOST, lines=("01" * 90, "", "01")), "MTF 0 3"), Outcome((52, 2, 51), (0,), ALL_UP),
    ),
    "when the time is up the most cards on the foundations win": (
        rules.time_up(race(FAR, ALMOST, FAR, lines=("", "01" * 200, ""))), Outcome((2, 51, 2), (1,), MOST),
    ),
    "when the time is up fewer moves break a tie": (
        rules.time_up(race(FAR, FAR, layout("5S"), lines=("010101", "0101", ""))), Outcome((2, 2, 0), (1,), FEWER),
    ),
    "when the time is up and all is equal those ahead share the win": (
        rules.time_up(race(FAR, layout("5S"), FAR, lines=("0101", "", "0110"))), Outcome((2, 0, 2), (0, 2), NOBODY),
    ),
    "moves that were taken back break no tie": (
        rules.time_up(play(play(race(FAR, FAR), "MTT 0 1", "MTT 1 0", "U"), "MTT 0 1", seat=1)),
        Outcome((2, 2), (0, 1), NOBODY),
    ),
    "alone the time wins": (rules.time_up(race(FAR)), Outcome((2,), (), "The time is up.")),
    "the last one who did not give up has won": (
        rules.give_up(rules.give_up(race(ALMOST, FAR, ALMOST), 2), 0),
        Outcome((51, 2, 51), (1,), "Everyone else has given up."),
    ),
    "who gave up does not win when the time is up": (
        rules.time_up(rules.give_up(race(ALMOST, FAR, FAR, lines=("", "01", "0101")), 0)),
        Outcome((51, 2, 2), (1,), FEWER),
    ),
    "who gives up alone ends the game and has not won": (
        rules.give_up(race(FAR), 0), Outcome((2,), (), "The game was given up."),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "ended"), ENDS.values(), ids=ENDS)
def test_a_game_ends_by_the_rules(state, ended):
    assert rules.outcome(state) == ended
    assert (rules.turn(state) == ()) == (ended is not None)


@pytest.mark.parametrize("move", ["U", "again", "MFT 0 1", "MTT 0 1"])
def test_nobody_moves_after_the_end(move):
    won = play(race(ALMOST, FAR), "MTF 0 3")
    assert {refused(won, move, seat) for seat in (0, 1)} == {"The game is over."}


def test_a_table_where_no_card_can_be_moved_is_not_the_end_as_there_is_undo():
    stuck = play(table("5S 2S", "7S", "9S", "JS", "KS", "7H", "9H", "3H"), "MTT 0 7")
    assert list(map(text, legal(rules.view(stuck, 0)))) == ["U", "again"]
    assert rules.outcome(stuck) is None
    assert rules.turn(stuck) == (0,)


# The race.


def test_each_seat_moves_on_its_own_table_whenever_it_likes():
    state = play(play(begun(2), *commands()[:3], seat=1), *commands()[:1], seat=0)
    assert rules.turn(state) == (0, 1)
    assert state.tables[0] == play(begun(), *commands()[:1]).tables[0]
    assert state.tables[1] == play(begun(), *commands()[:3]).tables[0]


def test_a_seat_that_gave_up_moves_no_more_and_the_others_play_on():
    state = rules.give_up(begun(3), 1)
    assert rules.turn(state) == (0, 2)
    assert rules.outcome(state) is None
    assert refused(state, commands()[0], seat=1) == "You have resigned."
    assert play(state, commands()[0], seat=2).tables[2] == play(begun(), commands()[0]).tables[0]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_game_that_nobody_is_left_to_play_shows_all_tables_and_can_be_played_no_more(seat):
    state = race(FAR, ALMOST, lines=("01", ""))
    seen = rules.final(state, seat)
    assert seen.piles == (FAR.piles, ALMOST.piles)
    assert seen.lines == ("01", "")
    assert seen.over == "given up"
    assert list(legal(seen)) == []


def test_a_game_that_ended_otherwise_is_shown_at_its_end_as_it_is():
    for state in (play(race(ALMOST, FAR), "MTF 0 3"), rules.time_up(race(ALMOST, FAR))):
        assert rules.final(state, 1) == rules.view(state, 1)


# Feats.


def test_a_result_is_the_line_that_wins_the_deal():
    state = play(play(begun(2), commands()[0], seat=1), commands()[0], "U", *commands())
    won = rules.result(state, 0)
    assert won == SeatResult(str(DEAL), len(commands()), won=True, line=state.tables[0].line)
    assert tuple(map(text, read_line(won.line))) == commands()
    assert rules.result(state, 1) == SeatResult(str(DEAL), 1, won=False, line=state.tables[1].line)


# Laws of a table, over any commands, half of which are forbidden.


def reached(plies, choices):
    """The games that choices lead to, and the second table, from somewhere on the stored line.

    An even choice is of a legal move, an odd one of any command.
    """
    state, second = begun(), SecondTable(DEAL)
    for command in commands()[:plies]:
        state = play(state, command)
        assert second.obey(command)
    yield state, second
    for choice in choices:
        moves = tuple(map(text, legal(rules.view(state, 0)))) if choice % 2 == 0 else COMMANDS
        command = moves[choice // 2 % len(moves)]
        try:
            after = play(state, command)
        except IllegalMoveError:
            assert not second.obey(command)
            continue
        assert second.obey(command)
        state = after
        yield state, second


def assert_as_the_rules_are_read_a_second_time(plies, choices):
    for state, second in reached(plies, choices):
        assert position(state.tables[0].layout) == second.position
    assert cards(state.tables[0].layout) == ALL_CARDS
    moves = rules.view(state, 0).moves[0]
    undone = play(state, *["U"] * moves)
    assert undone.tables[0].layout == deal(DEAL)
    assert play(undone, *["Y"] * moves) == state


@pytest.mark.slow
@given(plies=st.integers(0, 100), choices=st.lists(st.integers(0, 999), max_size=60))
def test_a_second_reading_of_the_rules_comes_to_the_same_and_all_can_be_undone_and_redone(plies, choices):
    assert_as_the_rules_are_read_a_second_time(plies, choices)


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(4), 1))
def test_thousands_of_commands_half_of_them_forbidden_leave_nothing_wrong(number):
    chance = Chance.from_seed(bytes(32), "commands", number)
    assert_as_the_rules_are_read_a_second_time(number * 30, [chance.below(1000) for _ in range(3000)])
