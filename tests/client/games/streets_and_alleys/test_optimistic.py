from client.games.streets_and_alleys.optimistic import ahead
from engines.chance import Chance
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.view import legal, read, text
from tests.support.games.street_tables import STREET, dealt, seen
from tests.support.games.streets import race

NO_CHANCE = Chance.from_seed(b"none", "")


def is_foreseen(state, move):
    return ahead(seen(state), move) == seen(rules.apply(state, 0, read(move), NO_CHANCE))


def test_every_move_is_foreseen_as_the_rules_make_it():
    for move in legal(seen(race(STREET))):
        assert is_foreseen(race(STREET), text(move))


def test_so_is_what_is_taken_back_made_again_and_begun_anew():
    state = dealt(14, seats=2)
    for move in ("MTF 3 3", "MTT 4 1", "U", "U", "Y", "again"):
        if move in {text(legal_move) for legal_move in legal(seen(state))}:
            assert is_foreseen(state, move)
            state = rules.apply(state, 0, read(move), NO_CHANCE)
    assert state == dealt(14, seats=2)
