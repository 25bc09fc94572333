from itertools import islice

from client.games.streets_and_alleys import CLIENT
from client.games.streets_and_alleys.text import newest, race_standing, sentences, status
from tests.support.games.street_tables import NAMES, STREET, dealt, nearly_won, seen
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import for_each, golden_test

DEALT = race(STREET)
TWO = NAMES[:2]


def told(before, *moves, seat=0, mover=0):
    after = play(before, *moves, seat=mover)
    return sentences(seen(before, seat), seen(after, seat), NAMES[: len(before.tables)], seat)


def eye(before, *moves, seat=0, mover=0):
    after = play(before, *moves, seat=mover)
    return newest(seen(before, seat), seen(after, seat), NAMES[: len(before.tables)], seat)


def test_beginning_again_reads_the_deal_out():
    (move,) = islice(CLIENT.legal(seen(dealt(5))), 1)
    said = told(play(dealt(5), move), "again")
    assert said[0] == "This deal starts over."
    assert said[1].startswith("Pile 0, 7 cards, top ")


def test_who_is_ahead_in_a_race_is_told_to_whoever_watches_and_nothing_of_a_solitaire():
    ahead = seen(play(race(STREET, STREET), "MTF 7 0"), None)
    assert race_standing(ahead, TWO, None).startswith(f"{TWO[0]} leads by ")
    assert race_standing(seen(dealt(5)), NAMES[:1], 0) == ""


SAID = {
    "of a race one does not play in no cards are told": lambda: for_each(
        lambda move: (told((shown := race(STREET, STREET, shown=True)), move, seat=None), eye(shown, move, seat=None)),
        ["MTT 0 1", "MTF 7 0"],
    ),
    "the status counts cards and moves": lambda: (
        status(seen(play(DEALT, "MTF 7 0")), 0),
        status(seen(race(STREET, layout("AC")), None), None),
    ),
    "a move is a line with what lies there now and how many are possible": lambda: (
        told(DEALT, "MTT 0 1"),
        told(DEALT, "MTF 7 3"),
        told(DEALT, "MFT 1 0")[0],
        told(DEALT, "MTT 2 5")[0],
    ),
    "an undo names the command undone": lambda: (
        told((moved := play(DEALT, "MTT 0 1")), "U"),
        told(play(moved, "U"), "Y")[0],
    ),
    "a table where nothing can be moved says so": lambda: told(
        race(layout("KC 3H", "9H AC", *["KD"] * 6, foundations="- AS AD AH")), "MTF 1 0"
    ),
    "a win is told in the words of the rules and then the board": lambda: told(
        race(nearly_won()), *["MTF 0 0", "MTF 0 3", "MTF 1 3", "MTF 2 1", "MTF 3 2"]
    )[-4:],
    "the others are told of when they bring cards up": lambda: (
        told((both := race(STREET, STREET)), "MTT 0 1", mover=1),
        told(both, "MTF 7 0", mover=1),
    ),
    "for the eye a move is told in few words": lambda: (
        eye(DEALT, "MTT 0 1"),
        eye((moved := play(DEALT, "MTT 0 1")), "again"),
        eye(moved, "U"),
        eye(play(moved, "U"), "Y"),
        eye(race(STREET, STREET), "MTF 7 0", mover=1),
    ),
    "before the first move the eye reads what to do": lambda: newest(None, seen(DEALT), ("ana",), 0),
    "who watches is told every move of one alone and nothing of keys": lambda: (
        newest(None, seen(DEALT, None), ("ana",), None),
        told(DEALT, "MTT 0 1", seat=None)[0],
    ),
    "who comes back reads the last move": lambda: newest(None, seen(play(DEALT, "MTT 0 1")), ("ana",), 0),
}

test_said = golden_test(__name__, SAID)
