import pytest
from msgspec.structs import replace

from client.fullscreen.screens.lobby.rows import LIVE, OPEN, PEOPLE, YOURS, rows
from client.fullscreen.ui.state import UiState
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import FollowedTable
from protocol.messages import Offer
from tests.support.builders.lobbies import TABLES, crowded_store, people_store, seated, text
from tests.support.builders.stores import WAR, lobby_store
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


OWN = {
    "AAAA": seated("AAAA"),
    "BBBB": seated("BBBB", turn=(1,), view=war_view(scores=(14, 11))),
    "CCCC": seated("CCCC", phase="over", turn=()),
    "DDDD": seated("DDDD", seat=None),
    "EEEE": seated("EEEE", phase="waiting", view=None, chairs=(person("ana"), person(""))),
    "FFFF": seated("FFFF", game="chess"),
    "GGGG": FollowedTable(street_table(seen(dealt(48213))), 0.0),
}


@pytest.mark.parametrize(
    ("typed", "found"), [("cleo", ["M3XA"]), ("k7", ["K7QF"]), ("war", ["K7QF", "M3XA"]), ("war scouts", ["M3XA"])]
)
def test_a_filter_looks_at_codes_games_players_and_options(typed, found):
    assert commands(STORE, OPEN, UiState(filter=typed)) == [f"join {code}" for code in found]


@pytest.mark.parametrize(
    ("asked", "state", "sentence"),
    [
        ({"phase": "over", "turn": (), "rematch": (1,)}, "REMATCH?", "ben asks for a rematch."),
        ({"turn": (1,), "request": Offer("draw", 1, (), 30.0)}, "DRAW?", "ben offers a draw."),
    ],
)
def test_what_others_ask_at_a_table_is_seen_from_the_lobby(asked, state, sentence):
    store = lobby_store(rooms={code: seated(code, **(asked if code == "BBBB" else {"turn": (1,)})) for code in OWN})
    first = rows(store, UiState())[YOURS][0]
    assert first.command == "open BBBB"
    assert state in first.edges
    assert first.hint.startswith(f"{sentence} Enter resumes table BBBB")
    assert sentence in text(store)


def lively_store():
    """A lobby where one of those who are here is a bot, and games have begun."""
    crowd = crowded_store()
    live = tuple(replace(game, progress=far) for game, far in zip(crowd.lobby.live, ("14-11", "14/30"), strict=True))
    lobby = replace(crowd.lobby, live=live, bots=("maximiliana_1234",), moves=212)
    return fold(crowd, lobby, 0.0)


SAID = {
    "ones own games stand with their state those first where one is awaited": lambda: [
        (row.edges, row.command, row.hint)
        for row in rows(lobby_store(rooms=OWN, games=(WAR, STREETS)), UiState())[YOURS]
    ],
    "beside who plays stands how far the game is": lambda: shown(lively_store(), LIVE, "Progress", "State"),
    "a bot is said to be one before it is challenged": lambda: (
        (bot := rows(lively_store(), UiState())[PEOPLE][1]).cells["Rating"],
        bot.hint,
    ),
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
