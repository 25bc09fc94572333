from client.games.tower_blaster import CLIENT, describe
from engines.tower_blaster.view import Options
from tests.support.games.tower_tables import seen, state
from tests.support.games.towers import play

SLOTS = tuple(f"place {slot}" for slot in range(1, 11))


def test_the_moves_are_the_rules_own():
    assert CLIENT.legal(seen(state())) == ("take discard", "take pile")
    assert CLIENT.legal(seen(play(state(), "take pile"))) == (*SLOTS, "reject")
    assert CLIENT.legal(seen(play(state(), "take discard"))) == SLOTS
    assert CLIENT.legal(seen(state(), 0)) == ()


def test_a_table_is_described_by_what_is_not_as_usual():
    assert describe(Options()) == ""
    assert describe(Options(open_first_tower=True, turn_limit=60)) == "60 turns, first tower shown"


def test_every_option_is_offered_with_its_default_first():
    for choice in CLIENT.choices:
        assert next(iter(choice.values)) == getattr(Options(), choice.field)


def test_it_takes_thought_and_nothing_in_it_stirs():
    assert CLIENT.forced is None
    assert not CLIENT.moment(seen(state()), seen(play(state(), "take pile")))
