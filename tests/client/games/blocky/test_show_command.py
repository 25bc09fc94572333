"""What `show` reads aloud."""

from client.games.blocky.show_command import show
from tests.support.games.blocky_tables import seen, state
from tests.support.games.boards import play, table
from tests.support.golden.sentences import error_of, for_each, golden_test

NAMES = ("ana", "ben")
FIELD = seen(table("((3011)213)", colours=(3, 0)))


def read(words, view=FIELD, seat=0):
    return show(view, NAMES, seat, words)


SAID = {
    "a block is read with its parts and what can be done with it": lambda: read("0"),
    "a block of one colour is read by path or cell": lambda: for_each(read, ["1", "0,0 1", "at 1 1", "1,0"]),
    "a cell is read": lambda: read("2,0 2")[0],
    "the whole board is read with its rows": lambda: for_each(
        lambda words: ((said := read(words))[0], said[1], said[-4:]), ["", "board", "Whole"]
    ),
    "scores that are secret are not foretold": lambda: (
        show(seen(hidden := table("((3011)213)", colours=(3, 0), goals="secret")), NAMES, 0, "0"),
        show(seen(hidden, None), NAMES, None, "0"),
    ),
    "the moves are read in order": lambda: (
        show(seen(play(state(), "combine 0.1", "pass")), NAMES, 0, "turns"),
        show(seen(state()), NAMES, 0, "log"),
    ),
    "what is not there is not read": lambda: for_each(lambda words: error_of(lambda: read(words)), ["x", "1.1", "4,0"]),
}

test_said = golden_test(__name__, SAID)
