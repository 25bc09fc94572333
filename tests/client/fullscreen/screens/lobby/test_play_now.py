from msgspec import structs

from client.fullscreen.screens.lobby import play_now
from client.fullscreen.ui.state import UiState
from client.state.habits import Habits
from tests.support.builders.stores import PARTY, RACE, SOLO, WAR, lobby_store
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.golden.sentences import for_each, golden_test

TALK = structs.replace(PARTY, name="talk", title="Talk", min_seats=2, max_seats=2, levels=())


def test_before_the_server_tells_its_games_there_is_nothing_to_play():
    assert play_now.rows(lobby_store(games=()), UiState()) == ()


SAID = {
    "the games stand first and then the other ways each by its number": lambda: [
        ((*row.edges, row.command), "a group begins") if row.begins else (*row.edges, row.command)
        for row in play_now.rows(lobby_store(games=(BLOCKY, WAR)), UiState())
    ],
    "with many games the first nine lines have a digit and the others their letters": lambda: [
        row.edges
        for row in play_now.rows(lobby_store(games=(BLOCKY, WAR, STREETS, PARTY, RACE, TALK, SOLO)), UiState())
    ],
    "a game says how it can be played": lambda: for_each(
        lambda info: (*(row := play_now.rows(lobby_store(games=(info,)), UiState())[0]).edges, row.hint),
        [WAR, SOLO, PARTY, RACE, TALK],
    ),
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
