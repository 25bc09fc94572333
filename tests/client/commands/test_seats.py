import pytest

from client.commands.seats import seats
from client.state.habits import Habits
from tests.support.builders.sheets import sheet
from tests.support.builders.stores import PARTY, RACE, SOLO, WAR
from tests.support.games.street_tables import NAME
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import error_of, for_each, golden_test

TRIO = sheet("trio", "Trio", 3, 4, "random")
RANDOM, SMART = "computer:random", "computer:wise-4"


def seated(line, sheet=PARTY, habits=None, against="open"):
    return seats(tuple(line.split()), sheet, habits or Habits(), against)


def test_a_game_begins_against_those_of_last_time():
    for others in ((), (SMART,), (SMART, RANDOM, SMART)):
        assert seated("", habits=Habits("party", opponents={"party": others}), against="computer") == ("me", *others)


@pytest.mark.parametrize("others", [("computer:gone",), (RANDOM,) * 4, ("open",)])
def test_those_who_can_play_no_more_are_forgotten(others):
    assert seated("", habits=Habits("party", opponents={"party": others}), against="computer") == ("me", RANDOM)


def test_an_open_seat_is_asked_for_whoever_one_played_last():
    assert seated("", habits=Habits("party", opponents={"party": ()})) == ("me", "open")


def test_what_is_a_solitaire_begins_alone_though_computers_play_it_unless_one_did_last_time():
    assert seated("", STREETS, against="computer") == ("me",)
    assert seated("", STREETS, Habits(opponents={NAME: ("computer:flying",)}), "computer") == ("me", "computer:flying")


SAID = {
    "each word for somebody is a seat": lambda: for_each(
        seated,
        [
            "",
            "open wise-4 random",
            "random",
            "computer",
            "computer:2 computer:random",
            "solo",
            "depth=3 solo",
            "open random last",
            "first open last first",
        ],
    ),
    "each game has the seats that it needs and seat 0 where its computers begin": lambda: for_each(
        lambda sheet, line: seated(line, sheet),
        [
            (TRIO, "open random"),
            (TRIO, "random"),
            (TOWER, "careful"),
            (TOWER, "careful first"),
            (TOWER, ""),
            (STREETS, ""),
            (STREETS, "walking computer"),
        ],
    ),
    "seats that cannot be are refused in a sentence": lambda: for_each(
        lambda line, sheet: error_of(lambda: seated(line, sheet)),
        [
            ("open open open open", PARTY),
            ("open flipper", WAR),
            ("open", SOLO),
            ("solo", WAR),
            ("solo open", PARTY),
            ("computer", RACE),
            ("computer:3", PARTY),
            ("computer:champion", PARTY),
        ],
    ),
    "where nobody is named there are as few as make company": lambda: for_each(
        lambda sheet, against: seated("", sheet, against=against),
        [
            (PARTY, "open"),
            (PARTY, "computer"),
            (RACE, "open"),
            (RACE, "computer"),
            (SOLO, "open"),
            (SOLO, "computer"),
            (TRIO, "open"),
            (TRIO, "computer"),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
