"""What is said of Blocky, checked against positions written out by hand."""

from dataclasses import replace
from itertools import pairwise

from client.games.blocky.text import newest, say, sentences, standing, status
from engines.blocky.rules import give_up, takeback
from tests.support.games.blocky_tables import seen, state
from tests.support.games.boards import A, play, table
from tests.support.golden.sentences import for_each, golden_test

NAMES = ("ana", "ben")
FOUR = (*NAMES, "cleo", "dora")
SECRET = play(state(moves=2, goals="secret"), "rotate clockwise 0", "smash 1", "pass")


def told(*states, seat=0, names=NAMES):
    """What a seat hears as one state follows another."""
    views = [seen(each, seat) for each in states]
    return tuple(sentence for old, new in pairwise(views) for sentence in sentences(old, new, names, seat))


def test_of_a_move_taken_back_nothing_is_left_to_tell():
    after = play(state(), "rotate clockwise 0")
    assert told(after, takeback(after, 0), seat=1) == ()


def test_who_leads_and_by_how_much_is_told_as_far_as_goals_are_open():
    view = replace(seen(state(), None), scores=(3, 7))
    assert standing(view, NAMES, None) == "ben leads by 4"
    assert standing(replace(view, scores=(5, 5)), NAMES, None) == "level at 5"
    assert standing(replace(view, scores=(9, 2, 4, 1)), FOUR, None) == "ana leads by 5"
    assert standing(replace(view, scores=(9, 2, 4, 1), gone=(0,)), FOUR, None) == "cleo leads by 2"
    assert standing(seen(state(seats=1), None), NAMES, None) == ""
    assert standing(seen(state(goals="secret"), None), NAMES, None) == ""


SAID = {
    "moves that were missed are all told": lambda: told(
        state(seats=4), play(state(seats=4), "pass", "rotate clockwise 0", "pass", "pass"), names=FOUR
    ),
    "moves told while goals were secret are not told again at the end": lambda: (
        told(
            (last := play(state(moves=2, goals="secret"), "rotate clockwise 0", "smash 1", "pass")), play(last, "pass")
        ),
        newest(seen(last), seen(play(last, "pass")), NAMES, 0),
    ),
    "the status is moves made and scores ones own first": lambda: for_each(
        lambda at, seat: status(seen(at, seat), seat),
        [
            *((play(state(), "pass"), seat) for seat in (0, 1, None)),
            (play(state(goals="secret"), "pass"), 0),
            (play(state(moves=1), "pass", "pass"), None),
        ],
    ),
    "every move is told in a sentence with what it changed": lambda: for_each(
        lambda move: told((before := table(A, colours=(1, 0))), play(before, move), seat=None),
        [
            "rotate counter-clockwise 0",
            "rotate clockwise board",
            "swap horizontally 0",
            "swap vertically board",
            "combine 0",
            "paint 0.0",
            "pass",
        ],
    ),
    "a gain is told with its sign": lambda: told(
        (before := table("((3011)213)", colours=(3, 0))), play(before, "rotate clockwise 0"), seat=None
    ),
    "who is on turn next hears so": lambda: (
        told(state(), play(state(), "combine 0.1"), seat=1),
        told(state(), play(state(), "combine 0.1")),
    ),
    "a gain that would tell a secret goal is not told": lambda: told(
        (before := state(goals="secret")), play(before, "rotate clockwise 0"), seat=1
    )[0],
    "who plays alone is always on turn": lambda: told(state(seats=1), play(state(seats=1), "pass"))[-1],
    "who gave up while the others play on is left to the frame to tell": lambda: (
        told((before := play(state(seats=3), "pass")), (after := give_up(before, 2)), names=FOUR),
        newest(seen(before), seen(after), FOUR, 0),
    ),
    "what a resignation decided is told without scores and without the move before it": lambda: newest(
        seen(before := play(state(), "pass")), seen(give_up(before, 0)), NAMES, 0
    ),
    "the end is told with everyones goal and score": lambda: told(
        (last := play(state(moves=1, goals="secret"), "pass")), play(last, "combine 0.1")
    ),
    "who won is told": lambda: for_each(
        lambda over, seat: say(seen(over, seat), NAMES, seat)[-1],
        [
            (play(state(moves=1), "pass", "pass"), 0),
            (play(state(moves=1), "pass", "pass"), 1),
            (play(state(moves=1), "pass", "pass"), None),
            (play(state(moves=1, seats=1), "pass"), 0),
            (play(state(moves=1, seats=1), "pass"), None),
            (give_up(state(), 1), 0),
            (give_up(state(), 0), 0),
            (give_up(state(), 0), None),
            (give_up(state(seats=1), 0), 0),
        ],
    ),
    "a tie that is shared is told": lambda: say(
        seen(play(table(A, colours=(1, 0, 3), moves=1, ties="shared"), "pass", "pass", "paint 0.1")), FOUR, 0
    )[-1],
    "the newest is what was done since and whether it is ones turn": lambda: (
        newest(seen((before := state()), 1), seen((after := play(state(), "combine 0.1")), 1), NAMES, 1),
        newest(None, seen(after), NAMES, 0),
        newest(None, seen(before), NAMES, 0),
        newest(seen(after, 1), seen(after, 1), NAMES, 1)[0],
        newest(None, seen(play(state(moves=1), "pass", "pass")), NAMES, 0)[-1],
    ),
    "the position is said with the board as letters": lambda: say(seen(state()), NAMES, 0),
    "secret goals are said to be secret": lambda: (
        say(seen(play(state(goals="secret"), "pass", "paint 0.1.1")), NAMES, 0),
        say(seen(state(goals="secret")), NAMES, 0),
    ),
    "goals on the edge are said": lambda: say(seen(state(kind="perimeter")), NAMES, 0)[:3],
    "who waits is told for whom and who gave up": lambda: (
        say(seen(state(), 1), NAMES, 1)[-1],
        say(seen(give_up(state(seats=3), 2)), FOUR, 0),
    ),
}

test_said = golden_test(__name__, SAID)
