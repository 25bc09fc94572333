from client.games import find
from client.games.spec import no_takeback, refuse_aim, refuse_show
from client.games.war import CLIENT
from engines.catalog import games
from tests.support.golden.sentences import error_of, for_each, golden_test


def test_a_game_with_a_file_is_found_by_its_name():
    assert find("war") is CLIENT


def test_every_game_there_is_can_be_played_on_the_client():
    for name, game in games().items():
        client = find(name)
        assert (client.name, client.View, client.Options) == (name, game.View, game.Options)
        assert client.describe(client.Options()) is not None


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
