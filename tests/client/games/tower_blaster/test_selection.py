import pytest

from client.games.tower_blaster.selection import aim, hinted_selection, marked_move, selected_slot
from engines.tower_blaster.view import Place, Reject, Take
from tests.support.games.tower_tables import mark, seen, state
from tests.support.games.towers import STABLE, play

DRAWN = play(state(), "take pile")


@pytest.mark.parametrize(("state", "seat", "slot"), [(DRAWN, 1, 3), (play(state(discard="41"), "take discard"), 0, 0)])
def test_at_first_the_slot_is_marked_where_the_brick_does_most(state, seat, slot):
    assert selected_slot(seen(state, seat), None) == slot


@pytest.mark.parametrize(("slot", "way", "then"), [(3, "up", 2), (0, "up", 0), (0, "down", 1), (9, "down", 9)])
def test_the_mark_goes_up_and_down_as_far_as_the_tower(slot, way, then):
    assert selected_slot(seen(DRAWN), aim(seen(DRAWN), mark(seen(DRAWN), slot), way)) == then


def test_every_decision_begins_with_the_best_slot():
    before = mark(seen(state()), 8)
    assert selected_slot(seen(state()), before) == 8
    assert selected_slot(seen(DRAWN), before) == 3
    placed = play(DRAWN, "place 4")
    assert selected_slot(seen(placed), mark(seen(DRAWN), 8)) == selected_slot(seen(placed), None)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_slot_marked_while_the_other_side_moves_stays_marked_when_it_has(seat):
    begun = state(turns=1 + seat)
    waiting = mark(seen(begun, seat), 8)
    taken = play(begun, "take pile")
    assert selected_slot(seen(taken, seat), waiting) == 8
    assert selected_slot(seen(play(taken, "place 1"), seat), waiting) == 8


@pytest.mark.parametrize(
    ("view", "word", "why"),
    [
        (seen(state(), None), "up", "There's no slot to mark."),
        (seen(state(second=STABLE)), "up", "There's no slot to mark."),
        (seen(DRAWN), "left", "'aim' takes up or down"),
    ],
)
def test_nothing_is_marked_without_a_tower_to_build_or_by_other_words(view, word, why):
    with pytest.raises(ValueError, match=why):
        aim(view, None, word)


def test_a_hint_marks_its_slot_or_what_else_there_is_to_do():
    taking, placing = seen(state()), seen(DRAWN)
    assert marked_move(placing, hinted_selection(placing, None, "place 7")) == Place(7)
    assert selected_slot(placing, hinted_selection(placing, None, "place 7")) == 6
    assert marked_move(placing, hinted_selection(placing, mark(placing, 8), "reject")) == Reject()
    assert marked_move(taking, hinted_selection(taking, None, "take pile")) == Take("pile")


def test_what_a_hint_marked_stands_until_another_slot_is_marked_or_a_move_is_made():
    taking = seen(state())
    hint = hinted_selection(taking, mark(taking, 8), "take discard")
    assert selected_slot(taking, hint) == 8
    assert marked_move(taking, aim(taking, hint, "up")) == Place(8)
    assert marked_move(seen(DRAWN), hint) == Place(4)
