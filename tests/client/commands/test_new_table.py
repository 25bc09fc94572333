"""What the words for a new table come to."""

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
RACES = lobby_store(games=(STREETS,))


def made(line, habits=None, against="computer", store=STORE):
    return build_create(tuple(line.split()), store, habits or Habits(), against)


def refused(line, store=STORE):
    return error_of(lambda: made(line, store=store))


def each_of(function, lines):
    """What comes of each of several lines."""
    return for_each(function, lines.split("; "))


def racing(line):
    """The options of a table of Streets and Alleys, and its seats."""
    create = made(f"streets_and_alleys {line}", store=RACES)
    return create.options, create.seats


def test_options_that_no_longer_exist_are_forgotten():
    assert options_of(find("war"), Habits("war", {"war": {"variant": "jokers"}})) == Options()


def test_the_number_of_a_deal_does_not_become_a_habit():
    habits = Habits("streets_and_alleys", {"streets_and_alleys": {"deal": 48213, "tables": "shown"}})
    assert options_of(find("streets_and_alleys"), habits) == StreetsOptions(tables="shown")


def test_a_race_against_computers_is_over_a_deal_that_can_be_won_unless_another_is_asked_for():
    assert racing("walking")[0]["winnable"]
    assert racing("walking deal=48213")[0]["deal"] == 48213
    assert not racing("walking winnable=false")[0]["winnable"]
    assert racing("")[0]["winnable"]
    assert not racing("any")[0]["winnable"]


SAID = {
    "a table against computers has the seats and rules that are said": lambda: each_of(
        made,
        "war; war oracle; war computer:2; war open; war last; war serious; war open serious private; streets; "
        "tower_blaster first; tower turn_limit=60; party random; party open random",
    ),
    "a table that waits for others is listed unless it is private or has no open seat": lambda: for_each(
        lambda line: ((create := made(line, against="open")).seats, create.listed),
        ["war", "war oracle", "war private", "tower_blaster last", "party solo"],
    ),
    "a word that means nothing is answered with what does": lambda: each_of(
        refused,
        "wat; xyz; war jokers; war variant=jokers; war auto_flip_s=9999; war open oracle; streets open; "
        "war watch=friends",
    ),
    "nothing can be made before the server said what it hosts": lambda: refused("war", lobby_store(games=())),
    "a mistyped level is not taken for an option": lambda: refused("streets_and_alleys stroling", RACES),
    "without a game the one played last is meant": lambda: (made("", Habits("streets")).game, made("").game),
    "a game goes by its title too or the beginning of its name": lambda: for_each(
        lambda name: find_game(name, STORE, Habits()).name, ["Streets & Alleys", "s"]
    ),
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
    "an option of yes or no is named": lambda: for_each(
        lambda word: made(f"tower {word}").options, ["open_first_tower=true", "open_first_tower=True", "true"]
    ),
    "who may watch a table can be said": lambda: for_each(
        lambda who: made(f"war open watch={who}").watch, ["anyone", "invited", "nobody"]
    ),
    "any deal that can be won is asked for by a word": lambda: for_each(racing, ["winnable", "winnable=true"]),
}

test_said = golden_test(__name__, SAID)
