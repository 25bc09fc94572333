from client.commands.game_menu import index_of, menu_games, tour_games
from tests.support.builders.stores import PARTY, WAR, lobby_store
from tests.support.games.blocky_tables import SHEET as BLOCKY

STORE = lobby_store(games=(BLOCKY, PARTY, WAR))


def test_the_game_that_a_newcomer_begins_with_is_offered_first_and_the_others_as_the_server_has_them():
    assert [sheet.name for sheet in menu_games(STORE)] == ["war", "blocky", "party"]
    assert menu_games(lobby_store(games=())) == ()


def test_a_game_without_a_tour_is_not_among_those_to_learn():
    assert [sheet.name for sheet in tour_games(STORE)] == ["war", "blocky"]


def test_a_game_stands_at_its_place_and_one_that_is_not_there_at_the_first():
    assert index_of(menu_games(STORE), "party") == 2
    assert index_of(menu_games(STORE), "chess") == 0
