import pytest

from client.commands.game_menu import index_of, level_of, menu_games, names_of, tour_games, usual_level
from client.state.habits import Habits
from tests.support.builders.stores import PARTY, SOLO, WAR, lobby_store
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS

STORE = lobby_store(games=(BLOCKY, PARTY, WAR))


def test_the_game_that_a_newcomer_begins_with_is_offered_first_and_the_others_as_the_server_has_them():
    assert [sheet.name for sheet in menu_games(STORE)] == ["war", "blocky", "party"]
    assert menu_games(lobby_store(games=())) == ()


def test_a_game_without_a_tour_is_not_among_those_to_learn():
    assert [sheet.name for sheet in tour_games(STORE)] == ["war", "blocky"]


def test_a_game_stands_at_its_place_and_one_that_is_not_there_at_the_first():
    assert index_of(menu_games(STORE), "party") == 2
    assert index_of(menu_games(STORE), "chess") == 0


def test_a_newcomer_plays_against_the_level_in_the_middle():
    assert usual_level(BLOCKY, Habits()) == "wise-4"
    assert usual_level(PARTY, Habits()) == "random"
    assert usual_level(WAR, Habits()) == "flipper"


def test_whoever_has_played_plays_against_the_level_of_last_time():
    habits = Habits(opponents={"blocky": ("computer:wise-20", "computer:planner")})
    assert usual_level(BLOCKY, habits) == "wise-20"
    assert usual_level(BLOCKY, Habits(opponents={"blocky": ()})) == "wise-4"
    assert usual_level(BLOCKY, Habits(opponents={"blocky": ("computer:smart-100",)})) == "wise-4"


def test_a_level_goes_by_its_name_or_its_number():
    assert level_of("walking", STREETS) == "walking"
    assert level_of("5", STREETS) == "flying"
    assert names_of(STREETS)[0] == level_of("1", STREETS)


@pytest.mark.parametrize(
    ("word", "sheet", "sentence"),
    [
        ("wlaking", STREETS, "There is no level 'wlaking'; did you mean 'walking'? Levels: strolling, walking,"),
        ("6", STREETS, "There is no level '6'. Levels: strolling"),
        ("wise-20", SOLO, "No computer plays Streets & Alleys."),
    ],
)  # fmt: skip
def test_a_level_that_there_is_not_is_answered_with_the_nearest_one_and_with_all(word, sheet, sentence):
    with pytest.raises(ValueError, match=r"^") as refusal:
        level_of(word, sheet)
    assert str(refusal.value).startswith(sentence)
