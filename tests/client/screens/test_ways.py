import pytest

from client.desk import Desk
from client.habits import Habits
from client.screens import ways
from tests.support.blocky_tables import SHEET as BLOCKY
from tests.support.stores import PARTY, RACE, SOLO, WAR, lobby_store
from tests.support.street_tables import SHEET as STREETS


def test_the_games_stand_first_and_then_the_other_ways_each_by_its_number():
    found = ways.rows(lobby_store(games=(BLOCKY, WAR)), Desk())
    assert [row.edges for row in found] == [
        ("1  War", "computer · friend"),
        ("2  Blocky", "computer · 1-4"),
        ("3  Quick match", "whoever comes"),
        ("4  Learn: 60-second tours", ""),
        ("5  New table", "n"),
        ("6  Join by code", "j"),
    ]
    assert [row.command for row in found] == ["play war", "play blocky", "quick", "learn", "new", "join"]
    assert [row.begins for row in found].index(True) == 2
    assert ways.rows(lobby_store(games=()), Desk()) == ()


@pytest.mark.parametrize(
    ("sheet", "how"),
    [(WAR, "computer · friend"), (SOLO, "solo"), (PARTY, "computer · 1-4"), (RACE, "solo · 2-4")],
)
def test_a_game_says_how_it_can_be_played(sheet, how):
    assert ways.rows(lobby_store(games=(sheet,)), Desk())[0].edges[1] == how


@pytest.mark.parametrize(
    ("opponents", "sentence"),
    [
        ({}, "Enter starts Party against the computer (random)."),
        ({"party": ()}, "Enter starts Party alone."),
        ({"party": ("computer:wise-4",)}, "Enter starts Party against the computer (wise-4)."),
        (
            {"party": ("computer:wise-4", "computer:random")},
            "Enter starts Party against the computers (wise-4 and random).",
        ),
    ],
)
def test_enter_starts_a_game_against_those_of_last_time(opponents, sentence):
    desk = Desk(habits=Habits("party", opponents=opponents))
    assert ways.rows(lobby_store(games=(PARTY,)), desk)[0].hint == sentence


def test_a_game_of_people_alone_is_started_with_an_open_seat():
    people = PARTY.__class__(name="talk", title="Talk", min_seats=2, max_seats=2, levels=(), consults=())
    assert ways.rows(lobby_store(games=(people,)), Desk())[0].hint == "Enter starts Talk with an open seat."


def test_a_solitaire_begins_alone_though_computers_play_it():
    store = lobby_store(games=(STREETS,))
    row = ways.rows(store, Desk())[0]
    assert (row.edges[1], row.hint) == ("solo · 2-4", "Enter starts Streets and Alleys alone.")
    raced = Desk(habits=Habits(opponents={"streets_and_alleys": ("computer:flying",)}))
    assert ways.rows(store, raced)[0].hint == "Enter starts Streets and Alleys against the computer (flying)."
