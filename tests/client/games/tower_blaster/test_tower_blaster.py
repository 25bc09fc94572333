from client.games.tower_blaster import CLIENT, describe
from engines.tower_blaster.view import Options
from tests.support.games.tower_tables import seen, state
from tests.support.games.towers import play
from tests.support.golden.sentences import for_each, golden_test

SLOTS = tuple(f"place {slot}" for slot in range(1, 11))


def test_the_moves_are_the_rules_own():
    assert CLIENT.legal(seen(state())) == ("take discard", "take pile")
    assert CLIENT.legal(seen(play(state(), "take pile"))) == (*SLOTS, "reject")
    assert CLIENT.legal(seen(play(state(), "take discard"))) == SLOTS
    assert CLIENT.legal(seen(state(), 0)) == ()


SAID = {
    "a table is described by what is not as usual": lambda: for_each(
        describe, [Options(), Options(open_first_tower=True, turn_limit=60)]
    ),
}

test_said = golden_test(__name__, SAID)
