import pytest

from client.games import find
from client.games.spec import Marking, Saying
from client.games.war import CLIENT
from tests.support.games import blocky_tables as blocky
from tests.support.games import street_tables as streets
from tests.support.games import streets as street
from tests.support.games import tower_tables as tower
from tests.support.games import towers
from tests.support.golden.sentences import error_of, for_each, golden_test

DRAWN = towers.play(tower.state(), "take pile")
STREET_PLAYED = streets.seen(street.play(street.race(streets.STREET), "MTT 0 1", "MTT 2 5", "U"))


def game_of(view):
    return find(type(view).__module__.split(".")[1])


def test_a_game_with_a_file_is_found_by_its_name():
    assert find("war") is CLIENT


@pytest.mark.parametrize("name", ["tower_blaster", "blocky", "streets_and_alleys"])
def test_the_default_of_an_option_is_offered_first(name):
    for choice in find(name).setup.choices:
        assert next(iter(choice.values)) == getattr(find(name).Options(), choice.field)


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        (
            blocky.seen(blocky.state()),
            {"rotate clockwise 0.1": "D", "swap vertically board": "E", "smash 1": "Space", "pass": "Tab Tab"},
        ),
        (tower.seen(tower.state()), {"take discard": "d", "take pile": "p"}),
        (tower.seen(DRAWN), {"place 4": "4", "place 10": "0", "reject": "x"}),
        (streets.street(), {"MTT 0 1": "0 1", "MTF 7 0": "7 f", "MTF 7 3": "7 F 3", "MFT 1 0": "f 1 0"}),
        (STREET_PLAYED, {"U": "u", "Y": "y", "again": "R"}),
    ],
)
def test_every_move_has_its_keys(view, keys):
    assert {move: game_of(view).marking.keys_for(view, move) for move in keys} == keys


SAID = {
    "a game nobody knows is not found": lambda: error_of(lambda: find("chess")),
    "a name that is none is not looked for": lambda: for_each(
        lambda name: error_of(lambda: find(name)), ["../war", "war.drawing", "", "os; import"]
    ),
    "a game may do without marks and without more to tell": lambda: (
        error_of(lambda: Marking().aim(None, None, "up")),
        error_of(lambda: Saying().show(None, (), 0, "")),
    ),
}

test_said = golden_test(__name__, SAID)
