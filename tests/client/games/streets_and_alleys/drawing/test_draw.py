"""The table in every size and at every stage: every card can be read."""

import math
import re
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from client.games.streets_and_alleys import CLIENT
from client.games.streets_and_alleys.card_names import PLACES, short
from client.games.streets_and_alleys.drawing.draw import END_WIDTH, draw
from client.games.streets_and_alleys.selection import aim
from engines.cards import DECK, SUITS
from engines.streets_and_alleys.layout import Layout, height
from engines.streets_and_alleys.rules import give_up, time_up
from engines.streets_and_alleys.view import table
from tests.support.builders.scenes import is_whole
from tests.support.games.street_tables import LONGEST, STREET, dealt, faces, lines, nearly_won, scene, seen
from tests.support.games.streets import layout, play, race

pytestmark = pytest.mark.slow

SIZES = ((100, 27), (80, 19), (60, 15), (140, 40), (99, 22), (61, 16))
SIZE = st.tuples(st.integers(60, 160), st.integers(15, 60))
LONG = layout(LONGEST, "KD QC 9D", "", "4D 2H", "KC QD JS 10H", "", "6D", "3C", foundations="AS - AD -")
RACE = race(STREET, LONG, nearly_won(), dealt(3).tables[0].layout)
STAGES = {
    "dealt": dealt(),
    "street": race(STREET),
    "long": race(LONG),
    "nearly won": race(nearly_won()),
    "race": RACE,
    "shown race": race(*(at.layout for at in RACE.tables), shown=True),
}


def shows_all(drawing, at):
    """Whether every card of a table can be read where it lies."""
    for word, place in PLACES.items():
        top = place.top(at)
        cards = at.piles[place.number] if place.is_pile else (top,) if top else ()
        assert faces(drawing, word) == [short(card) for card in cards], word
    return True


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["dealt", "street", "long", "nearly won", "race"])
def test_every_card_of_the_table_can_be_read(size, stage):
    state = STAGES[stage]
    assert shows_all(draw(scene(seen(state), *size)), state.tables[0].layout)


@st.composite
def layouts(draw):
    """Any layout of the 52 cards in which no pile is longer than piles can be."""
    up = [draw(st.integers(0, 13)) for _ in range(4)]
    suits = draw(st.permutations(range(4)))
    rest = [card for card in draw(st.permutations(DECK)) if height(card) > up[card.suit]]
    tops = {(card.suit, height(card)): card for card in DECK}
    cuts = [0]
    for pile in range(8):
        left = len(rest) - cuts[-1]
        least = max(0, left - 19 * (7 - pile))
        cuts.append(cuts[-1] + draw(st.integers(least, min(19, left))))
    piles = tuple(tuple(rest[begin:end]) for begin, end in pairwise(cuts))
    return Layout(piles, tuple(tops.get((suit, up[suit])) for suit in suits))


@given(at=layouts(), size=SIZE)
@settings(max_examples=150)
def test_every_card_of_any_layout_can_be_read_at_any_size(at, size):
    assume(any(at.piles))  # else all is won, and nothing can be clicked
    drawing = draw(scene(seen(race(at)), *size))
    assert is_whole(drawing, size)
    assert shows_all(drawing, at)


WORDS = st.sampled_from([*PLACES, "up", "down", "left", "right", "here", "home", "given", "nothing", "find 7h"])


@given(
    number=st.integers(1, 10**9 - 1),
    steps=st.lists(st.integers(0, 999) | WORDS, max_size=60),
    size=SIZE,
    seats=st.integers(1, 4),
    pane=st.integers(0, 5),
)
@settings(max_examples=80)
def test_whatever_is_played_and_marked_the_table_is_drawn_whole(number, steps, size, seats, pane):
    state, mark = dealt(number, seats, shown=number % 2 == 0), None
    for step in steps:
        moves = CLIENT.legal(seen(state))
        if isinstance(step, int) and moves:
            state = play(state, moves[step % len(moves)])
        elif isinstance(step, str):
            with suppress(ValueError):
                mark = aim(seen(state), mark, step)
    view = seen(state)
    assert is_whole(draw(scene(view, *size, mark=mark, pane=pane)), size)
    unmarked = draw(scene(view, *size))
    assert shows_all(unmarked, table(view, 0))


@pytest.mark.parametrize(
    ("stage", "begins"),
    [("race", ["3/52", "The", "3/52"]), ("shown race", ["3/52", "ben", "cleo", "dora", "The", "3/52"])],
)
def test_the_panes_of_a_race_take_turns(stage, begins):
    view = seen(STAGES[stage])
    assert [lines(draw(scene(view, pane=pane)))[0].split()[0] for pane in range(len(begins))] == begins


