from client.drawing.grammar import names_with_you
from client.games.streets_and_alleys.read_aloud import say
from client.games.streets_and_alleys.scores import game_end, lead, progress, standing, standings
from engines.streets_and_alleys import rules
from tests.support.games.street_tables import NAMES, STREET, seen
from tests.support.games.streets import layout, play, race
from tests.support.golden.sentences import for_each, golden_test

ALL_UP = layout(foundations="KC KS KD KH")


def end(state, seat):
    """How a game ended for a seat, which the position says last."""
    view, names = seen(state, seat), NAMES[: len(state.tables)]
    (sentence,) = game_end(view, names_with_you(names, seat))
    assert say(view, names, seat)[-1] == sentence
    return sentence


def test_who_has_more_cards_up_stands_first_and_with_fewer_moves_before_others():
    state = race(layout("AC"), STREET, STREET, lines=("", "0110", ""))
    assert standings(seen(state)) == (2, 1, 0)


SAID = {
    "the end says who won and why": lambda: for_each(
        lambda number, state, seat: end(state, seat),
        [
            (1, race(ALL_UP, STREET), 1),
            (2, race(ALL_UP, STREET), 0),
            (3, rules.time_up(race(STREET, layout("AC"))), 0),
            (4, rules.time_up(race(STREET, layout("AC"))), 1),
            (5, rules.time_up(race(STREET, STREET)), 0),
            (6, rules.give_up(race(STREET, STREET), 1), 0),
            (7, rules.give_up(rules.give_up(race(STREET, STREET), 1), 0), 0),
            (8, rules.time_up(race(STREET)), 0),
            (9, rules.give_up(race(STREET), 0), 0),
        ],
    ),
    "it is said who leads and by how much": lambda: [
        lead(view, names_with_you(NAMES[: len(view.moves)], seat))
        for seat, view in [
            (0, seen(play(race(STREET, STREET), "MTF 7 0"))),
            (1, seen(play(race(STREET, STREET), "MTF 7 0"), 1)),
            (None, seen(race(STREET, STREET), None)),
            (0, seen(race(STREET, STREET, lines=("0110", "01")))),
            (0, seen(rules.give_up(race(STREET, STREET, STREET), 0))),
        ]
    ],
    "a seat has come as far as it has cards up": lambda: (
        progress(view := seen(play(race(STREET, STREET), "MTF 7 0", seat=1)), 1),
        standing(view, 0, ("You", "ben")),
        standing(seen(rules.give_up(race(STREET, STREET, STREET), 1)), 1, NAMES),
    ),
}

test_said = golden_test(__name__, SAID)
