import pytest

from client.drawing.grammar import names_with_you
from client.games.streets_and_alleys.read_aloud import say
from client.games.streets_and_alleys.scores import game_end, progress, standing, standings
from engines.streets_and_alleys import rules
from tests.support.games.street_tables import NAMES, STREET, seen
from tests.support.games.streets import layout, play, race


@pytest.mark.parametrize(
    ("state", "seat", "end"),
    [
        (race(layout(foundations="KC KS KD KH"), STREET), 1, "ana won: all 52 cards are up."),
        (race(layout(foundations="KC KS KD KH"), STREET), 0, "You won!"),
        (rules.time_up(race(STREET, layout("AC"))), 0, "The time is up: you won."),
        (rules.time_up(race(STREET, layout("AC"))), 1, "The time is up: ana won."),
        (rules.time_up(race(STREET, STREET)), 0, "The time is up, and nobody is ahead of you and ben."),
        (rules.give_up(race(STREET, STREET), 1), 0, "Everyone else gave up: you won."),
        (rules.time_up(race(STREET)), 0, "The time is up: 3 of 52 cards up in 0 moves."),
        (rules.give_up(race(STREET), 0), 0, "The game was given up: 3 of 52 cards up in 0 moves."),
    ],
)
def test_the_end_says_who_won_and_why(state, seat, end):
    view = seen(state, seat)
    names = NAMES[: len(state.tables)]
    assert tuple(game_end(view, names_with_you(names, seat))) == (end,)
    assert say(view, names, seat)[-1] == end


def test_who_has_more_cards_up_stands_first_and_with_fewer_moves_before_others():
    state = race(layout("AC"), STREET, STREET, lines=("", "0110", ""))
    assert standings(seen(state)) == (2, 1, 0)


def test_a_seat_has_come_as_far_as_it_has_cards_up():
    view = seen(play(race(STREET, STREET), "MTF 7 0", seat=1))
    assert progress(view, 1) == "4 of 52 cards up in 1 move"
    assert standing(view, 0, ("You", "ben")) == "You have 3 of 52 cards up in 0 moves."
    gone = seen(rules.give_up(race(STREET, STREET, STREET), 1))
    assert standing(gone, 1, NAMES) == "ben has 3 of 52 cards up in 0 moves, and gave up."
