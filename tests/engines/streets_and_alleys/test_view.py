"""What a seat sees of a race, the options, and what follows from a view alone."""

from __future__ import annotations

import re

import pytest

from engines.chance import Chance
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.moves import Raise, text
from engines.streets_and_alleys.view import (
    MAX_TIME_S,
    Options,
    legal,
    newest,
    places,
    progress,
    scores,
    table,
)
from tests.support.games.streets import layout, play, race

FIRST = layout("5S AH", "6D 9C", foundations="AS - 2D -")
SECOND = layout("KS", "QH", "2C", foundations="- 5H - -")


def test_a_table_has_a_deal_that_can_be_won_no_time_limit_and_hidden_tables_unless_told_otherwise():
    assert Options() == Options(deal=0, time_limit_s=0, tables="hidden", winnable=True)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"deal": number}, f"deal takes a whole number from 0 to 999999999, not {number}.") for number in (-1, 10**9)]
    + [
        ({"time_limit_s": seconds}, f"time_limit_s takes a whole number from 0 to 7200, not {seconds}.")
        for seconds in (-1, MAX_TIME_S + 1)
    ],
)
def test_any_other_option_is_refused_in_a_sentence(wrong, why):
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        Options(**wrong)


# What is seen.


@pytest.mark.parametrize("seat", [0, 1, None])
def test_whoever_looks_sees_the_own_table_alone_and_of_all_the_foundations_and_the_number_of_moves(seat):
    state = race(FIRST, SECOND, lines=("0110", "01"))
    view = rules.view(state, seat)
    own = [(at.layout, at.line) if place == seat else (None, None) for place, at in enumerate(state.tables)]
    assert [(table(view, place), view.lines[place]) for place in (0, 1)] == own
    assert view.foundations == (FIRST.foundations, SECOND.foundations)
    assert (view.moves, view.undone) == ((2, 1), "")


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    "state",
    [
        race(FIRST, SECOND, lines=("0110", "01"), shown=True),
        rules.time_up(race(FIRST, SECOND, lines=("0110", "01"))),
        rules.give_up(race(FIRST, SECOND, lines=("0110", "01")), 1),
    ],
    ids=["by option", "when the time is up", "when the other gave up"],
)
def test_all_tables_are_shown_by_option_and_after_the_end(state, seat):
    view = rules.view(state, seat)
    assert (table(view, 0), table(view, 1)) == (FIRST, SECOND)
    assert view.lines == ("0110", "01")


@pytest.mark.parametrize("seat", [0, None])
def test_whoever_plays_alone_is_seen_by_everyone(seat):
    view = rules.view(race(FIRST, lines=("0110",)), seat)
    assert (table(view, 0), view.lines) == (FIRST, ("0110",))


def test_what_was_undone_is_its_own_seats_affair():
    state = play(play(race(FIRST, SECOND, shown=True), "MTF 0 1", "U"), "MTT 2 3", "MTT 1 0", "U", "U", seat=1)
    assert [rules.view(state, seat).undone for seat in (0, 1, None)] == ["0b", "1023", ""]


def test_a_view_says_why_a_game_is_over():
    almost = race(layout("KH", foundations="KC KS KD QH"))
    endings = [almost, play(almost, "MTF 0 3"), rules.time_up(almost), rules.give_up(almost, 0)]
    assert [rules.view(state, None).over for state in endings] == [None, "won", "time", "given up"]


def test_a_view_says_who_gave_up_in_that_order():
    state = rules.give_up(rules.give_up(race(FIRST, FIRST, FIRST, FIRST), 2), 0)
    assert rules.view(state, 1).gone == (2, 0)


# What may be done.


def moves(state, seat=0):
    return list(map(text, legal(rules.view(state, seat))))


def test_a_seat_moves_cards_undoes_redoes_and_begins_again_as_far_as_there_is_anything():
    state = race(FIRST)
    raises = ["MTF 0 1", "MTF 0 3"]
    builds = [f"MTT {source} {target}" for source in (0, 1) for target in range(2, 8)]
    lowers = [f"MFT 0 {target}" for target in range(2, 8)] + [f"MFT 2 {target}" for target in range(2, 8)]
    assert moves(state) == [*raises, *builds, *lowers]
    assert moves(play(state, "MTF 0 1"))[-2:] == ["U", "again"]
    assert moves(play(state, "MTF 0 1", "U")) == [*raises, *builds, *lowers, "Y", "again"]
    assert moves(play(state, "MTF 0 1", "MTT 0 2", "U"))[-3:] == ["U", "Y", "again"]


def test_the_newest_move_is_the_last_that_stands_of_a_table_that_is_seen():
    view = rules.view(play(race(FIRST, SECOND), "MTF 0 1", "MTT 0 2", "MTT 1 3", "U", "U"), 0)
    assert newest(view, 0) == Raise(0, 1)
    view = rules.view(play(race(FIRST, SECOND), "MTT 0 3", seat=1), 0)
    assert (newest(view, 0), newest(view, 1)) == (None, None)


# The standing of a race.


@pytest.mark.parametrize(
    ("state", "cards", "standing"),
    [
        (race(FIRST), (3,), (1,)),
        (race(FIRST, SECOND), (3, 5), (2, 1)),
        (race(FIRST, SECOND, FIRST), (3, 5, 3), (2, 1, 2)),
        (race(FIRST, SECOND, FIRST, lines=("0110", "", "01")), (3, 5, 3), (3, 1, 2)),
        (rules.give_up(race(FIRST, SECOND, FIRST), 1), (3, 5, 3), (1, 3, 1)),
    ],
)
def test_places_go_by_cards_on_the_foundations_then_by_fewer_moves_and_who_gave_up_is_last(state, cards, standing):
    view = rules.view(state, None)
    assert (scores(view), places(view)) == (cards, standing)


def test_how_far_a_race_is_is_told_by_the_cards_that_are_up():
    alone, race = (rules.setup(Options(deal=1), seats, Chance(bytes(32))) for seats in (1, 3))
    up = "-".join(map(str, scores(rules.view(race, None))))
    assert progress(rules.view(alone, None)) == f"{up.split('-')[0]}/52"
    assert progress(rules.view(race, None)) == f"{up}/52"
