import pytest

from client.games import find
from client.games.spec import no_takeback, refuse_aim, refuse_show
from client.games.war import CLIENT
from engines.catalog import games
from tests.support.builders.tables import war_view
from tests.support.games import blocky_tables as blocky
from tests.support.games import street_tables as streets
from tests.support.games import tower_tables as tower
from tests.support.golden.sentences import error_of, for_each, golden_test


def test_a_game_with_a_file_is_found_by_its_name():
    assert find("war") is CLIENT


def test_every_game_there_is_can_be_played_on_the_client():
    for name, game in games().items():
        client = find(name)
        assert (client.name, client.View, client.Options) == (name, game.View, game.Options)
        assert client.describe(client.Options()) is not None


@pytest.mark.parametrize("client", list(map(find, games())), ids=list(games()))
def test_every_value_that_is_offered_can_be_played(client):
    for choice in client.choices:
        for value in choice.values:
            assert getattr(client.Options(**{choice.field: value}), choice.field) == value


@pytest.mark.parametrize("name", ["tower_blaster", "blocky", "streets_and_alleys"])
def test_the_default_of_an_option_is_offered_first(name):
    for choice in find(name).choices:
        assert next(iter(choice.values)) == getattr(find(name).Options(), choice.field)


@pytest.mark.parametrize("view", [war_view(), tower.seen(tower.state()), blocky.seen(blocky.state()), streets.street()])
def test_a_first_view_is_no_news(view):
    name = type(view).__module__.split(".")[1]
    assert find(name).sentences(None, view, ("ana", "ben"), 0) == ()


SAID = {
    "a game nobody knows is not found": lambda: error_of(lambda: find("chess")),
    "a name that is none is not looked for": lambda: for_each(
        lambda name: error_of(lambda: find(name)), ["../war", "war.drawing", "", "os; import"]
    ),
    "a game may do without marks and without more to tell": lambda: (
        error_of(lambda: refuse_aim(None, None, "up")),
        error_of(lambda: refuse_show(None, (), 0, "")),
        no_takeback(None),
    ),
}

test_said = golden_test(__name__, SAID)