@pytest.mark.parametrize(("size", "columns"), [((200, 55), 2), ((140, 40), 2), ((100, 27), 1)])
def test_tables_that_are_shown_stand_side_by_side_where_there_is_room(size, columns):
    for seat in (0, None):
        first = lines(draw(scene(seen(STAGES["shown race"], seat), *size)))[0]
        assert first.count("/52 up") == columns


@pytest.mark.parametrize("size", [(200, 55), (140, 40)])
def test_a_racer_sees_the_foundations_of_the_others_beside_the_own_table(size):
    drawing = draw(scene(seen(RACE), *size))
    assert is_whole(drawing, size)
    drawn = "\n".join(lines(drawing))
    assert drawn.count("/52") == len(RACE.tables)
    tops = {short(top) for at in RACE.tables for top in at.layout.foundations if top}
    assert all(top in drawn for top in tops)


def test_a_win_lays_every_card_out_one_after_another_and_at_once_without_motion():
    won = seen(race(layout(foundations="KC KS KD KH")))
    counts = []
    for age_s in (0.2, 0.8, math.inf):
        drawing = draw(scene(won, age_s=age_s))
        counts.append(sum(line.count(suit) for line in lines(drawing)[1:-1] for suit in SUITS))
        assert (drawing.again_s is None) == (age_s == math.inf)
        assert not any(line[-39:].strip() for line in lines(drawing)[1:])
    assert 0 < counts[0] < counts[1] < counts[2] == 52


@pytest.mark.parametrize("size", SIZES)
def test_a_spectator_of_a_race_sees_no_cards_that_are_hidden(size):
    drawing = draw(scene(seen(RACE, None), *size))
    assert not drawing.regions
    assert "The race" in lines(drawing)[0]


@pytest.mark.parametrize("size", SIZES)
def test_the_others_are_seen_from_ones_own_table(size):
    drawn = "\n".join(lines(draw(scene(seen(RACE), *size))))
    for name, cards in (("ben", 2), ("cleo", 47), ("dora", 0)):
        assert name in drawn
        assert f"{cards}/52" in drawn


ENDED = {
    "resigned": give_up(dealt(), 0),
    "won": race(layout(foundations="KC KS KD KH")),
    "race lost": race(dealt().tables[0].layout, layout(foundations="KC KS KD KH")),
    "race of three": time_up(race(dealt().tables[0].layout, STREET, LONG)),
    "race of four": time_up(RACE),
}


@pytest.mark.parametrize("stage", ENDED)
@pytest.mark.parametrize("size", [(100, 27), (140, 40), (200, 55)])
def test_nothing_lies_where_the_end_is_told(stage, size):
    view = seen(ENDED[stage])
    drawn = lines(draw(scene(view, *size)))
    rows = 8 + max(2, len(view.moves))
    assert not any(line[-END_WIDTH:].strip() for line in drawn[-rows:])


@pytest.mark.parametrize("size", [(60, 15), (80, 19)])
def test_what_stands_below_a_win_ends_before_where_the_end_is_told(size):
    drawing = draw(scene(seen(ENDED["won"]), *size))
    below = lines(drawing)[-1]
    assert not drawing.is_full
    assert not below[-END_WIDTH:].strip()
    assert "…" not in below


@pytest.mark.parametrize("size", [(60, 15), (80, 19)])
@pytest.mark.parametrize("stage", ["resigned", "race lost", "race of four"])
def test_where_cards_take_the_whole_width_the_end_is_told_beside_none_of_them(stage, size):
    drawing = draw(scene(seen(ENDED[stage]), *size))
    assert drawing.is_full
    assert "…" not in lines(drawing)[-1]


@pytest.mark.parametrize("size", [(60, 15), (100, 27), (200, 55)])
def test_the_standings_of_a_race_need_no_panel_that_tells_them_again(size):
    assert draw(scene(seen(ENDED["race of four"]), *size, pane=-1)).is_full


@pytest.mark.parametrize("size", [(60, 15), (80, 19), (100, 27)])
def test_everybodys_progress_is_told_uncut_below_the_own_table(size):
    drawn = "\n".join(lines(draw(scene(seen(RACE), *size))))
    for name, up in (("ben", 2), ("cleo", 47), ("dora", 0)):
        assert re.search(rf"{name} +{up}/52", drawn)
