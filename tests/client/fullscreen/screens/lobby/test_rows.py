import pytest
from msgspec.structs import replace

from client.fullscreen.screens.lobby.rows import LIVE, OPEN, PEOPLE, YOURS, rows
from client.fullscreen.ui.state import UiState
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import FollowedTable
from tests.support.builders.lobbies import TABLES, crowded_store, people_store, seated
from tests.support.builders.stores import lobby_store
from tests.support.builders.tables import person, war_view
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.street_tables import dealt, seen, street_table
from tests.support.games.sums import SHEET, after, sums_table
from tests.support.golden.sentences import golden_test

STORE = lobby_store(lobby=TABLES)


def commands(store, which, ui=None):
    return [row.command for row in rows(store, ui or UiState())[which]]


def shown(store, which, *columns):
    found = [[row.cells[each] for each in columns] for row in rows(store, UiState())[which]]
    return [tuple(cell if isinstance(cell, str) else cell.text for cell in cells) for cells in found]


def test_ones_own_games_stand_with_their_state_those_first_where_one_is_awaited():
    rooms = {
        "AAAA": seated("AAAA"),
        "BBBB": seated("BBBB", turn=(1,), view=war_view(scores=(14, 11))),
        "CCCC": seated("CCCC", phase="over", turn=()),
        "DDDD": seated("DDDD", seat=None),
        "EEEE": seated("EEEE", phase="waiting", view=None, chairs=(person("ana"), person(""))),
        "FFFF": seated("FFFF", game="chess"),
    }
    store = lobby_store(rooms=rooms)
    assert [row.edges for row in rows(store, UiState())[YOURS]] == [
        ("● chess vs ben", "YOUR TURN"),
        ("● War vs ben", "YOUR TURN", "0-0"),
        ("○ War vs open seat", "waiting"),
        ("○ War vs ben", "waiting", "14-11"),
        ("■ War vs ben", "over", "0-0"),
        ("◦ War ana vs ben", "watching", "0-0"),
    ]
    assert commands(store, YOURS)[1] == "open AAAA"
    assert rows(store, UiState())[YOURS][1].hint == "Enter goes back to table AAAA: War vs ben."


@pytest.mark.parametrize(
    ("typed", "found"), [("cleo", ["M3XA"]), ("k7", ["K7QF"]), ("war", ["K7QF", "M3XA"]), ("war scouts", ["M3XA"])]
)
def test_a_filter_looks_at_codes_games_players_and_options(typed, found):
    assert commands(STORE, OPEN, UiState(filter=typed)) == [f"join {code}" for code in found]


def lively_store():
    """A lobby where one of those who are here is a bot, and games have begun."""
    crowd = crowded_store()
    live = tuple(replace(game, progress=far) for game, far in zip(crowd.lobby.live, ("14-11", "14/30"), strict=True))
    lobby = replace(crowd.lobby, live=live, bots=("maximiliana_1234",), moves=212)
    return fold(crowd, lobby, 0.0)


def test_beside_who_plays_stands_how_far_the_game_is():
    assert shown(lively_store(), LIVE, "Progress", "State") == [
        ("14-11", "live, 14-11  suits"),
        ("14/30", "live, 14/30"),
    ]


def test_a_bot_is_said_to_be_one_before_it_is_challenged():
    _, bot = rows(lively_store(), UiState())[PEOPLE]
    assert bot.cells["Rating"] == "bot 1655?"
    assert bot.hint == "Enter challenges maximiliana_1234 (Blocky 1655?), a bot, to War; c asks for another game."


def test_a_game_alone_is_named_by_its_deal_and_said_to_be_saved():
    store = lobby_store(rooms={"AAAA": FollowedTable(street_table(seen(dealt(48213))), 0.0)}, games=(STREETS,))
    (row,) = rows(store, UiState())[YOURS]
    assert row.edges == ("‖ Streets deal 48213", "saved", "0/52", "0 moves")


SAID = {
    "tables for one and for many say who sits there": lambda: [
        row.edges
        for row in rows(
            lobby_store(
                rooms={
                    "AAAA": FollowedTable(sums_table(after(1), room="AAAA"), 0.0),
                    "BBBB": FollowedTable(sums_table(after(3), 1, room="BBBB"), 0.0),
                    "CCCC": FollowedTable(sums_table(after(1), None, room="CCCC"), 0.0),
                    "DDDD": FollowedTable(sums_table(after(4), None, room="DDDD"), 0.0),
                    "EEEE": FollowedTable(sums_table(after(3), 2, room="EEEE", gave_up=(2,)), 0.0),
                },
                games=(SHEET,),
            ),
            UiState(),
        )[YOURS]
    ],
    "everybody else who is here can be challenged": lambda: (
        shown((store := people_store("ana", "ben", "cleo")), PEOPLE, "Name", "Rating"),
        commands(store, PEOPLE),
        commands(store, PEOPLE, UiState(filter="CL")),
    ),
    "tables with a seat are listed for either kind of list": lambda: (
        shown(STORE, OPEN, "Code", "Game", "Host", "Seats", "Options"),
        shown(STORE, OPEN, "Who", "State"),
        commands(STORE, OPEN),
    ),
    "games to watch are listed with those who play": lambda: (
        shown(STORE, LIVE, "Code", "Who", "Options", "State"),
        commands(STORE, LIVE),
    ),
    "ones own open table is not offered to oneself": lambda: commands(
        lobby_store(lobby=TABLES, rooms={"K7QF": seated("K7QF", phase="waiting", view=None)}), OPEN
    ),
    "a line says what enter does with its options and ratings": lambda: (
        [rows(crowded_store(), UiState())[which][0].hint for which in (OPEN, LIVE, PEOPLE)],
        rows(people_store("ben"), UiState(habits=Habits("streets")))[PEOPLE][0].hint,
    ),
    "ratings stand beside those who wait who play and who are here": lambda: (
        shown((crowd := crowded_store()), OPEN, "Host")[0],
        shown(crowd, LIVE, "Who"),
        shown(crowd, PEOPLE, "Name", "Rating"),
    ),
}

test_said = golden_test(__name__, SAID)
