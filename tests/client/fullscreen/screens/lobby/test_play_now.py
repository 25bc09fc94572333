import pytest

from client.fullscreen.screens.lobby import play_now
from client.fullscreen.ui.state import UiState
from client.state.habits import Habits
from tests.support.builders.stores import PARTY, RACE, SOLO, WAR, lobby_store
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.golden.sentences import for_each, golden_test


def test_the_games_stand_first_and_then_the_other_ways_each_by_its_number():
    found = play_now.rows(lobby_store(games=(BLOCKY, WAR)), UiState())
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
    assert play_now.rows(lobby_store(games=()), UiState()) == ()


@pytest.mark.parametrize(
    ("info", "how"), [(WAR, "computer · friend"), (SOLO, "solo"), (PARTY, "computer · 1-4"), (RACE, "solo · 2-4")]
)
def test_a_game_says_how_it_can_be_played(info, how):
    assert play_now.rows(lobby_store(games=(info,)), UiState())[0].edges[1] == how


def test_a_game_of_people_alone_is_started_with_an_open_seat():
    people = PARTY.__class__(name="talk", title="Talk", min_seats=2, max_seats=2, levels=(), consults=())
    assert play_now.rows(lobby_store(games=(people,)), UiState())[0].hint == "Enter starts Talk with an open seat."


SAID = {
    "enter starts a game against those of last time": lambda: for_each(
        lambda opponents: (
            play_now.rows(lobby_store(games=(PARTY,)), UiState(habits=Habits("party", opponents=opponents)))[0].hint
        ),
        [{}, {"party": ()}, {"party": ("computer:wise-4",)}, {"party": ("computer:wise-4", "computer:random")}],
    ),
    "a solitaire begins alone though computers play it": lambda: (
        (row := play_now.rows((store := lobby_store(games=(STREETS,))), UiState())[0]).edges[1],
        row.hint,
        play_now.rows(store, UiState(habits=Habits(opponents={"streets_and_alleys": ("computer:flying",)})))[0].hint,
    ),
}

test_said = golden_test(__name__, SAID)
