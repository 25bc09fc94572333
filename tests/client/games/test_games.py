import pytest

from client.games import Spots, find
from client.games.war import CLIENT
from engines.catalog import games


def test_a_game_with_a_file_is_found_by_its_name():
    assert find("war") is CLIENT


def test_every_game_there_is_can_be_played_on_the_client():
    for name, game in games().items():
        client = find(name)
        assert (client.name, client.View, client.Options) == (name, game.View, game.Options)
        assert client.describe(client.Options()) is not None


def test_a_game_nobody_knows_is_not_found():
    with pytest.raises(LookupError, match="does not know the game 'chess'"):
        find("chess")


@pytest.mark.parametrize("name", ["../war", "war.drawing", "", "os; import"])
def test_a_name_that_is_none_is_not_looked_for(name):
    with pytest.raises(LookupError, match="cannot be the name of a game"):
        find(name)


def test_the_marked_place_stays_among_the_places():
    three = Spots(("a", "b", "c"), 1)
    assert [three.marked(spot) for spot in (None, -1, 0, 2, 3)] == [1, 0, 0, 2, 2]
    assert Spots().marked(0) is None
