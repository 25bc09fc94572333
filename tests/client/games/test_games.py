import pytest

from client.games import find, never, no_aim, no_show
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


def test_a_game_may_do_without_marks_and_without_more_to_tell():
    with pytest.raises(ValueError, match=r"nothing to mark here\.$"):
        no_aim(None, None, "up")
    with pytest.raises(ValueError, match=r"reads the position\.$"):
        no_show(None, (), 0, "")
    assert not never(None)
