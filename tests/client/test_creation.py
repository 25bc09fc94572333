import pytest

from client.creation import creation, options_of, sheet_of
from client.games import find
from client.habits import Habits
from engines.streets_and_alleys.view import Options as StreetsOptions
from engines.war.view import Options
from tests.support.stores import PARTY, lobby_store
from tests.support.street_tables import SHEET as STREETS
from tests.support.tower_tables import SHEET as TOWER

STORE = lobby_store(games=(*lobby_store().games, TOWER, PARTY))


def made(line, habits=None, against="computer"):
    return creation(tuple(line.split()), STORE, habits or Habits(), against)


def test_a_game_alone_is_played_against_the_weakest_computer():
    create = made("war")
    assert (create.game, create.seats, create.listed) == ("war", ("me", "computer:flipper"), False)
    assert create.options == {"variant": "normal", "auto_flip_s": 10}


def test_without_a_game_the_one_played_last_is_meant():
    assert made("", Habits("streets")).game == "streets"
    assert made("").game == "war"


def test_a_game_goes_by_its_title_too():
    assert sheet_of("Streets & Alleys", STORE, Habits()).name == "streets"


def test_what_was_chosen_last_is_kept_where_nothing_is_said():
    habits = Habits("war", {"war": {"variant": "suits", "auto_flip_s": 5}})
    assert made("war", habits).options == {"variant": "suits", "auto_flip_s": 5}
    assert made("war scouts", habits).options == {"variant": "scouts", "auto_flip_s": 5}


def test_options_that_no_longer_exist_are_forgotten():
    assert options_of(find("war"), Habits("war", {"war": {"variant": "jokers"}})) == Options()


@pytest.mark.parametrize("word", ["scouts", "variant=scouts", "SCOUTS"])
def test_a_variant_is_named_alone_or_with_its_option(word):
    assert made(f"war {word}").options["variant"] == "scouts"


@pytest.mark.parametrize(("word", "seconds"), [("auto_flip_s=3", 3), ("auto_flip_s=37", 37), ("never", 0)])
def test_an_option_of_numbers_takes_any_number(word, seconds):
    assert made(f"war {word}").options["auto_flip_s"] == seconds


def test_a_level_is_chosen_by_its_name():
    assert made("war oracle").seats == ("me", "computer:oracle")
    assert made("war oracle", against="open").seats == ("me", "computer:oracle")
    assert made("war computer:2").seats == ("me", "computer:oracle")


def test_an_open_seat_is_listed_unless_it_is_private():
    assert (made("war", against="open").seats, made("war", against="open").listed) == (("me", "open"), True)
    assert made("war private", against="open").listed is False
    assert (made("war open").seats, made("war open").listed) == (("me", "open"), True)


def test_a_game_for_one_has_one_seat():
    assert made("streets").seats == ("me",)


def test_a_game_this_program_does_not_know_is_made_with_the_servers_options():
    assert made("streets").options == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("wat", "There is no game 'wat' here; did you mean 'war'?"),
        ("xyz", "There is no game 'xyz' here; there is war, streets, tower_blaster, party."),
        ("war jokers", "'jokers' is no option of this game; there is variant=normal|suits|scouts, auto_flip_s="),
        ("war variant=jokers", "'variant=jokers' is no option of this game"),
        ("war auto_flip_s=9999", "auto_flip_s is a number of seconds from 0"),
        ("war open oracle", "War is for 2 players; with you that is 3."),
        ("streets open", "Streets & Alleys is for 1 player; with you that is 2."),
    ],
)
def test_a_word_that_means_nothing_is_refused_in_a_sentence(line, sentence):
    with pytest.raises(ValueError, match=r"^") as refusal:
        made(line)
    assert sentence.lower() in str(refusal.value).lower()


def test_nothing_can_be_made_before_the_server_said_what_it_hosts():
    with pytest.raises(ValueError, match="no connection"):
        creation(("war",), lobby_store(games=()), Habits(), "computer")


def test_one_may_choose_ones_own_seat():
    assert made("tower_blaster first").seats == ("me", "computer:careful")
    assert made("tower_blaster last", against="open").seats == ("open", "me")
    assert made("war last").seats == ("computer:flipper", "me")


def test_a_table_is_listed_when_anybody_may_sit_down():
    assert made("party open random").listed
    assert not made("party random").listed
    assert not made("party solo", against="open").listed


def test_the_beginning_of_a_name_is_enough():
    assert made("tower turn_limit=60").game == "tower_blaster"
    assert sheet_of("s", STORE, Habits()).name == "streets"


@pytest.mark.parametrize("word", ["open_first_tower=true", "open_first_tower=True", "true"])
def test_an_option_of_yes_or_no_is_named(word):
    assert made(f"tower {word}").options == {"open_first_tower": True, "turn_limit": 0}


def test_the_number_of_a_deal_does_not_become_a_habit():
    habits = Habits("streets_and_alleys", {"streets_and_alleys": {"deal": 48213, "tables": "shown"}})
    assert options_of(find("streets_and_alleys"), habits) == StreetsOptions(tables="shown")


@pytest.mark.parametrize("who", ["anyone", "invited", "nobody"])
def test_who_may_watch_a_table_can_be_said(who):
    assert made(f"war open watch={who}").watch == who


def test_anyone_may_watch_where_nothing_is_said_of_it():
    assert made("war").watch == "anyone"


def test_who_may_watch_is_one_of_three():
    with pytest.raises(ValueError, match=r"^watch= takes anyone, invited or nobody\.$"):
        made("war watch=friends")


def test_a_table_is_serious_where_that_is_said():
    assert made("war serious").serious
    assert made("war open serious private").listed is False
    assert not made("war").serious


def racing(line, habits=None):
    """The options of a table of Streets and Alleys, and its seats."""
    create = creation(
        ("streets_and_alleys", *line.split()), lobby_store(games=(STREETS,)), habits or Habits(), "computer"
    )
    return create.options, create.seats


def test_a_race_against_computers_is_over_a_deal_that_can_be_won_unless_another_is_asked_for():
    assert racing("walking")[0]["winnable"]
    assert racing("walking deal=48213")[0]["deal"] == 48213
    assert not racing("walking winnable=false")[0]["winnable"]
    assert not racing("")[0]["winnable"]


@pytest.mark.parametrize("word", ["winnable", "winnable=true"])
def test_any_deal_that_can_be_won_is_asked_for_by_a_word(word):
    assert racing(word) == ({"deal": 0, "time_limit_s": 0, "tables": "hidden", "winnable": True}, ("me",))


def test_a_mistyped_level_is_not_taken_for_an_option():
    with pytest.raises(ValueError, match="There is no level 'stroling'; did you mean 'strolling'"):
        racing("stroling")
