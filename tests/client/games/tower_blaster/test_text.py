"""What is said of Tower Blaster, checked against positions written out by hand."""

from itertools import pairwise

import pytest

from client.games.tower_blaster.text import deeds, helps, in_words, newest, say, sentences, show, status, taken_by
from engines.tower_blaster.rules import final
from tests.support.games.tower_tables import MINE, seen, state
from tests.support.games.towers import STABLE, TOPSY, UPSIDE_DOWN, bricks, play, table
from tests.support.golden.sentences import for_each, golden_test

NAMES = ("careful", "ana")
TAKING = ("take discard", "place 1")
KEEPING = ("take pile", "place 4")
REJECTING = ("take pile", "reject")


def told(before, *moves, seat=1, step=False):
    """What a seat hears of moves, of each of them by itself or of all together."""
    states = [before]
    for move in moves:
        states.append(play(states[-1], move))
    if not step:
        states = [states[0], states[-1]]
    views = [seen(state, seat) for state in states]
    return tuple(sentence for old, new in pairwise(views) for sentence in sentences(old, new, NAMES, seat))


@pytest.mark.parametrize("step", [True, False])
@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (TAKING, "careful took 1 from the discard pile and threw away 60."),
        (REJECTING, "careful drew 2 from the pile and rejected it."),
        (KEEPING, "careful drew a brick, kept it and threw away 42."),
    ],
)
def test_a_turn_of_the_other_side_is_told_once_when_it_has_ended(moves, sentence, step):
    assert told(table(), *moves, step=step) == (sentence, "It's your turn.")


def test_the_past_is_told_by_turns():
    after = seen(play(state(), *KEEPING, *TAKING))
    second = ("Turn 2.", "You drew 20, kept it and threw away 12.")
    third = ("Turn 3.", "careful took 12 from the discard pile and threw away 60.")
    assert show(after, NAMES, 1, "2") == second
    assert show(after, NAMES, 1, "") == (*second, *third)


SAID = {
    "ones own turn is told as it is made": lambda: (
        told(state(), *KEEPING, step=True),
        told(state(), *TAKING, step=True),
        told(state(), *REJECTING, step=True)[-1],
    ),
    "ones own turn that was missed is told whole": lambda: told(state(), *KEEPING),
    "turns that were skipped are all told": lambda: told(state(), *TAKING, *TAKING),
    "the filling of the pile is told": lambda: told(state(pile="20", discard="1 41"), *REJECTING)[-1],
    "a spectator hears of both by name and of no brick that was kept": lambda: told(
        state(), *KEEPING, *TAKING, seat=None, step=True
    ),
    "a game that is won is told with both towers": lambda: told(
        state(second="60 7 13 20 26 31 38 44 50 57", discard="1 2", pile="3 4"), "take discard", "place 1"
    ),
    "a game whose turns are used up is told with its runs": lambda: for_each(
        lambda second: told(state(second=second, turn_limit=2, pile="20 2 3"), *REJECTING), [MINE, TOPSY]
    ),
    "the newest is the brick in hand or the last turn": lambda: (
        newest(seen(state()), seen(drawn := play(state(), "take pile")), NAMES, 1),
        newest(seen(state()), seen(play(state(), "take discard")), NAMES, 1),
        newest(seen(drawn), seen(placed := play(drawn, "place 4")), NAMES, 1),
        newest(None, seen(placed), NAMES, 1),
        newest(seen(drawn, 0), seen(placed, 0), NAMES, 0),
        newest(None, seen(state()), NAMES, 1),
    ),
    "the position is said with what there is to do": lambda: say(seen(state()), NAMES, 1),
    "the brick in hand is said with where it helps": lambda: say(seen(play(state(), "take pile")), NAMES, 1)[-3:],
    "who waits is told for whom": lambda: (
        say(seen(state(), 0), NAMES, 0)[-1],
        say(seen(play(state(), "take pile"), 0), NAMES, 0)[-1],
        say(seen(play(state(), "take discard"), 0), NAMES, 0)[-1],
    ),
    "what everyone saw of the other side is said": lambda: (
        taken_by(seen(after := play(table(), *TAKING)), 0),
        say(seen(after), NAMES, 1),
        say(seen(table(dealt=bricks(UPSIDE_DOWN))), NAMES, 1),
    ),
    "an empty discard pile is said": lambda: say(seen(play(table(discard="1"), "take discard")), NAMES, 1),
    "a game given up has no result of its own and both towers are said": lambda: (
        (said := sentences(seen(state()), final(state(), 1), NAMES, 1)),
        sum("tower" in sentence for sentence in said),
    ),
    "at the end both towers are said": lambda: say(seen(state(second=STABLE), None), NAMES, None),
    "where a brick helps is said for any number of slots": lambda: (
        helps(bricks(STABLE), 27),
        helps(bricks("60 59 20 27 34 40 45 50 54 57"), 5),
    ),
    "what everybody knows is told to those who watch": lambda: for_each(
        lambda moves: list(in_words(seen(play(table(), *moves), None), NAMES)),
        [(), ("take pile",), TAKING, (*TAKING, *REJECTING), (*REJECTING, *TAKING, *REJECTING, *REJECTING, *REJECTING)],
    ),
    "what each did is counted": lambda: [
        deeds(seen(play(table(), *TAKING, *REJECTING, *KEEPING), None), seat) for seat in (0, 1)
    ],
    "the status is the turn": lambda: status(seen(state()), 1),
}

test_said = golden_test(__name__, SAID)
