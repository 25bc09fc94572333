from client.games.streets_and_alleys.history import count_moves, has_restarted, history_entries
from engines.streets_and_alleys.view import table
from tests.support.games.street_tables import STREET, seen
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import for_each, golden_test

DEALT = race(STREET)


def told(before, after, seat=0):
    """What was done between two states, as the seat's player sees it."""
    old, new = seen(before, seat), seen(after, seat)
    found = list(history_entries(old, new, seat))
    assert not found or found[-1].after == table(new, seat)
    return [(deed.kind, deed.move) for deed in found]


def test_the_moves_that_are_possible_are_counted():
    assert count_moves(layout("3D", "4H")) == 13  # The 3 onto the 4, and each of both into one of six empty piles.
    assert count_moves(layout(*["KC"] * 4, *["QC"] * 4)) == 16
    assert count_moves(layout("3D", *["KC"] * 7)) == 0


SAID = {
    "a move is one that was made": lambda: told(DEALT, play(DEALT, "MTT 0 1")),
    "a move taken back is undone and made again redone": lambda: (
        told((moved := play(DEALT, "MTT 0 1")), (undone := play(moved, "U"))),
        told(undone, play(undone, "Y")),
        told(undone, play(undone, "MTT 2 5")),
    ),
    "of several moves between two views each is told": lambda: told(
        (moved := play(DEALT, "MTT 0 1", "MTF 7 3")), play(moved, "U", "U", "MTT 2 5", "MTF 7 0")
    ),
    "where nothing was done nothing is told": lambda: told(DEALT, DEALT),
    "a hidden table tells nothing": lambda: (
        list(
            history_entries(
                seen((before := race(STREET, STREET)), 0), seen((after := play(before, "MTT 0 1", seat=1)), 0), 1
            )
        ),
        told(before, after, 1),
    ),
    "beginning again is no undo": lambda: for_each(
        lambda moves, last: has_restarted(seen(before := play(DEALT, *moves)), seen(play(before, last)), 0),
        [
            (["MTT 0 1"], "again"),
            (["MTT 0 1", "U"], "again"),
            (["MTT 0 1"], "U"),
            (["MTT 0 1", "U"], "Y"),
            ([], "MTT 0 1"),
        ],
    ),
    "who watches knows a beginning from one undo": lambda: (
        has_restarted(seen((moved := play(DEALT, "MTT 0 1", "MTT 2 5")), None), seen(play(moved, "again"), None), 0),
        has_restarted(seen(play(moved, "U"), None), seen(play(moved, "U", "U"), None), 0),
    ),
}

test_said = golden_test(__name__, SAID)
