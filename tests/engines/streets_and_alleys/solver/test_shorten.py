"""What is left of a line when all is gone that is not needed: never less than wins."""

from __future__ import annotations

import pytest

from bench.computers.known_wins import is_win
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Build, apply_move, invert, read, refusal
from engines.streets_and_alleys.solver.shorten import carry_over, shorten_line
from tests.support.games.streets import layout
from tests.support.games.streets_lines import DEAL, commands


def line(*written):
    return tuple(map(read, written))


ONE_EACH = ("KS", "QS"), "JS KH KD KC"
STACKED = ("QS KS",), "JS KH KD KC"
NEEDED = ("MTT 0 1", "MTF 0 0", "MTF 1 0")


@pytest.mark.parametrize(
    ("cards", "given", "left"),
    [
        (ONE_EACH, ("MTT 1 0", "MTT 0 1", "MTF 1 0", "MTF 0 0"), ("MTF 1 0", "MTF 0 0")),
        (ONE_EACH, ("MTF 1 0", "MFT 0 0", "MTF 0 0", "MTF 0 0"), ("MTF 1 0", "MTF 0 0")),
        (STACKED, ("MTT 0 3", "MTT 3 4", "MTF 0 0", "MTF 4 0"), NEEDED),
        (STACKED, NEEDED, NEEDED),
    ],
    ids=["a round trip", "a card raised and lowered again", "a place between", "nothing that is needed"],
)
def test_what_is_not_needed_is_left_out(cards, given, left):
    piles, foundations = cards
    assert shorten_line(layout(*piles, foundations=foundations), line(*given)) == line(*left)


def test_nothing_stays_nothing():
    assert shorten_line(layout(foundations="KS KH KD KC"), ()) == ()


@pytest.mark.parametrize("every", [2, 5, 11])
def test_a_whole_game_with_round_trips_in_it_gets_shorter_than_without_them_and_still_is_win(every):
    at, padded = deal(DEAL), []
    for number, move in enumerate(map(read, commands())):
        padded.append(move)
        if isinstance(move, Build) and number % every == 0 and refusal(apply_move(at, move), invert(move)) is None:
            padded += [invert(move), move]
        at = apply_move(at, move)
    assert len(padded) > len(commands())
    assert is_win(deal(DEAL), padded)
    short = shorten_line(deal(DEAL), tuple(padded))
    assert is_win(deal(DEAL), short)
    assert len(short) <= len(commands())


def test_a_line_wins_as_well_where_the_piles_stand_otherwise():
    at = layout("QS KS", foundations="JS KH KD KC")
    won = line("MTT 0 1", "MTF 0 0", "MTF 1 0")
    other = layout("", "", "QS KS", foundations="KC KD JS KH")
    assert carry_over(at, won, other) == line("MTT 2 0", "MTF 2 2", "MTF 0 2")
    assert carry_over(at, won, at) == won


def test_what_is_raised_already_is_not_raised_again():
    at = layout("QS KS", "KH", foundations="JS QH KD KC")
    won = line("MTT 0 2", "MTF 1 1", "MTF 0 0", "MTF 2 0")
    raised = layout("QS KS", foundations="JS KH KD KC")
    assert carry_over(at, won, raised) == line("MTT 0 1", "MTF 0 0", "MTF 1 0")


def test_a_line_is_not_carried_to_where_it_does_not_win():
    at = layout("QS KS", foundations="JS KH KD KC")
    assert carry_over(at, line("MTT 0 1", "MTF 0 0", "MTF 1 0"), layout("KS QS JS", foundations="10S KH KD KC")) is None
