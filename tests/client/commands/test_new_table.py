import pytest

from client.commands.new_table import build_create, find_game, options_of
from client.games import find
from client.state.habits import Habits
from engines.streets_and_alleys.view import Options as StreetsOptions
from engines.war.view import Options
from tests.support.builders.stores import PARTY, lobby_store
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import error_of, for_each, golden_test

STORE = lobby_store(games=(*lobby_store().games, TOWER, PARTY))


def made(line, habits=None, against="computer"):
    return build_create(tuple(line.split()), STORE, habits or Habits(), against)


def test_a_game_alone_is_played_against_the_weakest_computer():
    create = made("war")
    assert (create.game, create.seats, create.listed) == ("war", ("me", "computer:flipper"), False)
    assert create.options == {"variant": "normal", "auto_flip_s": 10}


def test_options_that_no_longer_exist_are_forgotten():
    assert options_of(find("war"), Habits("war", {"war": {"variant": "jokers"}})) == Options()


def test_a_level_is_chosen_by_its_name():
    assert made("war oracle").seats == ("me", "computer:oracle")
    assert made("war oracle", against="open").seats == ("me", "computer:oracle")
    assert made("war computer:2").seats == ("me", "computer:oracle")


def test_an_open_seat_is_listed_unless_it_is_private():
    assert (made("war", against="open").seats, made("war", against="open").listed) == (("me", "open"), True)
    assert made("war private", against="open").listed is False
    assert (made("war open").seats, made("war open").listed) == (("me", "open"), True)


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
    assert find_game("s", STORE, Habits()).name == "streets"


def test_the_number_of_a_deal_does_not_become_a_habit():
    habits = Habits("streets_and_alleys", {"streets_and_alleys": {"deal": 48213, "tables": "shown"}})
    assert options_of(find("streets_and_alleys"), habits) == StreetsOptions(tables="shown")


def test_a_table_is_serious_where_that_is_said():
    assert made("war serious").serious
    assert made("war open serious private").listed is False
    assert not made("war").serious


def racing(line, habits=None):
    """The options of a table of Streets and Alleys, and its seats."""
    create = build_create(
        ("streets_and_alleys", *line.split()), lobby_store(games=(STREETS,)), habits or Habits(), "computer"
    )
    return create.options, create.seats


def test_a_race_against_computers_is_over_a_deal_that_can_be_won_unless_another_is_asked_for():
    assert racing("walking")[0]["winnable"]
    assert racing("walking deal=48213")[0]["deal"] == 48213
    assert not racing("walking winnable=false")[0]["winnable"]
    assert not racing("")[0]["winnable"]


SAID = {
    "nothing can be made before the server said what it hosts": lambda: error_of(
        lambda: build_create(("war",), lobby_store(games=()), Habits(), "computer")
    ),
    "who may watch is one of three": lambda: error_of(lambda: made("war watch=friends")),
    "a mistyped level is not taken for an option": lambda: error_of(lambda: racing("stroling")),
    "without a game the one played last is meant": lambda: (made("", Habits("streets")).game, made("").game),
    "a game goes by its title too": lambda: find_game("Streets & Alleys", STORE, Habits()).name,
    "what was chosen last is kept where nothing is said": lambda: (
        made("war", (habits := Habits("war", {"war": {"variant": "suits", "auto_flip_s": 5}}))).options,
        made("war scouts", habits).options,
    ),
    "a variant is named alone or with its option": lambda: for_each(
        lambda word: made(f"war {word}").options["variant"], ["scouts", "variant=scouts", "SCOUTS"]
    ),
    "an option of numbers takes any number": lambda: for_each(
        lambda word: made(f"war {word}").options["auto_flip_s"], ["auto_flip_s=3", "auto_flip_s=37", "never"]
    ),
    "a game for one has one seat": lambda: made("streets").seats,
    "a game this program does not know is made with the servers options": lambda: made("streets").options,
    "an option of yes or no is named": lambda: for_each(
        lambda word: made(f"tower {word}").options, ["open_first_tower=true", "open_first_tower=True", "true"]
    ),
    "who may watch a table can be said": lambda: for_each(
        lambda who: made(f"war open watch={who}").watch, ["anyone", "invited", "nobody"]
    ),
    "anyone may watch where nothing is said of it": lambda: made("war").watch,
    "any deal that can be won is asked for by a word": lambda: for_each(racing, ["winnable", "winnable=true"]),
}

test_said = golden_test(__name__, SAID)
