import pytest

from client.games.streets_and_alleys.deeds import begun_again, deeds, possible
from engines.streets_and_alleys.moves import Build, Raise
from engines.streets_and_alleys.view import table
from tests.support.street_tables import STREET, seen
from tests.support.streets import layout, play, race

DEALT = race(STREET)


def told(before, after, seat=0):
    """What was done between two states, as the seat's player sees it."""
    old, new = seen(before, seat), seen(after, seat)
    found = list(deeds(old, new, seat))
    assert not found or found[-1].after == table(new, seat)
    return [(deed.kind, deed.move) for deed in found]


def test_a_move_is_one_that_was_made():
    assert told(DEALT, play(DEALT, "MTT 0 1")) == [("made", Build(0, 1))]


def test_a_move_taken_back_is_undone_and_made_again_redone():
    moved = play(DEALT, "MTT 0 1")
    undone = play(moved, "U")
    assert told(moved, undone) == [("undone", Build(0, 1))]
    assert told(undone, play(undone, "Y")) == [("redone", Build(0, 1))]
    assert told(undone, play(undone, "MTT 2 5")) == [("made", Build(2, 5))]


def test_of_several_moves_between_two_views_each_is_told():
    moved = play(DEALT, "MTT 0 1", "MTF 7 3")
    elsewhere = play(moved, "U", "U", "MTT 2 5", "MTF 7 0")
    assert told(moved, elsewhere) == [
        ("undone", Raise(7, 3)),
        ("undone", Build(0, 1)),
        ("made", Build(2, 5)),
        ("made", Raise(7, 0)),
    ]


def test_where_nothing_was_done_nothing_is_told():
    assert told(DEALT, DEALT) == []


def test_a_hidden_table_tells_nothing():
    before = race(STREET, STREET)
    after = play(before, "MTT 0 1", seat=1)
    assert list(deeds(seen(before, 0), seen(after, 0), 1)) == []
    assert told(before, after, 1) == [("made", Build(0, 1))]


@pytest.mark.parametrize(
    ("moves", "last", "is_again"),
    [
        (["MTT 0 1"], "again", True),
        (["MTT 0 1", "U"], "again", True),
        (["MTT 0 1"], "U", False),
        (["MTT 0 1", "U"], "Y", False),
        ([], "MTT 0 1", False),
    ],
)
def test_beginning_again_is_no_undo(moves, last, is_again):
    before = play(DEALT, *moves)
    assert begun_again(seen(before), seen(play(before, last)), 0) is is_again


def test_who_watches_knows_a_beginning_from_one_undo():
    moved = play(DEALT, "MTT 0 1", "MTT 2 5")
    assert begun_again(seen(moved, None), seen(play(moved, "again"), None), 0)
    assert not begun_again(seen(play(moved, "U"), None), seen(play(moved, "U", "U"), None), 0)


def test_the_moves_that_are_possible_are_counted():
    assert possible(layout("3D", "4H")) == 13  # The 3 onto the 4, and each of both into one of six empty piles.
    assert possible(layout(*["KC"] * 4, *["QC"] * 4)) == 16
    assert possible(layout("3D", *["KC"] * 7)) == 0
