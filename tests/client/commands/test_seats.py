import pytest

from client.commands.seats import seats
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.sheets import levels
from tests.support.builders.stores import PARTY, RACE, SOLO, WAR
from tests.support.games.street_tables import NAME
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.golden.sentences import for_each, golden_test

TRIO = m.GameInfo(name="trio", title="Trio", min_seats=3, max_seats=4, levels=levels("random"), consults=())
RANDOM, SMART = "computer:random", "computer:wise-4"


def seated(line, sheet=PARTY, habits=None, against="open"):
    return seats(tuple(line.split()), sheet, habits or Habits(), against)


@pytest.mark.parametrize(
    ("line", "sheet", "sentence"),
    [
        ("open open open open", PARTY, "Party is for 1 to 4 players; with you that is 5."),
        ("open flipper", WAR, "War is for 2 players; with you that is 3."),
        ("open", SOLO, "Streets & Alleys is for 1 player; with you that is 2."),
        ("solo", WAR, "War cannot be played alone; it is for 2 players."),
        ("solo open", PARTY, "'solo' is for playing alone; name either others or 'solo'."),
        ("computer", RACE, "No computer plays Race."),
        ("computer:3", PARTY, "There is no level '3'. Levels: random, wise-4."),
        ("computer:champion", PARTY, "There is no level 'champion'. Levels: random, wise-4."),
    ],
)
def test_seats_that_cannot_be_are_refused_in_a_sentence(line, sheet, sentence):
    with pytest.raises(ValueError, match=r"^") as refusal:
        seated(line, sheet)
    assert str(refusal.value) == sentence


def test_a_game_that_needs_more_than_are_named_has_more_of_the_last_one():
    assert seated("open random", TRIO) == ("me", "open", RANDOM)
    assert seated("random", TRIO) == ("me", RANDOM, RANDOM)


def test_a_game_begins_against_those_of_last_time():
    for others in ((), (SMART,), (SMART, RANDOM, SMART)):
        assert seated("", habits=Habits("party", opponents={"party": others}), against="computer") == ("me", *others)


@pytest.mark.parametrize("others", [("computer:gone",), (RANDOM,) * 4, ("open",)])
def test_those_who_can_play_no_more_are_forgotten(others):
    assert seated("", habits=Habits("party", opponents={"party": others}), against="computer") == ("me", RANDOM)


def test_an_open_seat_is_asked_for_whoever_one_played_last():
    assert seated("", habits=Habits("party", opponents={"party": ()})) == ("me", "open")


def test_a_computer_is_given_seat_0_where_that_begins():
    assert seated("careful", TOWER) == ("computer:careful", "me")
    assert seated("careful first", TOWER) == ("me", "computer:careful")
    assert seated("", TOWER) == ("me", "open")


def test_what_is_a_solitaire_begins_alone_though_computers_play_it():
    assert seated("", STREETS, against="computer") == ("me",)
    assert seated("", STREETS) == ("me", "open")
    assert seated("", STREETS, Habits(opponents={NAME: ("computer:flying",)}), "computer") == ("me", "computer:flying")
    assert seated("walking computer", STREETS) == ("me", "computer:walking", "computer:striding")


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
